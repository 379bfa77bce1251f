/** How an endpoint answered; `status` is null if it did not. */
export type EndpointResponse = { status: number | null; retryAfter: string | null }

export type Verdict = {
  state: 'DELIVERED' | 'PENDING' | 'FAILED'
  /** Whether the attempt counts as a failure of the delivery and of its endpoint. */
  isFailure: boolean
  /** The time of the next attempt; null if none follows. */
  nextAttemptAt: Date | null
  /** The time until which the endpoint asked us to send nothing at all. */
  holdUntil: Date | null
  /** Whether the endpoint answered 410. Nothing is sent there until somebody resumes it. */
  isGone: boolean
}

export type Schedule = {
  /** The delay after the first failure, the second, and so on. The attempt after the last delay is the last one. */
  delaysSeconds: readonly number[]
  now: Date
  /** A number from 0 to 1 (exclusive). It spreads the retries of deliveries that failed together. */
  random: number
}

/** Ten attempts: at once, then after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. */
export const DEFAULT_DELAYS_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const

const MAX_JITTER = 0.2
const MAX_HOLD_MS = 24 * 60 * 60 * 1000

/** Decides what an attempt means for its delivery and for the endpoint. `failures` counts the failures before it. */
export function judge(response: EndpointResponse, failures: number, schedule: Schedule): Verdict {
  const { status } = response
  if (isSuccess(status)) {
    return { state: 'DELIVERED', isFailure: false, nextAttemptAt: null, holdUntil: null, isGone: false }
  }
  const isGone = status === 410
  const holdUntil = status === 429 || status === 503 ? holdEnd(response.retryAfter, schedule.now) : null
  const failure = { isFailure: true, holdUntil, isGone }
  const scheduled = scheduledAt(failures, schedule)
  // A delivery to an endpoint that is gone stays pending even after its last attempt: the endpoint may be resumed.
  if (scheduled === null && !isGone) return { ...failure, state: 'FAILED', nextAttemptAt: null }
  return { ...failure, state: 'PENDING', nextAttemptAt: later(scheduled ?? schedule.now, holdUntil) }
}

export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300
}

/** The verdict on an attempt that we canceled: it says nothing about the endpoint, so the delivery is due at once. */
export function judgeCanceled(now: Date): Verdict {
  return { state: 'PENDING', isFailure: false, nextAttemptAt: now, holdUntil: null, isGone: false }
}

function scheduledAt(failures: number, { delaysSeconds, now, random }: Schedule): Date | null {
  const seconds = delaysSeconds[failures]
  if (seconds === undefined) return null
  return new Date(now.getTime() + Math.round(seconds * 1000 * (1 + MAX_JITTER * random)))
}

/** Retry-After is seconds or a date (RFC 9110, section 10.2.3). Anything else, or a past date, is ignored. */
function holdEnd(retryAfter: string | null, now: Date): Date | null {
  const text = retryAfter?.trim() ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : parseHttpDate(text) - now.getTime()
  return ms > 0 ? new Date(now.getTime() + Math.min(ms, MAX_HOLD_MS)) : null
}

/** The current format and the two obsolete ones. `Date.parse` alone accepts almost any string. */
const HTTP_DATES = [
  /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/,
  /^\w{6,9}, \d\d-\w{3}-\d\d \d\d:\d\d:\d\d GMT$/,
  /^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/,
]

/** Returns NaN if the text is not a date. */
function parseHttpDate(text: string): number {
  if (!HTTP_DATES.some((format) => format.test(text))) return Number.NaN
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
}

function later(a: Date, b: Date | null): Date {
  return b !== null && b > a ? b : a
}
