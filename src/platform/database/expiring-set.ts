/**
 * Entries that expire after a fixed time, unless they are deleted before. One timer serves all of them: they expire in
 * the order in which they were added. A timer for each request would cost more than its share of a batch.
 */
export class ExpiringSet<T> {
  readonly #lifetimeMs: number
  readonly #onExpired: (entry: T) => void
  /** Oldest first, each with the time at which it expires. */
  readonly #entries = new Map<T, number>()
  #isTimerSet = false

  constructor(lifetimeMs: number, onExpired: (entry: T) => void) {
    this.#lifetimeMs = lifetimeMs
    this.#onExpired = onExpired
  }

  add(entry: T): void {
    this.#entries.set(entry, performance.now() + this.#lifetimeMs)
    if (!this.#isTimerSet) this.#setTimer(this.#lifetimeMs)
  }

  delete(entry: T): void {
    this.#entries.delete(entry)
  }

  /** The timer is not cleared when the oldest entry is deleted: it then fires too early, and is set again. */
  #setTimer(delayMs: number): void {
    this.#isTimerSet = true
    setTimeout(() => this.#expireOldest(), delayMs).unref()
  }

  #expireOldest(): void {
    this.#isTimerSet = false
    const nowMs = performance.now()
    for (const [entry, expiresAtMs] of this.#entries) {
      if (expiresAtMs > nowMs) {
        this.#setTimer(expiresAtMs - nowMs)
        return
      }
      this.#entries.delete(entry)
      this.#onExpired(entry)
    }
  }
}
