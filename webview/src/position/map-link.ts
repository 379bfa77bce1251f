import type { Outlet } from '../api/routes.ts'

/** Opens the phone's map app: a `geo:` URL on Android, Apple Maps on iOS, OpenStreetMap elsewhere. */
export function mapLink(outlet: Outlet, platform = navigator.userAgent): string {
  const { latitude, longitude, name } = outlet
  const address = encodeURIComponent(addressOf(outlet))
  const isLocated = latitude !== undefined && longitude !== undefined
  const point = `${latitude},${longitude}`
  if (/android/i.test(platform)) {
    return isLocated ? `geo:${point}?q=${point}(${encodeURIComponent(name)})` : `geo:0,0?q=${address}`
  }
  if (/iphone|ipad|macintosh/i.test(platform)) {
    const place = isLocated ? `ll=${point}&q=${encodeURIComponent(name)}` : `q=${address}`
    return `https://maps.apple.com/?${place}`
  }
  return isLocated
    ? `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`
    : `https://www.openstreetmap.org/search?query=${address}`
}

export function addressOf({ addressFull, addressLine, postalCode, city }: Outlet): string {
  return addressFull || [addressLine, `${postalCode} ${city}`.trim()].filter(Boolean).join(', ')
}
