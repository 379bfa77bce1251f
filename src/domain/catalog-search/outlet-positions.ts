import type { Position } from '../../platform/geo.ts'
import type { TimeSlice } from '../../platform/time-slice.ts'
import type { BrowseOutletRow } from '../catalog/browse-queries.ts'
import { metersOf, pointOf } from '../catalog/unit-sphere.ts'

/** The positions of all outlets, by their numbers. */
export class OutletPositions {
  /** The x, y and z of each outlet on the unit sphere; not a number if it has no position. */
  readonly #points: Float64Array

  private constructor(count: number) {
    this.#points = new Float64Array(3 * count).fill(Number.NaN)
  }

  static async of(outlets: readonly BrowseOutletRow[], slice: TimeSlice): Promise<OutletPositions> {
    const positions = new OutletPositions(outlets.length)
    for (const [number, { latitude, longitude }] of outlets.entries()) {
      if (latitude === null || longitude === null) continue
      positions.#points.set(pointOf({ latitude, longitude }), 3 * number)
      if (slice.isOver()) await slice.next()
    }
    return positions
  }

  from(here: Position): Distances {
    return new Distances(this.#points, here)
  }
}

/** Distances from one place. They are squared chords, which have the same order and need no trigonometry. */
export class Distances {
  readonly #points: Float64Array
  readonly #x: number
  readonly #y: number
  readonly #z: number

  constructor(points: Float64Array, here: Position) {
    this.#points = points
    const [x, y, z] = pointOf(here)
    this.#x = x
    this.#y = y
    this.#z = z
  }

  /** The distance to an outlet; Infinity if it is unknown. */
  to(outlet: number): number {
    return this.toNearest(outlet, outlet + 1)
  }

  /** The distance to the nearest of the outlets from `first` to before `end`. */
  toNearest(first: number, end: number): number {
    const points = this.#points
    let nearest = Infinity
    for (let i = 3 * first; i < 3 * end; i += 3) {
      const dx = (points[i] as number) - this.#x
      const dy = (points[i + 1] as number) - this.#y
      const dz = (points[i + 2] as number) - this.#z
      const squared = dx * dx + dy * dy + dz * dz
      // This is false if the outlet has no position.
      if (squared < nearest) nearest = squared
    }
    return nearest
  }

  /** The distance to the nearest of these outlets. */
  toNearestOf(outlets: readonly number[]): number {
    let nearest = Infinity
    for (const outlet of outlets) nearest = Math.min(nearest, this.to(outlet))
    return nearest
  }
}

/** In whole meters; null if the distance is unknown. */
export function wholeMeters(away: number): number | null {
  return away === Infinity ? null : Math.round(metersOf(away))
}
