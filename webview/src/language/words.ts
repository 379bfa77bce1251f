import { createFormats, type Formats } from '../time/formats.ts'
import { words as english, type Words } from './translations/en.ts'

/** One file per language, named by its tag. */
const FILES = import.meta.glob<(format: Formats) => Words>(['./translations/*.ts', '!./translations/en.ts'], {
  import: 'words',
})
const ENGLISH = 'en'

export let format: Formats = createFormats(ENGLISH)
export let words: Words = english(format)

/** Uses the host's `lang` parameter, otherwise the browser's language, otherwise English. */
export async function chooseLanguage(): Promise<void> {
  const requested = new URLSearchParams(location.search).get('lang')
  const wanted = [...(requested ? [requested] : []), ...navigator.languages]
  const { tag, locale } = matchLanguage(wanted)
  try {
    const load = FILES[`./translations/${tag}.ts`]
    const chosen = load ? await load() : english
    format = createFormats(locale)
    words = chosen(format)
  } catch {
    // The language file did not load. English is better than a blank screen.
  }
  document.documentElement.lang = format.locale
  document.documentElement.dir = words.direction
  document.title = words.title
}

function matchLanguage(wanted: string[]): { tag: string; locale: string } {
  const available = [ENGLISH, ...Object.keys(FILES).map((path) => path.replace(/^.*\/|\.ts$/g, ''))]
  for (const locale of wanted) {
    const tag = available.find((candidate) => languageAndScript(candidate) === languageAndScript(locale))
    if (tag !== undefined) return { tag, locale: locale.replace(/_/g, '-') }
  }
  return { tag: ENGLISH, locale: ENGLISH }
}

/** The scripts of languages that have a single one here. To ask `Intl` takes 40 ms on a slow phone. */
const USUAL_SCRIPTS: Record<string, string> = { en: 'Latn', ms: 'Latn', ar: 'Arab' }

/** Compares language and script: zh-SG matches zh-Hans, zh-TW does not. */
function languageAndScript(tag: string): string | null {
  const usual = /^([a-z]{2})(?:[-_][a-z]{2})?$/i.exec(tag)?.[1]?.toLowerCase() ?? ''
  const script = USUAL_SCRIPTS[usual]
  if (script !== undefined) return `${usual}-${script}`
  try {
    const { language, script } = new Intl.Locale(tag.replace(/_/g, '-')).maximize()
    return `${language}-${script}`
  } catch {
    return null
  }
}
