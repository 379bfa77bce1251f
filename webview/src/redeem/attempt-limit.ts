import { type Failure, factsIf } from '../api/failure.ts'
import { onSession } from '../session/session.ts'

/** The contract's limit. A preview reports that it is reached, but not for how long, so the app counts attempts itself. */
const MAX_ATTEMPTS = 5
const WINDOW_MS = 60_000

let attemptTimes: number[] = []
let reported: { outletId: string; until: number } | null = null

/** Call it with the result of each attempt: null for a redemption. */
export function recordAttempt(outletId: string, failure: Failure | null): void {
  const now = Date.now()
  if (failure?.code !== 'rate_limited') attemptTimes = [...attemptTimes, now].slice(-MAX_ATTEMPTS)
  else {
    const seconds = factsIf(failure, 'rate_limited')?.retryAfterSeconds ?? failure.retryAfterSeconds
    reported = seconds === null ? null : { outletId, until: now + seconds * 1000 }
  }
}

/** Until when attempts are blocked, as far as known. A time reported by the service for this outlet takes precedence. */
export function limitedUntil(outletId: string | undefined): number | null {
  const now = Date.now()
  if (reported !== null && reported.outletId === outletId && reported.until > now) return reported.until
  const [first = 0] = attemptTimes.length === MAX_ATTEMPTS ? attemptTimes : []
  return first + WINDOW_MS > now ? first + WINDOW_MS : null
}

onSession((change) => {
  if (change !== 'another-user') return
  attemptTimes = []
  reported = null
})
