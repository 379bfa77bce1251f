import type { Position } from '../../platform/geo.ts'
import type { BrowseOutletRow } from '../catalog/browse-queries.ts'
import { metersOf, type Point, pointOf, squaredChord } from '../catalog/unit-sphere.ts'

/** The positions of all outlets. Distances are squared chords, which have the same order and need no trigonometry. */
export class OutletPositions {
  /** The x, y and z of each outlet; not a number if it has no position, which is then never the nearest. */
  readonly #points: Float64Array

  constructor(outlets: readonly BrowseOutletRow[]) {
    this.#points = new Float64Array(3 * outlets.length).fill(Number.NaN)
    for (const [number, { latitude, longitude }] of outlets.entries()) {
      if (latitude !== null && longitude !== null) {
        this.#points.set(pointOf({ latitude, longitude }), 3 * number)
      }
    }
  }

  /** Returns a function that measures the distance to an outlet; Infinity if it is unknown. */
  from(here: Position): (outlet: number) => number {
    const point: Point = pointOf(here)
    return (outlet) => {
      const squared = squaredChord(this.#points, 3 * outlet, point)
      return Number.isNaN(squared) ? Infinity : squared
    }
  }
}

/** In whole meters; null if the distance is unknown. */
export function wholeMeters(away: number): number | null {
  return away === Infinity ? null : Math.round(metersOf(away))
}
