import { setImmediate } from 'node:timers/promises'

/** Splits long work into slices. Between two slices, requests and other events are handled. */
export class TimeSlice {
  readonly #maxMs: number
  #end: number

  constructor(maxMs: number) {
    this.#maxMs = maxMs
    this.#end = performance.now() + maxMs
  }

  /** Check this often, and await `next` if it is true. Awaiting at every step would cost more than the work. */
  isOver(): boolean {
    return performance.now() >= this.#end
  }

  async next(): Promise<void> {
    await setImmediate()
    this.#end = performance.now() + this.#maxMs
  }
}
