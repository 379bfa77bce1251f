import type { Language } from '../languages/language-choice.ts'
import type { MerchantJson, MerchantText } from './merchant-json.ts'

/** How many languages are in memory. Each needs as much memory as the base language. */
const MAX_LANGUAGES = 12

/** The JSON of all merchants by language. A language is written at its first use. */
export class LocalizedJson {
  readonly #base: MerchantJson
  readonly #translated: (language: Language) => Map<number, MerchantText>
  readonly #byLanguage = new Map<string, MerchantJson>()

  /** `translated` returns the merchants whose texts differ in a language, by number. */
  constructor(base: MerchantJson, translated: (language: Language) => Map<number, MerchantText>) {
    this.#base = base
    this.#translated = translated
  }

  /** `null` is the base language. */
  in(language: Language | null): MerchantJson {
    if (!language || language.tags.length === 0) return this.#base
    const key = language.tags.join()
    const json = this.#byLanguage.get(key) ?? this.#write(language)
    // The language moves to the end, so that the first one is the least recently used.
    this.#byLanguage.delete(key)
    this.#byLanguage.set(key, json)
    const [oldest] = this.#byLanguage.keys()
    if (this.#byLanguage.size > MAX_LANGUAGES && oldest !== undefined) this.#byLanguage.delete(oldest)
    return json
  }

  #write(language: Language): MerchantJson {
    const texts = this.#translated(language)
    return texts.size === 0 ? this.#base : this.#base.replacing(texts)
  }
}
