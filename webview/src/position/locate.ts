export type Position = { latitude: number; longitude: number; accuracyMeters: number }
/** Why the phone tells no position: the user or the system said no, or it cannot, or not in time. */
export type NoPosition = 'denied' | 'unavailable' | 'too_slow'

let last: Position | null = null

/** Where the user was last found in this session; never asked for on its own account. */
export const lastPosition = (): Position | null => last

/** Asks the phone. To be called from a tap only, beside a line that says why. */
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

/** Whether the phone would answer without asking the user first. Unknown, as in older Safari, is no. */
export async function mayLocateUnasked(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  } catch {
    return false
  }
}
