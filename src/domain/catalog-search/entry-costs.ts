/** How many entries have a cost before an array over all entries is made. */
const MAX_FEW = 2000
const BYTES_PER_FEW = 40

/**
 * The cost of each entry, from 1 to 255; 0 if it has none. Most words match a few entries, and to make an array over all of
 * them would take most of the time. One letter matches many thousands, for which a map is slow.
 */
export class EntryCosts {
  readonly #entryCount: number
  readonly #few = new Map<number, number>()
  #all: Uint8Array | null = null

  constructor(entryCount: number) {
    this.#entryCount = entryCount
  }

  get(entry: number): number {
    return (this.#all ? this.#all[entry] : this.#few.get(entry)) ?? 0
  }

  set(entry: number, cost: number): void {
    if (this.#all) this.#all[entry] = cost
    else this.#few.set(entry, cost)
    if (this.#few.size > MAX_FEW) this.#toArray()
  }

  /** About how much memory this takes. */
  get bytes(): number {
    return this.#all?.length ?? BYTES_PER_FEW * this.#few.size
  }

  #toArray(): void {
    this.#all = new Uint8Array(this.#entryCount)
    for (const [entry, cost] of this.#few) this.#all[entry] = cost
    this.#few.clear()
  }
}
