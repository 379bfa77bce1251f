import { type Refusal, refuse } from './refusal.ts'

/** Every limit is optional: without one there is no bound. */
export type PlaceLimits = {
  /** Works that run at once. The others wait for their turn. */
  atOnce?: number
  /** Works of one key that run at once. */
  atOncePerKey?: number
  /** The size of all works of one key, running and waiting. Beyond it: 429 `rate_limited`. */
  perKey?: number
  /** The size of all works, running and waiting. Beyond it: 503 `unavailable`. */
  inAll?: number
  /** What a 429 says. The default is one second. */
  retryAfterSeconds?: number
}

/**
 * Bounded places for work that takes memory or time, shared fairly between keys such as merchants or addresses. A free turn
 * goes to the key that has waited longest for one, so a key with much work delays another by one turn.
 */
export class FairPlaces {
  readonly #limits: Required<PlaceLimits>
  readonly #held = new Tally()
  readonly #running = new Tally()
  /** The works that wait, by key. The keys are in the order of their turns. */
  readonly #waiting = new Map<string, (() => void)[]>()

  constructor(limits: PlaceLimits) {
    const none = { atOnce: Infinity, atOncePerKey: Infinity, perKey: Infinity, inAll: Infinity }
    this.#limits = { ...none, retryAfterSeconds: 1, ...limits }
  }

  /** Runs `work` when it is its key's turn. Refuses it at once if there is no place for it. */
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

  /** Runs `work` when it is its key's turn, for work that needs no place: something else bounds how much of it waits. */
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

  /** Counts the work as running before it continues, so that no other takes its turn in between. */
  #startNext(): void {
    for (const [key, works] of this.#waiting) {
      if (!this.#mayRun(key)) continue
      this.#waiting.delete(key)
      const start = works.shift()
      // Behind the other keys.
      if (works.length > 0) this.#waiting.set(key, works)
      this.#running.add(key, 1)
      start?.()
      return
    }
  }
}

/** Sums by key. A key whose sum is 0 takes no memory. */
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
