import { BestHits, type Hit } from './best-hits.ts'
import type { Group } from './candidates.ts'
import type { Distances } from './outlet-positions.ts'
import type { City, Kind, SearchRecords } from './search-records.ts'
import { HIDDEN, type VisibleMerchants } from './visible-merchants.ts'

/** The limit for each kind. */
const MAX_HITS = 20

export type Viewing = {
  now: Date
  category: string | undefined
  visible: Pick<VisibleMerchants, 'orderOf'>
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

  constructor(records: SearchRecords, { now, category, visible, distances }: Viewing) {
    this.#records = records
    this.#nowMs = now.getTime()
    this.#category = category
    this.#visible = visible
    this.#distances = distances
  }

  bestOf(kind: Kind, groups: readonly Group[]): readonly Hit[] {
    const best = new BestHits(MAX_HITS, this.#distances !== null)
    for (const { cost, later, numbers } of groups) {
      if (!best.isOpenTo(cost, later)) continue
      for (let i = 0; i < numbers.length; i += 1) {
        const number = numbers[i] as number
        const merchant = this.#merchantOf(kind, number)
        const order = this.#orderOf(kind, number, merchant)
        if (order !== HIDDEN) best.add(cost, this.#awayOf(kind, number, merchant), later, order, number)
      }
    }
    return best.list()
  }

  /** Cities have none. */
  #merchantOf(kind: Kind, number: number): number {
    if (kind === 'merchants') return number
    return kind === 'vouchers'
      ? this.#records.merchantOfVoucher(number)
      : this.#records.merchantOfOutlet(number)
  }

  /** The usual order of the kind, or `HIDDEN` if the user must not see the record. */
  #orderOf(kind: Kind, number: number, merchant: number): number {
    if (kind === 'cities') return this.#orderOfCity(this.#records.cities[number] as City)
    const order = this.#orderOfMerchant(merchant)
    if (kind !== 'vouchers' || order === HIDDEN) return order
    // The newest voucher comes first, as in the records.
    return (this.#records.endOfVoucher[number] as number) > this.#nowMs ? number : HIDDEN
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
    const isOther =
      this.#category !== undefined && this.#records.merchants[merchant]?.category !== this.#category
    return isOther ? HIDDEN : this.#visible.orderOf(merchant)
  }

  /** The distance to the record; Infinity if it is unknown. */
  #awayOf(kind: Kind, number: number, merchant: number): number {
    const distances = this.#distances
    if (!distances) return Infinity
    if (kind === 'outlets') return distances.to(number)
    if (kind === 'cities') return this.#nearestInCity(distances, this.#records.cities[number] as City)
    const { firstOutlet, outletIdsOfVoucher } = this.#records
    const first = firstOutlet[merchant] as number
    const end = firstOutlet[merchant + 1] as number
    const outletIds = kind === 'vouchers' ? outletIdsOfVoucher[number] : null
    return outletIds ? this.#nearestOf(distances, outletIds, first, end) : distances.toNearest(first, end)
  }

  #nearestInCity(distances: Distances, { outlets }: City): number {
    let nearest = Infinity
    for (const outlet of outlets) {
      if (this.#orderOfMerchant(this.#records.merchantOfOutlet(outlet)) === HIDDEN) continue
      nearest = Math.min(nearest, distances.to(outlet))
    }
    return nearest
  }

  /** The distance to the nearest of these outlets of a merchant. */
  #nearestOf(distances: Distances, outletIds: string[], first: number, end: number): number {
    let nearest = Infinity
    for (let i = first; i < end; i += 1) {
      const isAccepted = outletIds.includes(this.#records.outlets[i]?.id as string)
      if (isAccepted) nearest = Math.min(nearest, distances.to(i))
    }
    return nearest
  }
}
