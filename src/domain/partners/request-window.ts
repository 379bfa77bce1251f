export const WINDOW_SECONDS = 60
/** The current second has only begun, so the window needs one slot more than it has seconds. */
const SLOTS = WINDOW_SECONDS + 1

/** How many requests came in each second of the last minute. Times are passed in, in seconds since 1970. */
export class RequestWindow {
  /** The second that each slot counts. A slot is used again once its second has left the window. */
  readonly #seconds = new Float64Array(SLOTS)
  readonly #counts = new Int32Array(SLOTS)

  add(second: number, count = 1): void {
    const slot = second % SLOTS
    if (this.#seconds[slot] !== second) this.#counts[slot] = 0
    this.#seconds[slot] = second
    this.#counts[slot] = (this.#counts[slot] ?? 0) + count
  }

  at(second: number): number {
    const slot = second % SLOTS
    return this.#seconds[slot] === second ? (this.#counts[slot] ?? 0) : 0
  }

  /** The counts of the window that ends with this second, oldest first. */
  until(second: number): number[] {
    return Array.from({ length: SLOTS }, (_, i) => this.at(second - WINDOW_SECONDS + i))
  }

  /** Adds the counts that `until` returned in another process. */
  addAll(counts: number[], lastSecond: number): void {
    for (const [i, count] of counts.entries()) {
      if (count > 0) this.add(lastSecond - counts.length + 1 + i, count)
    }
  }
}

export type Verdict = {
  isAdmitted: boolean
  limit: number
  /** How many requests are left after this one. */
  remaining: number
  /** The time until more requests become available; if the request is refused, until it would be admitted. */
  resetSeconds: number
}

/**
 * Whether one more request is within the limit. A request counts until its second has left the window, which is 60 to 61
 * seconds. So no 60 seconds contain more admitted requests than the limit, wherever they begin.
 */
export function judge(windows: readonly RequestWindow[], limit: number, nowMs: number): Verdict {
  const first = Math.floor(nowMs / 1000) - WINDOW_SECONDS
  let used = 0
  for (let slot = 0; slot < SLOTS; slot += 1) used += countAt(windows, first + slot)
  const isAdmitted = used < limit
  const leaving = Math.max(1, used - limit + 1)
  return {
    isAdmitted,
    limit,
    remaining: isAdmitted ? limit - used - 1 : 0,
    resetSeconds: secondsUntilLeft(windows, leaving, nowMs),
  }
}

/** The time until that many requests have left the window. At most 60 seconds: SDKs wait no longer than a minute. */
function secondsUntilLeft(windows: readonly RequestWindow[], requests: number, nowMs: number): number {
  const first = Math.floor(nowMs / 1000) - WINDOW_SECONDS
  let left = 0
  for (let slot = 0; slot < WINDOW_SECONDS; slot += 1) {
    left += countAt(windows, first + slot)
    if (left >= requests) return Math.ceil(slot + 1 - (nowMs % 1000) / 1000)
  }
  return WINDOW_SECONDS
}

function countAt(windows: readonly RequestWindow[], second: number): number {
  let count = 0
  for (const window of windows) count += window.at(second)
  return count
}
