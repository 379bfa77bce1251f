import type { Position } from '../../platform/geo.ts'
import { buildKdTree, POINTS_PER_LEAF } from './kd-tree.ts'
import { metersOf, type Point, pointOf, SAME_CHORD, squaredChord } from './unit-sphere.ts'

/** An owner of places, by its number, and the distance to its nearest place in meters. */
export type Near = { number: number; distance: number }

/**
 * Finds the owners of the nearest places. Places are points on the unit sphere, not pairs of degrees: the straight line
 * through the sphere gives the same order as the distance along its surface, needs no trigonometry, and has no special
 * cases at the poles or the date line.
 *
 * A k-d tree, because scanning all places takes 30 times as long at 10,000 merchants (`npm run bench -- nearest`).
 */
export class NearestIndex {
  /** The x, y and z of each point, and the number of its owner, in the order of the tree. */
  #points: Float64Array
  #owners: Uint32Array
  /** The axis along which each middle point splits its range. */
  #axes: Uint8Array

  // The state of the current search. The arrays are reused by the next search; a count says how much of one is in use.
  #here: Point = [0, 0, 0]
  #accepts: ((owner: number) => boolean) | undefined
  #count = 0
  /** The squared chord to the nearest place of each owner visited so far; -1: not accepted, Infinity: not visited. */
  #nearest: Float64Array
  #visited: Uint32Array
  #visitedCount = 0
  /** The `count` smallest of these chords, in order. */
  #best: Float64Array
  #bestCount = 0
  /** Places whose squared chord is longer than this cannot be in the result. */
  #reach = Infinity

  /** The places of each owner. An owner's number is its index in the list. */
  constructor(places: readonly (readonly Position[])[]) {
    const owners = places.flatMap((own, owner) => own.map(() => owner))
    const points = new Float64Array(3 * owners.length)
    for (const [i, position] of places.flat().entries()) points.set(pointOf(position), 3 * i)
    const { order, axes } = buildKdTree(points)
    this.#axes = axes
    this.#owners = order.map((from) => owners[from] as number)
    this.#points = new Float64Array(points.length)
    for (let to = 0; to < order.length; to += 1) {
      const from = order[to] as number
      for (let axis = 0; axis < 3; axis += 1) this.#points[3 * to + axis] = points[3 * from + axis] as number
    }
    this.#nearest = new Float64Array(places.length).fill(Infinity)
    this.#visited = new Uint32Array(places.length)
    this.#best = new Float64Array(places.length)
  }

  /**
   * The `count` nearest accepted owners, plus all owners that tie with the last of them, in no order. The caller sorts
   * and cuts the list, because only the caller knows how to break a tie.
   */
  search(here: Position, count: number, accepts?: (owner: number) => boolean): Near[] {
    this.#here = pointOf(here)
    this.#accepts = accepts
    this.#count = count
    this.#visitedCount = 0
    this.#bestCount = 0
    this.#reach = Infinity
    if (count > 0) this.#visitRange(0, this.#owners.length - 1, 0, 0, 0)
    const found: Near[] = []
    for (let i = 0; i < this.#visitedCount; i += 1) {
      const number = this.#visited[i] as number
      const squared = this.#nearest[number] as number
      if (squared >= 0 && squared <= this.#reach) found.push({ number, distance: metersOf(squared) })
      this.#nearest[number] = Infinity
    }
    return found
  }

  /** Visits the places of a range. `offX`, `offY` and `offZ` are the minimum distances to the range along each axis. */
  #visitRange(left: number, right: number, offX: number, offY: number, offZ: number): void {
    if (offX * offX + offY * offY + offZ * offZ > this.#reach) return
    if (right - left < POINTS_PER_LEAF) {
      for (let i = left; i <= right; i += 1) this.#measure(i)
      return
    }
    const middle = (left + right) >> 1
    const axis = this.#axes[middle] as number
    const off = (this.#here[axis] as number) - (this.#points[3 * middle + axis] as number)
    if (off < 0) this.#visitRange(left, middle - 1, offX, offY, offZ)
    else this.#visitRange(middle + 1, right, offX, offY, offZ)
    this.#measure(middle)
    const [from, to] = off < 0 ? [middle + 1, right] : [left, middle - 1]
    this.#visitRange(from, to, axis === 0 ? off : offX, axis === 1 ? off : offY, axis === 2 ? off : offZ)
  }

  #measure(i: number): void {
    const squared = squaredChord(this.#points, 3 * i, this.#here)
    if (squared > this.#reach) return
    const owner = this.#owners[i] as number
    const before = this.#nearest[owner] as number
    if (squared >= before) return
    if (before === Infinity) {
      this.#visited[this.#visitedCount] = owner
      this.#visitedCount += 1
      if (this.#accepts && !this.#accepts(owner)) {
        this.#nearest[owner] = -1
        return
      }
    }
    this.#nearest[owner] = squared
    // If all owners are requested, none can be left out.
    if (this.#count < this.#nearest.length) this.#rank(before, squared)
  }

  /** Inserts an owner into `#best`, or moves it up if it is there already. */
  #rank(before: number, squared: number): void {
    const best = this.#best
    let place = this.#indexOf(before)
    for (; place > 0 && (best[place - 1] as number) > squared; place -= 1) {
      best[place] = best[place - 1] as number
    }
    best[place] = squared
    if (this.#bestCount < this.#count) return
    this.#reach = (Math.sqrt(best[this.#count - 1] as number) + SAME_CHORD) ** 2
  }

  /** The index of this value in `#best`. A new value gets the next index, or the last one if the list is full. */
  #indexOf(squared: number): number {
    if (squared < Infinity) {
      for (let i = this.#bestCount - 1; i >= 0; i -= 1) if (this.#best[i] === squared) return i
    }
    if (this.#bestCount < this.#count) this.#bestCount += 1
    return this.#bestCount - 1
  }
}

/** The distance to the nearest place; null if there are no places. It equals the result of a search to the last bit. */
export function distanceToNearest(here: Position, places: readonly Position[]): number | null {
  if (places.length === 0) return null
  const from = pointOf(here)
  return metersOf(Math.min(...places.map((place) => squaredChord(pointOf(place), 0, from))))
}
