const phone = matchMedia('(prefers-color-scheme: dark)')
/** The host may fix the colors: `?theme=light` or `?theme=dark`. */
const fixed = new URLSearchParams(location.search).get('theme')
let repaint = (): void => {}

export const isDark = (): boolean => fixed === 'dark' || (fixed !== 'light' && phone.matches)

/** Shows light or dark colors, as the host or the phone wants it, and follows the phone when it switches. */
export function followScheme(): void {
  const apply = () => {
    document.documentElement.dataset.scheme = isDark() ? 'dark' : 'light'
    repaint()
  }
  apply()
  phone.addEventListener('change', apply)
}

/** Only the last listener is called. */
export function onSchemeChange(listener: () => void): void {
  repaint = listener
}
