/** After so many wrong digits within the window, the device waits. */
export const GUESS_LIMIT = { guesses: 10, windowMs: 10 * 60_000, waitMs: 10 * 60_000 }

/**
 * The seconds that a device has to wait; null if it may go on. `last` are its newest wrong digits, newest first, at most as
 * many as the limit. While it waits no further ones are counted, so the newest one began the wait.
 */
export function guessWait(last: Date[], now: Date): number | null {
  const [newest, oldest] = [last[0], last[GUESS_LIMIT.guesses - 1]]
  if (!newest || !oldest || newest.getTime() - oldest.getTime() > GUESS_LIMIT.windowMs) return null
  const leftMs = newest.getTime() + GUESS_LIMIT.waitMs - now.getTime()
  return leftMs > 0 ? Math.ceil(leftMs / 1000) : null
}
