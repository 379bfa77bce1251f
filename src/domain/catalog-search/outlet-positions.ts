import type { Position } from '../../platform/geo.ts'
import type { TimeSlice } from '../../platform/time-slice.ts'
import { metersOf, type Point, pointOf } from '../catalog/unit-sphere.ts'
import { OutletTree, type VisitOutlet } from './outlet-tree.ts'
import type { SearchRecords } from './search-records.ts'

/** The positions of all outlets, by their numbers. */
export class OutletPositions {
  /** The x, y and z of each outlet on the unit sphere; not a number if it has no position. */
  readonly #points: Float64Array
  readonly #tree: OutletTree
  readonly #firstOutlet: readonly number[]
  /** For each search, because new arrays for each one would take longer than to empty this one. */
  readonly #awayOfMerchants: Float64Array

  private constructor(points: Float64Array, tree: OutletTree, firstOutlet: readonly number[]) {
    this.#points = points
    this.#tree = tree
    this.#firstOutlet = firstOutlet
    this.#awayOfMerchants = new Float64Array(firstOutlet.length)
  }

  static async of({ outlets, firstOutlet }: SearchRecords, slice: TimeSlice): Promise<OutletPositions> {
    const points = new Float64Array(3 * outlets.length).fill(Number.NaN)
    for (const [number, { latitude, longitude }] of outlets.entries()) {
      if (latitude === null || longitude === null) continue
      points.set(pointOf({ latitude, longitude }), 3 * number)
      if (slice.isOver()) await slice.next()
    }
    return new OutletPositions(points, await OutletTree.of(points, slice), firstOutlet)
  }

  /** The distances are valid until the next call. */
  from(here: Position): Distances {
    return new Distances(pointOf(here), {
      points: this.#points,
      tree: this.#tree,
      firstOutlet: this.#firstOutlet,
      awayOfMerchants: this.#awayOfMerchants.fill(0),
    })
  }
}

type Parts = {
  points: Float64Array
  tree: OutletTree
  firstOutlet: readonly number[]
  /** The distances that are known so far; 0 if one is not. A merchant has several vouchers. */
  awayOfMerchants: Float64Array
}

/** Distances from one place. They are squared chords, which have the same order and need no trigonometry. */
export class Distances {
  readonly #here: Point
  readonly #points: Float64Array
  readonly #tree: OutletTree
  readonly #firstOutlet: readonly number[]
  readonly #awayOfMerchants: Float64Array

  constructor(here: Point, { points, tree, firstOutlet, awayOfMerchants }: Parts) {
    this.#here = here
    this.#points = points
    this.#tree = tree
    this.#firstOutlet = firstOutlet
    this.#awayOfMerchants = awayOfMerchants
  }

  /** Visits the outlets that have a position, the nearest parts of the map first. */
  walk(visit: VisitOutlet): void {
    this.#tree.walk(this.#here, visit)
  }

  /** The distance to an outlet; Infinity if it is unknown. */
  to(outlet: number): number {
    return this.#toNearest(outlet, outlet + 1)
  }

  /** The distance to the nearest of these outlets. */
  toNearestOf(outlets: readonly number[]): number {
    let nearest = Infinity
    for (const outlet of outlets) nearest = Math.min(nearest, this.to(outlet))
    return nearest
  }

  /** The distance to the nearest outlet of a merchant. */
  toMerchant(merchant: number): number {
    const known = this.#awayOfMerchants[merchant] as number
    if (known !== 0) return known
    const [first, end] = [this.#firstOutlet[merchant] as number, this.#firstOutlet[merchant + 1] as number]
    const away = this.#toNearest(first, end)
    this.#awayOfMerchants[merchant] = away
    return away
  }

  /** The distance to the nearest of the outlets from `first` to before `end`. */
  #toNearest(first: number, end: number): number {
    const points = this.#points
    const [x, y, z] = this.#here
    let nearest = Infinity
    for (let i = 3 * first; i < 3 * end; i += 3) {
      const dx = (points[i] as number) - x
      const dy = (points[i + 1] as number) - y
      const dz = (points[i + 2] as number) - z
      const squared = dx * dx + dy * dy + dz * dz
      // This is false if the outlet has no position.
      if (squared < nearest) nearest = squared
    }
    return nearest
  }
}

/** In whole meters; null if the distance is unknown. */
export function wholeMeters(away: number): number | null {
  return away === Infinity ? null : Math.round(metersOf(away))
}
