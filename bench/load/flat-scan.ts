import type { Near } from '../../src/catalog/nearest.ts'
import { metersOf, pointOf, SAME_CHORD } from '../../src/catalog/unit-sphere.ts'
import type { Position } from '../../src/redemptions/geo.ts'

/** The alternative to `NearestIndex`, with the same answers: measures every place at every search. */
export class FlatScan {
  /** x, y and z of each place, owner by owner. */
  #points: Float64Array
  /** For each owner, the number of its first place; one more entry marks the end. */
  #starts: Uint32Array
  /** The squared chord to the nearest place of each owner in `#candidates`. */
  #nearest: Float64Array
  #candidates: Uint32Array
  /** The `count` smallest squared chords so far, in order. */
  #best: Float64Array

  constructor(places: readonly (readonly Position[])[]) {
    this.#points = Float64Array.from(places.flat().flatMap(pointOf))
    this.#starts = new Uint32Array(places.length + 1)
    for (const [owner, own] of places.entries()) {
      this.#starts[owner + 1] = (this.#starts[owner] as number) + own.length
    }
    this.#nearest = new Float64Array(places.length)
    this.#candidates = new Uint32Array(places.length)
    this.#best = new Float64Array(places.length)
  }

  search(here: Position, count: number, accepts?: (owner: number) => boolean): Near[] {
    const [x, y, z] = pointOf(here)
    const [points, starts] = [this.#points, this.#starts]
    const owners = this.#nearest.length
    const ranks = count < owners
    let [candidateCount, bestCount, reach] = [0, 0, count > 0 ? Infinity : -1]
    for (let owner = 0; owner < owners; owner += 1) {
      const end = 3 * (starts[owner + 1] as number)
      let squared = Infinity
      // `squaredChord`, written out to give the scan its best chance.
      for (let i = 3 * (starts[owner] as number); i < end; i += 3) {
        const dx = (points[i] as number) - x
        const dy = (points[i + 1] as number) - y
        const dz = (points[i + 2] as number) - z
        const one = dx * dx + dy * dy + dz * dz
        if (one < squared) squared = one
      }
      if (squared > reach || squared === Infinity || (accepts && !accepts(owner))) continue
      this.#nearest[owner] = squared
      this.#candidates[candidateCount] = owner
      candidateCount += 1
      if (!ranks) continue
      if (bestCount < count) bestCount += 1
      // It ties with the last one, within the tolerance.
      else if (squared >= (this.#best[count - 1] as number)) continue
      this.#insert(squared, bestCount - 1)
      if (bestCount === count) reach = (Math.sqrt(this.#best[count - 1] as number) + SAME_CHORD) ** 2
    }
    const found: Near[] = []
    for (let i = 0; i < candidateCount; i += 1) {
      const number = this.#candidates[i] as number
      const squared = this.#nearest[number] as number
      if (squared <= reach) found.push({ number, distance: metersOf(squared) })
    }
    return found
  }

  /** Inserts into the ordered list, at the index `last` or before it. */
  #insert(squared: number, last: number): void {
    const best = this.#best
    let place = last
    for (; place > 0 && (best[place - 1] as number) > squared; place -= 1) {
      best[place] = best[place - 1] as number
    }
    best[place] = squared
  }
}
