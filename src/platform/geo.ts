export type Position = { latitude: number; longitude: number }

/** The mean radius of the Earth (IUGG). The contract measures distances on this sphere. */
const EARTH_RADIUS_METERS = 6_371_008.8

/** Great-circle distance by the haversine formula, which stays precise over the few meters that matter here. */
export function distanceMeters(a: Position, b: Position): number {
  const [fromLatitude, toLatitude] = [radians(a.latitude), radians(b.latitude)]
  const h =
    Math.sin((toLatitude - fromLatitude) / 2) ** 2 +
    Math.cos(fromLatitude) * Math.cos(toLatitude) * Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(h)))
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
