import { lastPosition } from './locate.ts'

/** Rounds to about ten meters, which is enough for sorting. */
const rounded = (degrees: number) => Math.round(degrees * 10_000) / 10_000

/** The last position as the service takes it. Null while it is unknown. */
export function nearQuery(): { lat: number; lng: number } | null {
  const position = lastPosition()
  return position && { lat: rounded(position.latitude), lng: rounded(position.longitude) }
}
