import type { TimeSlice } from '../../platform/time-slice.ts'
import { buildKdTreeInSlices, type KdTree, POINTS_PER_LEAF } from '../catalog/kd-tree.ts'
import { type Point, SAME_CHORD, squaredChord } from '../catalog/unit-sphere.ts'

/** What a visit returns to end the walk. */
export const ENOUGH = -1

/** Called with the number of an outlet. Returns the squared chord beyond which no outlet matters any more. */
export type VisitOutlet = (outlet: number) => number

/** Visits outlets around a position, the nearest parts of the map first. */
export class OutletTree {
  /** The x, y and z of each outlet that has a position, and its number, in the order of the tree. */
  readonly #points: Float64Array
  readonly #outlets: Uint32Array
  /** The axis along which each middle point splits its range. */
  readonly #axes: Uint8Array

  // The state of the current walk.
  #here: Point = [0, 0, 0]
  #visit: VisitOutlet = () => ENOUGH
  #reach = Infinity

  private constructor(points: Float64Array, outlets: Uint32Array, { order, axes }: KdTree) {
    this.#axes = axes
    this.#outlets = order.map((i) => outlets[i] as number)
    this.#points = pointsOf(this.#outlets, points)
  }

  /** `points` holds x, y and z of each outlet; they are not numbers if it has no position. */
  static async of(points: Float64Array, slice: TimeSlice): Promise<OutletTree> {
    const all = new Uint32Array(points.length / 3).map((_, outlet) => outlet)
    const located = all.filter((outlet) => !Number.isNaN(points[3 * outlet]))
    return new OutletTree(points, located, await buildKdTreeInSlices(pointsOf(located, points), slice))
  }

  walk(here: Point, visit: VisitOutlet): void {
    this.#here = here
    this.#visit = visit
    this.#reach = Infinity
    this.#visitRange(0, this.#outlets.length - 1, 0, 0, 0)
  }

  /** Visits the outlets of a range. `offX`, `offY` and `offZ` are the minimum distances to the range along each axis. */
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
    if (squaredChord(this.#points, 3 * i, this.#here) > this.#reach) return
    const reach = this.#visit(this.#outlets[i] as number)
    // Points at the same distance may differ in the last bits.
    this.#reach = reach < 0 ? ENOUGH : (Math.sqrt(reach) + SAME_CHORD) ** 2
  }
}

function pointsOf(outlets: Uint32Array, points: Float64Array): Float64Array {
  const chosen = new Float64Array(3 * outlets.length)
  for (let i = 0; i < outlets.length; i += 1) {
    const from = 3 * (outlets[i] as number)
    for (let axis = 0; axis < 3; axis += 1) chosen[3 * i + axis] = points[from + axis] as number
  }
  return chosen
}
