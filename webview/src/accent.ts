/** Partners choose their colour freely; what stands on it is black or white, whichever can be read. */
export function textOn(accent: string): '#ffffff' | '#000000' {
  // WCAG 2.2: relative luminance, and 4.5:1 for text. One of the two always reaches it.
  return 1.05 / (luminance(accent) + 0.05) >= 4.5 ? '#ffffff' : '#000000'
}

export function applyAccent(accent: string): void {
  const { style } = document.documentElement
  style.setProperty('--accent', accent)
  style.setProperty('--on-accent', textOn(accent))
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
