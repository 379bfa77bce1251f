/** A record that was found. All values rank it: less is better, and the first one that differs decides. */
export type Hit = {
  /** How well the words match, over all words of the query. */
  cost: number
  /** The squared chord to the user; Infinity if there is no position. */
  away: number
  /** How many words stand at the beginning of no text. */
  later: number
  /** The usual order of the kind. */
  order: number
  /** The number of the record. */
  number: number
}

/** Keeps the best hits. Sorting all of them would take most of the time of a search for a common word. */
export class BestHits {
  readonly #hits: Hit[] = []
  readonly #maxCount: number
  readonly #hasPosition: boolean

  constructor(maxCount: number, hasPosition: boolean) {
    this.#maxCount = maxCount
    this.#hasPosition = hasPosition
  }

  /** Whether such a hit may be among the best. Its other values take longer to find out. */
  isOpenTo(cost: number, later: number): boolean {
    const worst = this.#hits[this.#maxCount - 1]
    if (worst === undefined || cost < worst.cost) return true
    return cost === worst.cost && (this.#hasPosition || later <= worst.later)
  }

  /** Makes a hit of these values only if it is among the best. */
  add(cost: number, away: number, later: number, order: number, number: number): void {
    const worst = this.#hits[this.#maxCount - 1]
    if (worst !== undefined && !isBetter(cost, away, later, order, number, worst)) return
    let place = Math.min(this.#hits.length, this.#maxCount - 1)
    for (; place > 0; place -= 1) {
      const before = this.#hits[place - 1] as Hit
      if (!isBetter(cost, away, later, order, number, before)) break
      this.#hits[place] = before
    }
    this.#hits[place] = { cost, away, later, order, number }
  }

  list(): readonly Hit[] {
    return this.#hits
  }
}

function isBetter(
  cost: number,
  away: number,
  later: number,
  order: number,
  number: number,
  than: Hit,
): boolean {
  if (cost !== than.cost) return cost < than.cost
  if (away !== than.away) return away < than.away
  if (later !== than.later) return later < than.later
  return order !== than.order ? order < than.order : number < than.number
}
