export type Position = { latitude: number; longitude: number; accuracyMeters: number }
/** Why there is no position: denied by the user or the system, not available, or not in time. */
export type NoPosition = 'denied' | 'unavailable' | 'too_slow'

let last: Position | null = null

/** The last position of this session. Reading it never asks the phone. */
export const lastPosition = (): Position | null => last

/** Asks the phone. Call it only after a tap, next to a text that says why. */
export function locate({ timeoutMs = 10_000, maximumAgeMs = 60_000 } = {}): Promise<Position | NoPosition> {
  return new Promise((resolve) => {
    if (!navigator.geolocation) return resolve('unavailable')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        last = {
          latitude: coords.latitude,
          longitude: coords.longitude,
          accuracyMeters: coords.accuracy,
        }
        resolve(last)
      },
      ({ code }) => resolve(code === 1 ? 'denied' : code === 3 ? 'too_slow' : 'unavailable'),
      { enableHighAccuracy: true, timeout: timeoutMs, maximumAge: maximumAgeMs },
    )
  })
}

/** Whether the phone gives its position without asking the user. False if unknown, as in older Safari. */
export async function isLocationAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  } catch {
    return false
  }
}
