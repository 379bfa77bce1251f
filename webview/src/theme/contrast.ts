/** Partners choose any color. These functions keep it where they can, and make what it shows readable (WCAG 2.2, AA). */

export type Scheme = { card: string; ground: string; ink: string }

/** The surfaces in tokens.css. A color without enough contrast is mixed with `ink`. */
export const LIGHT: Scheme = { card: '#ffffff', ground: '#f4f4f1', ink: '#000000' }
export const DARK: Scheme = { card: '#1e2025', ground: '#131417', ink: '#ffffff' }
const TEXT_CONTRAST = 4.5
const SHAPE_CONTRAST = 3
/** With less contrast, a fill can hardly be told from the surface under it. */
const FILL_CONTRAST = 1.5

/** How the webview uses an accent color. */
export type AccentColors = {
  /** The fill of buttons and badges: the partner's own color. */
  fill: string
  onFill: string
  /** A line around a fill that is nearly as bright as the surface under it. */
  edge: string
  /** The color of text. */
  ink: string
  /** The color of icons, dots and focus rings that stand alone. */
  mark: string
}

export function accentColors(accent: string, scheme: Scheme): AccentColors {
  const { card, ground, ink } = scheme
  const standsOut = contrast(accent, card) >= FILL_CONTRAST && contrast(accent, ground) >= FILL_CONTRAST
  return {
    fill: accent,
    onFill: textOn(accent),
    edge: standsOut ? 'transparent' : `${ink}4d`,
    ink: ensureContrast(accent, scheme, TEXT_CONTRAST),
    mark: ensureContrast(accent, scheme, SHAPE_CONTRAST),
  }
}

/** Black or white. One of them always reaches 4.5:1. */
export function textOn(color: string): '#ffffff' | '#000000' {
  return contrast(color, '#ffffff') >= TEXT_CONTRAST ? '#ffffff' : '#000000'
}

/** The color nearest to the accent with enough contrast on both surfaces. */
function ensureContrast(accent: string, { card, ground, ink }: Scheme, ratio: number): string {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(accent, ink, share)
    if (contrast(mixed, card) >= ratio && contrast(mixed, ground) >= ratio) return mixed
  }
  return ink
}

export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const channel = value / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mix(from: string, to: string, share: number): string {
  const target = channels(to)
  const mixed = channels(from).map((value, index) => value + ((target[index] ?? 0) - value) * share)
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

function channels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
}
