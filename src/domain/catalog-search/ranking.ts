import type { BrowseVoucherRow } from '../catalog/browse-queries.ts'
import { BestHits, type Hit } from './best-hits.ts'
import { type City, type Kind, kindOf, type SearchRecords } from './search-records.ts'
import { HIDDEN, type VisibleMerchants } from './visible-merchants.ts'
import { ELSEWHERE, LATER, NO_COST, placeOf, tierOf, type WordMatch } from './word-match.ts'

/** The limit for each kind. */
const MAX_HITS = 20

export type Viewing = {
  now: Date
  category: string | undefined
  visible: Pick<VisibleMerchants, 'orderOf'>
  /** The distance of an outlet by its number, Infinity if it is unknown. Null if the user has no position. */
  away: ((outlet: number) => number) | null
}

/** Chooses the best records of each kind for one query. */
export class Ranking {
  readonly #records: SearchRecords
  readonly #matches: readonly WordMatch[]
  readonly #viewing: Viewing
  readonly #best: Record<Kind, BestHits>

  constructor(records: SearchRecords, matches: readonly WordMatch[], viewing: Viewing) {
    this.#records = records
    this.#matches = matches
    this.#viewing = viewing
    const best = () => new BestHits(MAX_HITS, viewing.away !== null)
    this.#best = { merchants: best(), vouchers: best(), outlets: best(), cities: best() }
    for (const [i, { entries }] of matches.entries()) {
      for (const entry of entries) if (!this.#isRanked(entry, i)) this.#rank(entry)
    }
  }

  bestOf(kind: Kind): readonly Hit[] {
    return this.#best[kind].list()
  }

  /** Whether the entry also matches an earlier word. */
  #isRanked(entry: number, matchIndex: number): boolean {
    for (let i = 0; i < matchIndex; i += 1) {
      if ((this.#matches[i] as WordMatch).costOf(entry) !== NO_COST) return true
    }
    return false
  }

  /** Runs for every entry that matches a word, so it makes no objects. */
  #rank(entry: number): void {
    const merchant = this.#records.merchantOfEntry[entry] as number
    let cost = 0
    let later = 0
    for (let i = 0; i < this.#matches.length; i += 1) {
      const match = this.#matches[i] as WordMatch
      const own = match.costOf(entry) || match.costOfName(merchant)
      if (own === NO_COST) return
      const place = placeOf(own)
      // The tier decides, and then whether the word is in a main text.
      cost += 2 * tierOf(own) + (place === ELSEWHERE ? 1 : 0)
      later += place === LATER ? 1 : 0
    }
    const kind = kindOf(this.#records.firstEntry, entry)
    const best = this.#best[kind]
    if (!best.isOpenTo(cost, later)) return
    const number = entry - this.#records.firstEntry[kind]
    const order = this.#orderOf(kind, number, merchant)
    if (order !== HIDDEN) best.add(cost, this.#awayOf(kind, number, merchant), later, order, number)
  }

  /** The usual order of the kind, or `HIDDEN` if the user must not see the record. */
  #orderOf(kind: Kind, number: number, merchant: number): number {
    if (kind === 'cities') return this.#orderOfCity(this.#records.cities[number] as City)
    const order = this.#orderOfMerchant(merchant)
    if (kind !== 'vouchers' || order === HIDDEN) return order
    // The newest voucher comes first, as in the records.
    return (this.#records.endOfVoucher[number] as number) > this.#viewing.now.getTime() ? number : HIDDEN
  }

  /** The city with the most outlets comes first: its order is the number of outlets that are not visible there. */
  #orderOfCity({ outlets }: City): number {
    let count = 0
    for (const outlet of outlets) {
      if (this.#orderOfMerchant(this.#records.merchantOfOutlet(outlet)) !== HIDDEN) count += 1
    }
    return count === 0 ? HIDDEN : this.#records.outlets.length - count
  }

  #orderOfMerchant(merchant: number): number {
    const { category, visible } = this.#viewing
    if (category !== undefined && this.#records.merchants[merchant]?.category !== category) return HIDDEN
    return visible.orderOf(merchant)
  }

  /** The distance to the record; Infinity if it is unknown. */
  #awayOf(kind: Kind, number: number, merchant: number): number {
    const { away } = this.#viewing
    if (!away) return Infinity
    switch (kind) {
      case 'merchants':
        return this.#nearest(away, merchant, null)
      case 'vouchers':
        return this.#nearest(away, merchant, (this.#records.vouchers[number] as BrowseVoucherRow).outletIds)
      case 'outlets':
        return away(number)
      case 'cities':
        return this.#nearestInCity(away, this.#records.cities[number] as City)
    }
  }

  #nearestInCity(away: (outlet: number) => number, { outlets }: City): number {
    let nearest = Infinity
    for (const outlet of outlets) {
      if (this.#orderOfMerchant(this.#records.merchantOfOutlet(outlet)) === HIDDEN) continue
      nearest = Math.min(nearest, away(outlet))
    }
    return nearest
  }

  /** The distance to the nearest outlet of the merchant, or to the nearest of these outlets. */
  #nearest(away: (outlet: number) => number, merchant: number, outletIds: string[] | null): number {
    const { firstOutlet, outlets } = this.#records
    const end = firstOutlet[merchant + 1] as number
    let nearest = Infinity
    for (let i = firstOutlet[merchant] as number; i < end; i += 1) {
      if (outletIds && !outletIds.includes(outlets[i]?.id as string)) continue
      nearest = Math.min(nearest, away(i))
    }
    return nearest
  }
}
