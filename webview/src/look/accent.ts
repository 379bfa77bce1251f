import { DARK, LIGHT, type Scheme, SHAPE_CONTRAST, standingOut, TEXT_CONTRAST, textOn } from './contrast.ts'

const NAMES = ['--brand', '--on-brand', '--accent', '--on-accent', '--accent-ink'] as const
/** One for the whole time, so that the colour worn last is the one that listens. */
const dark = matchMedia('(prefers-color-scheme: dark)')

/** Wears the colour, in light and in dark, and goes on when the phone changes from one to the other. Null: our own. */
export function wearAccent(accent: string | null): void {
  const wear = () => {
    const { style } = document.documentElement
    const worn = accent === null ? {} : colorsOf(accent, dark.matches ? DARK : LIGHT)
    for (const name of NAMES) {
      const color = worn[name]
      if (color === undefined) style.removeProperty(name)
      else style.setProperty(name, color)
    }
  }
  wear()
  dark.onchange = wear
}

function colorsOf(accent: string, scheme: Scheme): Partial<Record<(typeof NAMES)[number], string>> {
  const fill = standingOut(accent, scheme, SHAPE_CONTRAST)
  return {
    // A head in a bright colour would glare in the dark: there it is a surface like the others.
    ...(scheme === LIGHT && { '--brand': accent, '--on-brand': textOn(accent) }),
    '--accent': fill,
    '--on-accent': textOn(fill),
    '--accent-ink': standingOut(accent, scheme, TEXT_CONTRAST),
  }
}
