import { distanceMeters, type Position } from '../../platform/geo.ts'

/** A point on the unit sphere. */
export type Point = [x: number, y: number, z: number]

/** The radius of the sphere on which all our distances are measured: half its circumference, divided by pi. */
const EARTH_RADIUS_METERS =
  distanceMeters({ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 0 }) / Math.PI

/** Chords that differ by more than this (six micrometers on Earth) never round to the same distance. */
export const SAME_CHORD = 1e-12

export function pointOf({ latitude, longitude }: Position): Point {
  const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

/** The square of the straight line from `here` to the point whose x, y and z begin at index `at`. */
export function squaredChord(points: ArrayLike<number>, at: number, [x, y, z]: Point): number {
  const dx = (points[at] as number) - x
  const dy = (points[at + 1] as number) - y
  const dz = (points[at + 2] as number) - z
  return dx * dx + dy * dy + dz * dz
}

/** The distance along the surface. It equals that of `distanceMeters`. */
export function metersOf(squaredChord: number): number {
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(squaredChord) / 2))
}
