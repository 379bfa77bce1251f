import type { Position } from '../../platform/geo.ts'
import { RecentlyUsed } from '../../platform/recently-used.ts'
import type { TimeSlice } from '../../platform/time-slice.ts'
import type { CatalogRows } from '../catalog/browse-queries.ts'
import { bytesOf, type Candidates, findCandidates } from './candidates.ts'
import { OutletPositions, wholeMeters } from './outlet-positions.ts'
import { Ranking, type Viewing } from './ranking.ts'
import { RememberedResults } from './remembered-results.ts'
import { type Kind, SearchRecords } from './search-records.ts'
import { matchTexts, type TextMatch, type WantedWord } from './text-matches.ts'
import { VisibleMerchantsCache } from './visible-merchants.ts'
import { WordIndex } from './word-index.ts'
import { NO_COST, tierOf, type WordMatch } from './word-match.ts'

/** More words than this cost time and hardly change the result. */
const MAX_WORDS = 16
/** With 110,000 records, a word in few of them takes 1 KB, and one letter 500 KB. */
const MAX_BYTES_OF_WORDS = 16 * 1024 * 1024
const MAX_BYTES_OF_CANDIDATES = 8 * 1024 * 1024

export type SearchQuery = {
  /** Those that `queryWordsOf` finds in a text. */
  words: readonly string[]
  here: Position | null
  /** The languages of the response, best first; empty for the base language. */
  tags: readonly string[]
} & Omit<Viewing, 'matches' | 'distances'>

/** A record by its number. `distance` is in whole meters, and null if it is unknown. */
export type Found = {
  number: number
  distance: number | null
  /** For cities: how many outlets the user can see there. */
  outletCount?: number
  matches: TextMatch[]
}

/** Finds merchants, vouchers, outlets and cities by words in any language. A new catalog needs a new index. */
export class SearchIndex {
  readonly records: SearchRecords
  readonly visible: VisibleMerchantsCache
  readonly results = new RememberedResults()
  readonly #words: WordIndex
  readonly #positions: OutletPositions
  // Many users type the same words, and the beginnings of words are even fewer.
  readonly #matchOfWord = new RecentlyUsed<WordMatch>(MAX_BYTES_OF_WORDS)
  readonly #candidatesOfWords = new RecentlyUsed<Candidates>(MAX_BYTES_OF_CANDIDATES)

  private constructor(records: SearchRecords, words: WordIndex, positions: OutletPositions) {
    this.records = records
    this.visible = new VisibleMerchantsCache(records.merchants)
    this.#words = words
    this.#positions = positions
  }

  static async of(rows: CatalogRows, slice: TimeSlice): Promise<SearchIndex> {
    const records = await SearchRecords.of(rows, slice)
    const words = await WordIndex.of(records, slice)
    return new SearchIndex(records, words, await OutletPositions.of(records, slice))
  }

  search(query: SearchQuery): Record<Kind, Found[]> {
    const words = query.words.slice(0, MAX_WORDS)
    const matches = words.map((word) => this.#match(word))
    const candidates = this.#findCandidates(words.join(' '), matches)
    const distances = query.here && this.#positions.from(query.here)
    const ranking = new Ranking(this.records, { ...query, matches, distances })
    const foundOf = (kind: Kind) =>
      ranking.bestOf(kind, candidates[kind]).map((hit): Found => {
        const texts = this.#matchRecord(kind, hit.number, matches, query.tags)
        const outletCount = this.records.outlets.length - hit.order
        const distance = wholeMeters(hit.away)
        return { number: hit.number, ...(kind === 'cities' && { outletCount }), distance, matches: texts }
      })
    return {
      merchants: foundOf('merchants'),
      vouchers: foundOf('vouchers'),
      outlets: foundOf('outlets'),
      cities: foundOf('cities'),
    }
  }

  #match(word: string): WordMatch {
    const known = this.#matchOfWord.get(word)
    if (known) return known
    const match = this.#words.match(word)
    this.#matchOfWord.set(word, match, match.bytes)
    return match
  }

  #findCandidates(words: string, matches: readonly WordMatch[]): Candidates {
    const known = this.#candidatesOfWords.get(words)
    if (known) return known
    const candidates = findCandidates(this.records, matches)
    this.#candidatesOfWords.set(words, candidates, bytesOf(candidates))
    return candidates
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
