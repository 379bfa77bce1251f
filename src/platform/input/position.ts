import type { Position } from '../geo.ts'

/** The position in a query. The schema accepts both coordinates or neither. */
export function positionOf({ lat, lng }: { lat?: number; lng?: number }): Position | null {
  return lat === undefined || lng === undefined ? null : { latitude: lat, longitude: lng }
}
