import { RecentlyUsed } from '../../platform/recently-used.ts'
import type { Language } from '../languages/language-choice.ts'
import type { VisibleMerchants } from './visible-merchants.ts'

const MAX_BYTES = 16 * 1024 * 1024

/** A search without a position. Users who see the same merchants get the same result in the same language. */
export type SharedQuery = {
  visible: VisibleMerchants
  language: Language | null
  category: string | undefined
  words: readonly string[]
}

export type SharedResult = {
  /** The JSON for users who have none of its merchants as favorites. */
  json: Buffer
  etag: string
  /** Numbers of merchants in the snapshot. */
  merchants: readonly number[]
  /** It holds from this time until before the next one, when a voucher ends or an outlet opens or closes. */
  from: number
  until: number
}

/** The results of searches. They belong to one index, and their merchants to one snapshot, so a new catalog needs new ones. */
export class RememberedResults {
  readonly #results = new RecentlyUsed<SharedResult>(MAX_BYTES)

  find(query: SharedQuery, now: Date, favorites: ReadonlySet<number>): SharedResult | null {
    const result = this.#results.get(keyOf(query))
    if (!result || now.getTime() < result.from || now.getTime() >= result.until) return null
    return hasFavorite(result, favorites) ? null : result
  }

  add(query: SharedQuery, result: SharedResult, favorites: ReadonlySet<number>): void {
    if (!hasFavorite(result, favorites)) this.#results.set(keyOf(query), result, result.json.length)
  }
}

function hasFavorite({ merchants }: SharedResult, favorites: ReadonlySet<number>): boolean {
  return favorites.size > 0 && merchants.some((number) => favorites.has(number))
}

function keyOf({ visible, language, category, words }: SharedQuery): string {
  return [visible.id, language?.tag, language?.tags, category, words.join(' ')].join('|')
}
