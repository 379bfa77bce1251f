/** A record that was found. Its values before `number` rank it: less is better, and the first one that differs decides. */
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

  constructor(maxCount: number) {
    this.#maxCount = maxCount
  }

  /** Whether such a hit would be among the best. */
  accepts(cost: number, away: number, later: number, order: number): boolean {
    const worst = this.#hits[this.#maxCount - 1]
    return worst === undefined || isBetter(cost, away, later, order, worst)
  }

  /** Makes a hit of these values only if it is among the best. */
  add(cost: number, away: number, later: number, order: number, number: number): void {
    if (!this.accepts(cost, away, later, order)) return
    let place = Math.min(this.#hits.length, this.#maxCount - 1)
    for (; place > 0; place -= 1) {
      const before = this.#hits[place - 1] as Hit
      if (!isBetter(cost, away, later, order, before)) break
      this.#hits[place] = before
    }
    this.#hits[place] = { cost, away, later, order, number }
  }

  includes(number: number): boolean {
    return this.#hits.some((hit) => hit.number === number)
  }

  get count(): number {
    return this.#hits.length
  }

  /** Only nearer records would be among the best; Infinity while others would be, too. */
  get reach(): number {
    return this.#hits[this.#maxCount - 1]?.away ?? Infinity
  }

  list(): readonly Hit[] {
    return this.#hits
  }
}

/** Of two hits that are equal, the one that was added first stays first. */
function isBetter(cost: number, away: number, later: number, order: number, than: Hit): boolean {
  if (cost !== than.cost) return cost < than.cost
  if (away !== than.away) return away < than.away
  if (later !== than.later) return later < than.later
  return order < than.order
}
