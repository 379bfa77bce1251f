import { words as english } from '../languages/en.ts'
import { createFormats, type Formats } from './formats.ts'

/** Every text of the app; English is the measure, and a language that lacks a key does not compile. */
export type Words = ReturnType<typeof english>

/** One file a language, named by its tag. */
const FILES = import.meta.glob<(format: Formats) => Words>(['../languages/*.ts', '!../languages/en.ts'], {
  import: 'words',
})
const ENGLISH = 'en'

export let format: Formats = createFormats(ENGLISH)
export let words: Words = english(format)

/** Settles the language: the host's `lang` parameter, else the browser's, else English. */
export async function chooseLanguage(): Promise<void> {
  const asked = new URLSearchParams(location.search).get('lang')
  const wanted = [...(asked ? [asked] : []), ...navigator.languages]
  const { tag, locale } = match(wanted)
  try {
    const load = FILES[`../languages/${tag}.ts`]
    const chosen = load ? await load() : english
    format = createFormats(locale)
    words = chosen(format)
  } catch {
    // Without its file, in English: better than a white screen.
  }
  document.documentElement.lang = format.locale
  document.documentElement.dir = words.direction
  document.title = words.title
}

function match(wanted: string[]): { tag: string; locale: string } {
  const spoken = [ENGLISH, ...Object.keys(FILES).map((path) => path.replace(/^.*\/|\.ts$/g, ''))]
  for (const locale of wanted) {
    const tag = spoken.find((candidate) => written(candidate) === written(locale))
    if (tag !== undefined) return { tag, locale: locale.replace(/_/g, '-') }
  }
  return { tag: ENGLISH, locale: ENGLISH }
}

/** Language and script, so that zh-SG finds zh-Hans and zh-TW does not. */
function written(tag: string): string | null {
  try {
    const { language, script } = new Intl.Locale(tag.replace(/_/g, '-')).maximize()
    return `${language}-${script}`
  } catch {
    return null
  }
}
