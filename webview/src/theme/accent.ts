import { accentColors, DARK, LIGHT, type Scheme } from './contrast.ts'
import { isDark, onSchemeChange } from './scheme.ts'

const NAMES = [
  '--brand',
  '--on-brand',
  '--accent',
  '--on-accent',
  '--accent-edge',
  '--accent-ink',
  '--accent-mark',
] as const

/** Applies the accent color, and again whenever the colors switch between light and dark. Null restores our own. */
export function applyAccent(accent: string | null): void {
  const apply = () => {
    const { style } = document.documentElement
    const colors = accent === null ? {} : colorsOf(accent, isDark() ? DARK : LIGHT)
    for (const name of NAMES) {
      const color = colors[name]
      if (color === undefined) style.removeProperty(name)
      else style.setProperty(name, color)
    }
  }
  apply()
  onSchemeChange(apply)
}

function colorsOf(accent: string, scheme: Scheme): Partial<Record<(typeof NAMES)[number], string>> {
  const { fill, onFill, edge, ink, mark } = accentColors(accent, scheme)
  return {
    // A bright header would glare in dark mode, where it is a plain surface.
    ...(scheme === LIGHT && { '--brand': fill, '--on-brand': onFill }),
    '--accent': fill,
    '--on-accent': onFill,
    '--accent-edge': edge,
    '--accent-ink': ink,
    '--accent-mark': mark,
  }
}
