import { canonicalTag, languageAndScript } from '../../platform/input/language-tag.ts'
import { readAcceptLanguage } from './accept-language.ts'

/** The language that a request names. The query parameter `lang` wins over the header. */
export type LanguageRequest = { lang: string | undefined; acceptLanguage: string | null }

export type Language = {
  /** The value of the `content-language` header. */
  tag: string
  /** The translations to use, best first. Empty if the text of the base language is the best one. */
  tags: readonly string[]
}

/** Clients can send any header value, so the number of remembered choices is limited. */
const MAX_REMEMBERED = 500

/** Chooses between the base language and the languages of the translations in the catalog. */
export class LanguageChoice {
  readonly #base: Language
  readonly #available: readonly string[]
  /** The language and script of each tag that can be chosen. */
  readonly #scripts: ReadonlyMap<string, string>
  readonly #remembered = new Map<string, Language>()

  /** `translated` are the language tags of all translations. */
  constructor(base: string, translated: Iterable<string>) {
    this.#base = { tag: base, tags: [] }
    this.#available = [...new Set(translated)].sort()
    this.#scripts = new Map([...this.#available, base].map((tag) => [tag, languageAndScript(tag)]))
  }

  /** Returns null if the request names no language. */
  choose({ lang, acceptLanguage }: LanguageRequest): Language | null {
    if (lang !== undefined) return this.#recall(lang, () => [lang])
    if (acceptLanguage === null) return null
    return this.#recall(acceptLanguage, () => readAcceptLanguage(acceptLanguage))
  }

  #recall(requested: string, ranges: () => string[]): Language {
    const known = this.#remembered.get(requested)
    if (known) return known
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear()
    const language = this.#match(ranges())
    this.#remembered.set(requested, language)
    return language
  }

  #match(ranges: string[]): Language {
    for (const range of ranges) {
      if (range === '*') return this.#base
      const wanted = canonicalTag(range)
      const [tag, ...others] = wanted === null ? [] : this.#ranked(wanted)
      if (tag !== undefined) return this.#untilBase([tag, ...others])
    }
    return this.#base
  }

  /** Translations after the base language are not used, because the base text always exists. */
  #untilBase(ranked: [string, ...string[]]): Language {
    const end = ranked.indexOf(this.#base.tag)
    const tags = end === -1 ? ranked : ranked.slice(0, end + 1)
    return { tag: ranked[0], tags: tags.filter((tag) => this.#available.includes(tag)) }
  }

  /**
   * The tags that satisfy a range, best first: the same tag, a shorter one (ms for ms-MY), then others in the same
   * language and script (zh-Hans for zh-CN), first those of the same region.
   */
  #ranked(wanted: string): string[] {
    const written = languageAndScript(wanted)
    const { region } = new Intl.Locale(wanted).maximize()
    const distance = (tag: string) => {
      if (tag === wanted) return 0
      if (wanted.startsWith(`${tag}-`)) return 1 + (wanted.length - tag.length) / 100
      return new Intl.Locale(tag).maximize().region === region ? 2 : 3
    }
    return [...this.#scripts]
      .flatMap(([tag, script]) => (script === written ? [tag] : []))
      .sort((a, b) => distance(a) - distance(b) || (a < b ? -1 : 1))
  }
}
