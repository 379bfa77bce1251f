import { BestHits, type Hit } from './best-hits.ts'
import { costOfKey, type Group, keyOf, laterOfKey, NO_KEY } from './candidates.ts'
import type { Distances } from './outlet-positions.ts'
import { ENOUGH } from './outlet-tree.ts'
import type { City, Kind, SearchRecords } from './search-records.ts'
import type { VisibleMerchants } from './visible-merchants.ts'
import type { WordMatch } from './word-match.ts'

/** The limit for each kind. A user who misses something among ten types another letter. Each hit costs time and bytes. */
const MAX_HITS = 10

/** To visit an outlet takes about as long as to measure the distance to this many records. */
const RECORDS_PER_VISIT = 5

type RecordKind = Exclude<Kind, 'cities'>
type Rank = Pick<Group, 'cost' | 'later'>

export type Viewing = {
  matches: readonly WordMatch[]
  now: Date
  category: string | undefined
  visible: Pick<VisibleMerchants, 'includes'>
  /** Null if the user has no position. */
  distances: Distances | null
}

/** Chooses the best candidates that a user can see. */
export class Ranking {
  readonly #records: SearchRecords
  readonly #matches: Viewing['matches']
  readonly #nowMs: number
  readonly #category: string | undefined
  readonly #visible: Viewing['visible']
  readonly #distances: Viewing['distances']

  constructor(records: SearchRecords, { matches, now, category, visible, distances }: Viewing) {
    this.#records = records
    this.#matches = matches
    this.#nowMs = now.getTime()
    this.#category = category
    this.#visible = visible
    this.#distances = distances
  }

  bestOf(kind: Kind, groups: readonly Group[]): readonly Hit[] {
    return kind === 'cities' ? this.#bestCities(groups) : this.#bestRecords(kind, groups)
  }

  /** The usual order of records is that of their numbers: merchants and outlets by name, the newest voucher first. */
  #bestRecords(kind: RecordKind, groups: readonly Group[]): readonly Hit[] {
    const best = new BestHits(MAX_HITS)
    for (const cost of new Set(groups.map((group) => group.cost))) {
      // Not even the nearest of these records would be among the best.
      if (!best.accepts(cost, 0, 0, 0)) break
      const equals = groups.filter((group) => group.cost === cost)
      const nearest = this.#findNearest(kind, equals, MAX_HITS - best.count)
      if (nearest)
        for (const { away, later, order, number } of nearest) best.add(cost, away, later, order, number)
      else for (const group of equals) this.#addAll(best, kind, group)
    }
    return best.list()
  }

  #addAll(best: BestHits, kind: RecordKind, group: Group): void {
    const { cost, later, numbers } = group
    for (let i = 0; i < numbers.length; i += 1) {
      const number = numbers[i] as number
      const merchant = this.#merchantOf(kind, number)
      this.#add(best, kind, group, number, merchant)
      // Without a position, the records after this one are no better.
      if (!this.#distances && !best.accepts(cost, Infinity, later, number)) return
    }
  }

  #add(best: BestHits, kind: RecordKind, { cost, later }: Rank, number: number, merchant: number): void {
    const away = this.#awayOf(kind, number, merchant)
    if (!best.accepts(cost, away, later, number)) return
    if (this.#canSee(kind, number, merchant)) best.add(cost, away, later, number, number)
  }

  /**
   * The nearest records of groups with the same cost. They are found by a walk from outlet to outlet if that is faster than
   * to measure the distance to each record; null if it is not.
   */
  #findNearest(kind: RecordKind, groups: readonly Group[], count: number): readonly Hit[] | null {
    const distances = this.#distances
    const recordCount = groups.reduce((sum, { numbers }) => sum + numbers.length, 0)
    const maxVisits = recordCount / RECORDS_PER_VISIT
    if (!distances || (count * this.#records.merchants.length) / recordCount > maxVisits) return null
    const nearest = new BestHits(count)
    const cost = groups[0]?.cost as number
    const firstEntry = this.#records.firstEntry[kind]
    let visits = 0
    distances.walk((outlet) => {
      visits += 1
      const merchant = this.#records.merchantOfOutlet(outlet)
      for (const number of this.#recordsAt(kind, outlet, merchant)) {
        const key = keyOf(firstEntry + number, merchant, this.#matches)
        // A merchant has other outlets, where its records must not be added again.
        if (key === NO_KEY || costOfKey(key) !== cost || nearest.includes(number)) continue
        this.#add(nearest, kind, { cost, later: laterOfKey(key) }, number, merchant)
      }
      return visits > maxVisits ? ENOUGH : nearest.reach
    })
    // Records without a position were not visited, so they must be worse than all that were found.
    return visits > maxVisits || nearest.reach === Infinity ? null : nearest.list()
  }

  #recordsAt(kind: RecordKind, outlet: number, merchant: number): readonly number[] {
    if (kind === 'merchants') return [merchant]
    return kind === 'outlets' ? [outlet] : (this.#records.vouchersOfMerchant[merchant] ?? [])
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
    return outlets ? distances.toNearestOf(outlets) : distances.toMerchant(merchant)
  }
}
