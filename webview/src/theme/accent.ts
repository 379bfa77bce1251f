import { accentColors, DARK, LIGHT, type Scheme } from './contrast.ts'

const NAMES = [
  '--brand',
  '--on-brand',
  '--accent',
  '--on-accent',
  '--accent-edge',
  '--accent-ink',
  '--accent-mark',
] as const
/** A single query, so that only the last applied color reacts to changes. */
const dark = matchMedia('(prefers-color-scheme: dark)')

/** Applies the accent color, and again whenever the phone switches between light and dark. Null restores our own. */
export function applyAccent(accent: string | null): void {
  const apply = () => {
    const { style } = document.documentElement
    const colors = accent === null ? {} : colorsOf(accent, dark.matches ? DARK : LIGHT)
    for (const name of NAMES) {
      const color = colors[name]
      if (color === undefined) style.removeProperty(name)
      else style.setProperty(name, color)
    }
  }
  apply()
  dark.onchange = apply
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
