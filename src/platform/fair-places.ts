import { type Refusal, refuse } from './refusal.ts'

/** Each limit is optional. An omitted limit does not apply. */
export type PlaceLimits = {
  /** How many works run at once. The others wait. */
  atOnce?: number
  /** How many works of one key run at once. */
  atOncePerKey?: number
  /** The size of all works of one key, running and waiting. A work beyond it gets 429 `rate_limited`. */
  perKey?: number
  /** The size of all works, running and waiting. A work beyond it gets 503 `unavailable`. */
  inAll?: number
  /** The `retryAfterSeconds` of a 429. The default is one second. */
  retryAfterSeconds?: number
}

/**
 * Limits work that takes memory or time, and shares it fairly between keys such as merchants or addresses. The next work
 * to run is from the key that has waited longest, so a key with much work delays another key by one work.
 */
export class FairPlaces {
  readonly #limits: Required<PlaceLimits>
  readonly #held = new Tally()
  readonly #running = new Tally()
  /** The waiting works of each key. The key that runs next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>()

  constructor(limits: PlaceLimits) {
    const none = { atOnce: Infinity, atOncePerKey: Infinity, perKey: Infinity, inAll: Infinity }
    this.#limits = { ...none, retryAfterSeconds: 1, ...limits }
  }

  /** Runs `work` when no other key comes first. Refuses it at once if a size limit is reached. */
  async run<T>(key: string, work: () => Promise<T>, size = 1): Promise<T | Refusal> {
    const { perKey, inAll, retryAfterSeconds } = this.#limits
    if (this.#held.of(key) + size > perKey) return refuse('rate_limited', { retryAfterSeconds })
    if (this.#held.total + size > inAll) return refuse('unavailable')
    this.#held.add(key, size)
    try {
      return await this.inTurn(key, work)
    } finally {
      this.#held.add(key, -size)
    }
  }

  /** Runs `work` when no other key comes first, without size limits: something else bounds how much work waits. */
  async inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.#mayRun(key)) this.#running.add(key, 1)
    else await this.#turn(key)
    try {
      return await work()
    } finally {
      this.#running.add(key, -1)
      this.#startNext()
    }
  }

  #mayRun(key: string): boolean {
    const { atOnce, atOncePerKey } = this.#limits
    return this.#running.total < atOnce && this.#running.of(key) < atOncePerKey
  }

  #turn(key: string): Promise<void> {
    const works = this.#waiting.get(key) ?? []
    this.#waiting.set(key, works)
    return new Promise((resolve) => works.push(resolve))
  }

  /** Counts the work as running before it continues, so that no other work can start in its place. */
  #startNext(): void {
    for (const [key, works] of this.#waiting) {
      if (!this.#mayRun(key)) continue
      this.#waiting.delete(key)
      const start = works.shift()
      // The key moves behind the other keys.
      if (works.length > 0) this.#waiting.set(key, works)
      this.#running.add(key, 1)
      start?.()
      return
    }
  }
}

/** Sums by key. A key with the sum 0 takes no memory. */
class Tally {
  total = 0
  readonly #sums = new Map<string, number>()

  of(key: string): number {
    return this.#sums.get(key) ?? 0
  }

  add(key: string, amount: number): void {
    const sum = this.of(key) + amount
    this.total += amount
    if (sum === 0) this.#sums.delete(key)
    else this.#sums.set(key, sum)
  }
}
