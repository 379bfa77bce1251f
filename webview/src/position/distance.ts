type Point = { latitude: number; longitude: number }

const EARTH_RADIUS_METERS = 6_371_008.8
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The great-circle distance, as the service computes it. */
export function metersBetween(from: Point, to: Point): number {
  const height = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2
  const width = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2
  const across = Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * width
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(height + across)))
}

/** Sorts the nearest first, places without a position last. Without a user position the order stays. */
export function byDistance<T extends Partial<Point>>(
  places: T[],
  from: Point | null,
): { place: T; meters: number | null }[] {
  const measured = places.map((place) => ({
    place,
    meters:
      from && place.latitude !== undefined && place.longitude !== undefined
        ? metersBetween(from, { latitude: place.latitude, longitude: place.longitude })
        : null,
  }))
  return measured.sort((a, b) => (a.meters ?? Infinity) - (b.meters ?? Infinity) || 0)
}
