import { type Failure, factsIf } from '../api/failure.ts'
import { onSession } from '../session/session.ts'

/** As the contract has it. A look ahead says that the limit is met, and not for how long: so we count along. */
const ATTEMPTS = 5
const WINDOW_MS = 60_000

let countedAt: number[] = []
let told: { outletId: string; until: number } | null = null

/** To be called with the answer to each attempt, null being a redemption. */
export function noteAnswer(outletId: string, failure: Failure | null): void {
  const now = Date.now()
  if (failure?.code !== 'rate_limited') countedAt = [...countedAt, now].slice(-ATTEMPTS)
  else {
    const seconds = factsIf(failure, 'rate_limited')?.retryAfterSeconds ?? failure.retryAfterSeconds
    told = seconds === null ? null : { outletId, until: now + seconds * 1000 }
  }
}

/** Until when no attempt is allowed, as far as is known. What was told goes first, at the outlet where it was. */
export function knownLimit(outletId: string | undefined): number | null {
  const now = Date.now()
  if (told !== null && told.outletId === outletId && told.until > now) return told.until
  const [first = 0] = countedAt.length === ATTEMPTS ? countedAt : []
  return first + WINDOW_MS > now ? first + WINDOW_MS : null
}

onSession((change) => {
  if (change !== 'another-person') return
  countedAt = []
  told = null
})
