import type { Position } from '../../platform/geo.ts'
import type { TimeSlice } from '../../platform/time-slice.ts'
import type { CatalogRows } from '../catalog/browse-queries.ts'
import type { Hit } from './best-hits.ts'
import { OutletPositions, wholeMeters } from './outlet-positions.ts'
import { Ranking, type Viewing } from './ranking.ts'
import { type Kind, SearchRecords } from './search-records.ts'
import { matchTexts, type TextMatch, type WantedWord } from './text-matches.ts'
import { VisibleMerchantsCache } from './visible-merchants.ts'
import { WordIndex } from './word-index.ts'
import { NO_COST, tierOf, type WordMatch } from './word-match.ts'
import { queryWordsOf } from './words.ts'

/** More words than this cost time and hardly change the result. */
const MAX_WORDS = 16

export type SearchQuery = {
  text: string
  here: Position | null
  /** The languages of the response, best first; empty for the base language. */
  tags: readonly string[]
} & Omit<Viewing, 'away'>

/** A record by its number. `distance` is in whole meters, and null if it is unknown. */
export type Found = {
  number: number
  distance: number | null
  /** For cities: how many outlets the user can see there. */
  outletCount?: number
  matches: TextMatch[]
}

const NOTHING: Record<Kind, Found[]> = { merchants: [], vouchers: [], outlets: [], cities: [] }

/** Finds merchants, vouchers, outlets and cities by words in any language. It never changes: a new catalog needs a new one. */
export class SearchIndex {
  readonly records: SearchRecords
  readonly visible: VisibleMerchantsCache
  readonly #words: WordIndex
  readonly #positions: OutletPositions

  private constructor(records: SearchRecords, words: WordIndex) {
    this.records = records
    this.visible = new VisibleMerchantsCache(records.merchants)
    this.#words = words
    this.#positions = new OutletPositions(records.outlets)
  }

  static async of(rows: CatalogRows, slice: TimeSlice): Promise<SearchIndex> {
    const records = await SearchRecords.of(rows, slice)
    return new SearchIndex(records, await WordIndex.of(records, slice))
  }

  /** A record must match every word. Vouchers and outlets may match some words by the name of their merchant. */
  search(query: SearchQuery): Record<Kind, Found[]> {
    const words = queryWordsOf(query.text).slice(0, MAX_WORDS)
    const matches = words.map((word) => this.#words.match(word))
    if (matches.some(({ entries }) => entries.length === 0)) return NOTHING
    const away = query.here && this.#positions.from(query.here)
    const ranking = new Ranking(this.records, matches, { ...query, away })
    const foundOf = (kind: Kind) =>
      ranking.bestOf(kind).map((hit) => this.#explain(kind, hit, matches, query.tags))
    return {
      merchants: foundOf('merchants'),
      vouchers: foundOf('vouchers'),
      outlets: foundOf('outlets'),
      cities: foundOf('cities'),
    }
  }

  /** Shows where each word matches: in a text of the record, or else in the name of its merchant. */
  #explain(kind: Kind, hit: Hit, matches: WordMatch[], tags: readonly string[]): Found {
    const { number, away } = hit
    const entry = this.records.firstEntry[kind] + number
    const [own, others] = [[] as WantedWord[], [] as WantedWord[]]
    const merchant = this.records.merchantOfEntry[entry] as number
    for (const match of matches) {
      const cost = match.costOf(entry)
      if (cost !== NO_COST) own.push({ match, tier: tierOf(cost) })
      else others.push({ match, tier: tierOf(match.costOfName(merchant)) })
    }
    const found = matchTexts(this.records.textsOf(kind, number), own, tags)
    if (others.length > 0) found.push(...matchTexts([this.records.merchantNameOf(merchant)], others, tags))
    const outletCount = this.records.outlets.length - hit.order
    return { number, ...(kind === 'cities' && { outletCount }), distance: wholeMeters(away), matches: found }
  }
}
