import { distanceMeters, type Position } from '../../platform/geo.ts'
import { POINTS_PER_LEAF, plantTree } from './kd-tree.ts'

/** An owner of places, by its number, and how many metres away its nearest place is. */
export type Near = { number: number; distance: number }

/** Half the way around the sphere that all our distances are measured on, by Pi. */
const EARTH_RADIUS_METERS =
  distanceMeters({ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 0 }) / Math.PI

/** Six micrometres of the Earth: where chords differ by more, no rounding makes one distance of theirs. */
const SAME_CHORD = 1e-12

/**
 * Finds whose places are nearest. The places are points of a unit sphere rather than pairs of degrees: the straight
 * line through it orders them as the way around it does, costs no trigonometry, and knows neither poles nor a date line.
 */
export class NearestIndex {
  /** Both in the order of the tree: x, y and z of each point, and whose it is. */
  #points: Float64Array
  #owners: Uint32Array
  /** At each middle of a range: the axis that parts it. */
  #axes: Uint8Array

  // The search under way. Its lists are kept from one search to the next, each with how much of it is in use.
  #here: Point = [0, 0, 0]
  #accepts: ((owner: number) => boolean) | undefined
  #count = 0
  /** The squared chord to the nearest place of each owner that was met, -1 if it is not accepted. */
  #nearest: Float64Array
  #met: Uint32Array
  #metCount = 0
  /** The `count` smallest of those, in order; and the squared chord beyond which nothing matters any more. */
  #best: Float64Array
  #bestCount = 0
  #reach = Infinity

  /** The places of each owner; an owner's number is its place in the list. */
  constructor(places: readonly (readonly Position[])[]) {
    const owners = places.flatMap((own, owner) => own.map(() => owner))
    const points = new Float64Array(3 * owners.length)
    for (const [i, position] of places.flat().entries()) points.set(pointOf(position), 3 * i)
    const { order, axes } = plantTree(points)
    this.#axes = axes
    this.#owners = order.map((from) => owners[from] as number)
    this.#points = new Float64Array(points.length)
    for (let to = 0; to < order.length; to += 1) {
      const from = order[to] as number
      for (let axis = 0; axis < 3; axis += 1) this.#points[3 * to + axis] = points[3 * from + axis] as number
    }
    this.#nearest = new Float64Array(places.length).fill(Infinity)
    this.#met = new Uint32Array(places.length)
    this.#best = new Float64Array(places.length)
  }

  /**
   * The `count` nearest owners of those accepted, and all who are as near as the last of them, in no order: for the
   * caller to sort and cut, who knows what settles a tie.
   */
  search(here: Position, count: number, accepts?: (owner: number) => boolean): Near[] {
    this.#here = pointOf(here)
    this.#accepts = accepts
    this.#count = count
    this.#metCount = 0
    this.#bestCount = 0
    this.#reach = Infinity
    if (count > 0) this.#visit(0, this.#owners.length - 1, 0, 0, 0)
    const found: Near[] = []
    for (let i = 0; i < this.#metCount; i += 1) {
      const number = this.#met[i] as number
      const squared = this.#nearest[number] as number
      if (squared >= 0 && squared <= this.#reach) found.push({ number, distance: metersOf(squared) })
      this.#nearest[number] = Infinity
    }
    return found
  }

  /** `offX` to `offZ`: how far this range is away at the least, along each axis. */
  #visit(left: number, right: number, offX: number, offY: number, offZ: number): void {
    if (offX * offX + offY * offY + offZ * offZ > this.#reach) return
    if (right - left < POINTS_PER_LEAF) {
      for (let i = left; i <= right; i += 1) this.#meet(i)
      return
    }
    const middle = (left + right) >> 1
    const axis = this.#axes[middle] as number
    const off = (this.#here[axis] as number) - (this.#points[3 * middle + axis] as number)
    if (off < 0) this.#visit(left, middle - 1, offX, offY, offZ)
    else this.#visit(middle + 1, right, offX, offY, offZ)
    this.#meet(middle)
    const [from, to] = off < 0 ? [middle + 1, right] : [left, middle - 1]
    this.#visit(from, to, axis === 0 ? off : offX, axis === 1 ? off : offY, axis === 2 ? off : offZ)
  }

  #meet(i: number): void {
    const squared = squaredChord(this.#points, 3 * i, this.#here)
    if (squared > this.#reach) return
    const owner = this.#owners[i] as number
    const before = this.#nearest[owner] as number
    if (squared >= before) return
    if (before === Infinity) {
      this.#met[this.#metCount] = owner
      this.#metCount += 1
      if (this.#accepts && !this.#accepts(owner)) {
        this.#nearest[owner] = -1
        return
      }
    }
    this.#nearest[owner] = squared
    // Where everyone is wanted there is nothing to leave out.
    if (this.#count < this.#nearest.length) this.#rank(before, squared)
  }

  /** Puts an owner among the best, or further up if it is one of them already. */
  #rank(before: number, squared: number): void {
    const best = this.#best
    let place = this.#placeOf(before)
    for (; place > 0 && (best[place - 1] as number) > squared; place -= 1) {
      best[place] = best[place - 1] as number
    }
    best[place] = squared
    if (this.#bestCount < this.#count) return
    this.#reach = (Math.sqrt(best[this.#count - 1] as number) + SAME_CHORD) ** 2
  }

  /** Where it stands among the best; if it does not, at their end, or instead of the last when they are all. */
  #placeOf(squared: number): number {
    if (squared < Infinity) {
      for (let i = this.#bestCount - 1; i >= 0; i -= 1) if (this.#best[i] === squared) return i
    }
    if (this.#bestCount < this.#count) this.#bestCount += 1
    return this.#bestCount - 1
  }
}

/** To the nearest of them, to the last bit as a search finds it; null when there are none. */
export function distanceToNearest(here: Position, places: readonly Position[]): number | null {
  if (places.length === 0) return null
  const from = pointOf(here)
  return metersOf(Math.min(...places.map((place) => squaredChord(pointOf(place), 0, from))))
}

type Point = [x: number, y: number, z: number]

function pointOf({ latitude, longitude }: Position): Point {
  const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

function squaredChord(points: ArrayLike<number>, at: number, [x, y, z]: Point): number {
  const dx = (points[at] as number) - x
  const dy = (points[at + 1] as number) - y
  const dz = (points[at + 2] as number) - z
  return dx * dx + dy * dy + dz * dz
}

function metersOf(squaredChord: number): number {
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(squaredChord) / 2))
}
