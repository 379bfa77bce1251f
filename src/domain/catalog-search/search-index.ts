import type { Position } from '../../platform/geo.ts'
import type { TimeSlice } from '../../platform/time-slice.ts'
import type { CatalogRows } from '../catalog/browse-queries.ts'
import { type Candidates, findCandidates } from './candidates.ts'
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
/** How many queries are remembered. With 110,000 records, each takes about 200 KB. */
const MAX_REMEMBERED = 100
/** How many records of a query keep their matches, of about 300 bytes each. */
const MAX_EXPLAINED = 500

export type SearchQuery = {
  text: string
  here: Position | null
  /** The languages of the response, best first; empty for the base language. */
  tags: readonly string[]
} & Omit<Viewing, 'distances'>

/** A record by its number. `distance` is in whole meters, and null if it is unknown. */
export type Found = {
  number: number
  distance: number | null
  /** For cities: how many outlets the user can see there. */
  outletCount?: number
  matches: TextMatch[]
}

type Matched = {
  matches: WordMatch[]
  candidates: Candidates
  /** Where the words match in a record, by its entry and the languages of the response. */
  explained: Map<string, TextMatch[]>
}

/** Finds merchants, vouchers, outlets and cities by words in any language. A new catalog needs a new index. */
export class SearchIndex {
  readonly records: SearchRecords
  readonly visible: VisibleMerchantsCache
  readonly #words: WordIndex
  readonly #positions: OutletPositions
  readonly #matched = new Map<string, Matched>()

  private constructor(records: SearchRecords, words: WordIndex, positions: OutletPositions) {
    this.records = records
    this.visible = new VisibleMerchantsCache(records.merchants)
    this.#words = words
    this.#positions = positions
  }

  static async of(rows: CatalogRows, slice: TimeSlice): Promise<SearchIndex> {
    const records = await SearchRecords.of(rows, slice)
    const words = await WordIndex.of(records, slice)
    return new SearchIndex(records, words, await OutletPositions.of(records.outlets, slice))
  }

  search(query: SearchQuery): Record<Kind, Found[]> {
    const matched = this.#match(queryWordsOf(query.text).slice(0, MAX_WORDS))
    const distances = query.here && this.#positions.from(query.here)
    const ranking = new Ranking(this.records, { ...query, distances })
    const foundOf = (kind: Kind) =>
      ranking.bestOf(kind, matched.candidates[kind]).map((hit): Found => {
        const matches = this.#explain(kind, hit.number, matched, query.tags)
        const outletCount = this.records.outlets.length - hit.order
        const distance = wholeMeters(hit.away)
        return { number: hit.number, ...(kind === 'cities' && { outletCount }), distance, matches }
      })
    return {
      merchants: foundOf('merchants'),
      vouchers: foundOf('vouchers'),
      outlets: foundOf('outlets'),
      cities: foundOf('cities'),
    }
  }

  /** Many users type the same words, and the beginnings of words are even fewer. */
  #match(words: string[]): Matched {
    const key = words.join(' ')
    const matched = this.#matched.get(key) ?? this.#matchWords(words)
    // The query moves to the end, so that the first one is the least recently used.
    this.#matched.delete(key)
    this.#matched.set(key, matched)
    const [oldest] = this.#matched.keys()
    if (this.#matched.size > MAX_REMEMBERED && oldest !== undefined) this.#matched.delete(oldest)
    return matched
  }

  #matchWords(words: string[]): Matched {
    const matches = words.map((word) => this.#words.match(word))
    return { matches, candidates: findCandidates(this.records, matches), explained: new Map() }
  }

  #explain(kind: Kind, number: number, matched: Matched, tags: readonly string[]): TextMatch[] {
    const { explained, matches } = matched
    const entry = this.records.firstEntry[kind] + number
    const key = `${entry} ${tags}`
    const known = explained.get(key)
    if (known) return known
    const found = this.#matchRecord(kind, number, matches, tags)
    if (explained.size >= MAX_EXPLAINED) explained.clear()
    explained.set(key, found)
    return found
  }

  /** Shows where each word matches: in a text of the record, or else in the name of its merchant. */
  #matchRecord(kind: Kind, number: number, matches: WordMatch[], tags: readonly string[]): TextMatch[] {
    const entry = this.records.firstEntry[kind] + number
    const merchant = this.records.merchantOfEntry[entry] as number
    const [own, others] = [[] as WantedWord[], [] as WantedWord[]]
    for (const match of matches) {
      const cost = match.costOf(entry)
      if (cost !== NO_COST) own.push({ match, tier: tierOf(cost) })
      else others.push({ match, tier: tierOf(match.costOfName(merchant)) })
    }
    const found = matchTexts(this.records.textsOf(kind, number), own, tags)
    if (others.length > 0) found.push(...matchTexts([this.records.merchantNameOf(merchant)], others, tags))
    return found
  }
}
