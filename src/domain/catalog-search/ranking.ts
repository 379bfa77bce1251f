import { BestHits, type Hit } from './best-hits.ts'
import type { Group } from './candidates.ts'
import type { Distances } from './outlet-positions.ts'
import type { City, Kind, SearchRecords } from './search-records.ts'
import type { VisibleMerchants } from './visible-merchants.ts'

/** The limit for each kind. */
const MAX_HITS = 20

type RecordKind = Exclude<Kind, 'cities'>

export type Viewing = {
  now: Date
  category: string | undefined
  visible: Pick<VisibleMerchants, 'includes'>
  /** Null if the user has no position. */
  distances: Distances | null
}

/** Chooses the best candidates that a user can see. */
export class Ranking {
  readonly #records: SearchRecords
  readonly #nowMs: number
  readonly #category: string | undefined
  readonly #visible: Viewing['visible']
  readonly #distances: Viewing['distances']
  /** The distances that are known so far; 0 if one is not. A merchant has several vouchers. */
  readonly #awayOfMerchants: Float64Array

  constructor(records: SearchRecords, { now, category, visible, distances }: Viewing) {
    this.#records = records
    this.#nowMs = now.getTime()
    this.#category = category
    this.#visible = visible
    this.#distances = distances
    this.#awayOfMerchants = new Float64Array(distances ? records.merchants.length : 0)
  }

  bestOf(kind: Kind, groups: readonly Group[]): readonly Hit[] {
    return kind === 'cities' ? this.#bestCities(groups) : this.#bestRecords(kind, groups)
  }

  /** The usual order of records is that of their numbers: merchants and outlets by name, the newest voucher first. */
  #bestRecords(kind: RecordKind, groups: readonly Group[]): readonly Hit[] {
    const best = new BestHits(MAX_HITS)
    for (const { cost, later, numbers } of groups) {
      // Not even the nearest record of this group would be among the best.
      if (!best.accepts(cost, 0, 0, 0)) break
      for (let i = 0; i < numbers.length; i += 1) {
        const number = numbers[i] as number
        const merchant = this.#merchantOf(kind, number)
        const away = this.#awayOf(kind, number, merchant)
        if (best.accepts(cost, away, later, number)) {
          if (this.#canSee(kind, number, merchant)) best.add(cost, away, later, number, number)
        } else if (!this.#distances) return best.list()
      }
    }
    return best.list()
  }

  #bestCities(groups: readonly Group[]): readonly Hit[] {
    const best = new BestHits(MAX_HITS)
    for (const { cost, later, numbers } of groups) {
      for (const number of numbers) {
        const { count, away } = this.#visibleOutletsOf(this.#records.cities[number] as City)
        // The city with the most outlets comes first.
        const order = this.#records.outlets.length - count
        if (count > 0) best.add(cost, away, later, order, number)
      }
    }
    return best.list()
  }

  #visibleOutletsOf({ outlets }: City): { count: number; away: number } {
    let count = 0
    let away = Infinity
    for (const outlet of outlets) {
      if (!this.#includes(this.#records.merchantOfOutlet(outlet))) continue
      count += 1
      if (this.#distances) away = Math.min(away, this.#distances.to(outlet))
    }
    return { count, away }
  }

  #merchantOf(kind: RecordKind, number: number): number {
    if (kind === 'merchants') return number
    return kind === 'vouchers'
      ? this.#records.merchantOfVoucher(number)
      : this.#records.merchantOfOutlet(number)
  }

  #canSee(kind: RecordKind, number: number, merchant: number): boolean {
    const hasEnded = kind === 'vouchers' && (this.#records.endOfVoucher[number] as number) <= this.#nowMs
    return !hasEnded && this.#includes(merchant)
  }

  #includes(merchant: number): boolean {
    const isOther =
      this.#category !== undefined && this.#records.merchants[merchant]?.category !== this.#category
    return !isOther && this.#visible.includes(merchant)
  }

  /** The distance to the record; Infinity if it is unknown. */
  #awayOf(kind: RecordKind, number: number, merchant: number): number {
    const distances = this.#distances
    if (!distances) return Infinity
    if (kind === 'outlets') return distances.to(number)
    const outlets = kind === 'vouchers' ? this.#records.outletsOfVoucher[number] : null
    return outlets ? distances.toNearestOf(outlets) : this.#awayOfMerchant(merchant, distances)
  }

  #awayOfMerchant(merchant: number, distances: Distances): number {
    const known = this.#awayOfMerchants[merchant] as number
    if (known !== 0) return known
    const { firstOutlet } = this.#records
    const away = distances.toNearest(firstOutlet[merchant] as number, firstOutlet[merchant + 1] as number)
    this.#awayOfMerchants[merchant] = away
    return away
  }
}
