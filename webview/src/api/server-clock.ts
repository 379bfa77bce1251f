let offsetMs = 0

/** The service's time, as its last answer told it; the phone's may be wrong. */
export function serverNow(): number {
  return Date.now() + offsetMs
}

/** Of answers that no cache has kept. The header counts whole seconds, half of one on average gone. */
export function readServerClock(headers: Headers, askedAt: number): void {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date) || !headers.get('cache-control')?.includes('no-store')) return
  const now = Date.now()
  const measured = date + 500 - (askedAt + now) / 2
  // Within what a whole second can tell, the offset before stands: clocks on the screen do not jump.
  if (Math.abs(measured - offsetMs) > 1_000 + (now - askedAt) / 2) offsetMs = measured
}
