let offsetMs = 0

/** The service's time by its last response. The phone's clock may be wrong. */
export function serverNow(): number {
  return Date.now() + offsetMs
}

/** Reads the Date header of uncached responses. It has whole seconds, so on average half a second has passed. */
export function readServerClock(headers: Headers, sentAt: number): void {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date) || !headers.get('cache-control')?.includes('no-store')) return
  const now = Date.now()
  const measured = date + 500 - (sentAt + now) / 2
  // Within the precision of the header the old offset stays, so that clocks on the screen do not jump.
  if (Math.abs(measured - offsetMs) > 1_000 + (now - sentAt) / 2) offsetMs = measured
}
