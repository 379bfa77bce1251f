/** What a receiver came back with; no status: it did not answer. */
export type Answered = { status: number | null; retryAfter: string | null }

export type Verdict = {
  state: 'DELIVERED' | 'PENDING' | 'FAILED'
  /** Whether it counts against the delivery and its endpoint. */
  isFailure: boolean
  /** When to try again; null when it is over. */
  nextAttemptAt: Date | null
  /** Until when the whole endpoint asked to be left alone. */
  holdUntil: Date | null
  /** The endpoint says that it is no more: nothing is sent there until somebody resumes it. */
  isGone: boolean
}

export type Schedule = {
  /** After the first failure, the second, and so on; one more is the last. */
  delaysSeconds: readonly number[]
  now: Date
  /** From 0 up to 1: those that failed together do not come back together. */
  chance: number
}

/** At once, then after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. */
export const DEFAULT_DELAYS_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const

const MOST_JITTER = 0.2
const LONGEST_HOLD_MS = 24 * 60 * 60 * 1000

/** What an attempt means for its delivery and for the endpoint. `failures` counts those before it. */
export function judge(answered: Answered, failures: number, schedule: Schedule): Verdict {
  const { status } = answered
  if (isSuccess(status)) {
    return { state: 'DELIVERED', isFailure: false, nextAttemptAt: null, holdUntil: null, isGone: false }
  }
  const isGone = status === 410
  const holdUntil = status === 429 || status === 503 ? heldUntil(answered.retryAfter, schedule.now) : null
  const failure = { isFailure: true, holdUntil, isGone }
  const scheduled = scheduledAt(failures, schedule)
  // What a paused endpoint would not take is kept, whichever attempt it was.
  if (scheduled === null && !isGone) return { ...failure, state: 'FAILED', nextAttemptAt: null }
  return { ...failure, state: 'PENDING', nextAttemptAt: later(scheduled ?? schedule.now, holdUntil) }
}

export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300
}

/** For an attempt that we cut off ourselves: it says nothing about the endpoint, and is made again at once. */
export function excuse(now: Date): Verdict {
  return { state: 'PENDING', isFailure: false, nextAttemptAt: now, holdUntil: null, isGone: false }
}

function scheduledAt(failures: number, { delaysSeconds, now, chance }: Schedule): Date | null {
  const seconds = delaysSeconds[failures]
  if (seconds === undefined) return null
  return new Date(now.getTime() + Math.round(seconds * 1000 * (1 + MOST_JITTER * chance)))
}

/** Seconds or a date (RFC 9110, section 10.2.3); what is neither, or past, asks for nothing. */
function heldUntil(retryAfter: string | null, now: Date): Date | null {
  const text = retryAfter?.trim() ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : timeOf(text) - now.getTime()
  return ms > 0 ? new Date(now.getTime() + Math.min(ms, LONGEST_HOLD_MS)) : null
}

/** As it is written today, and the two ways in which it was once: `Date.parse` alone finds a year in most anything. */
const HTTP_DATES = [
  /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/,
  /^\w{6,9}, \d\d-\w{3}-\d\d \d\d:\d\d:\d\d GMT$/,
  /^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/,
]

function timeOf(httpDate: string): number {
  if (!HTTP_DATES.some((form) => form.test(httpDate))) return Number.NaN
  return Date.parse(httpDate.endsWith('GMT') ? httpDate : `${httpDate} GMT`)
}

function later(a: Date, b: Date | null): Date {
  return b !== null && b > a ? b : a
}
