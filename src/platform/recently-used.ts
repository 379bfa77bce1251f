/** What a map takes for an entry without its key and value. */
const FIXED_BYTES = 200

/** Values by their keys, up to a total number of bytes. The least recently used values are dropped first. */
export class RecentlyUsed<V> {
  readonly #maxBytes: number
  readonly #held = new Map<string, { value: V; bytes: number }>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get(key: string): V | undefined {
    const held = this.#held.get(key)
    if (!held) return undefined
    // A map keeps the order of insertion, so this moves the key to the end.
    this.#held.delete(key)
    this.#held.set(key, held)
    return held.value
  }

  set(key: string, value: V, bytesOfValue: number): void {
    this.#drop(key)
    const bytes = FIXED_BYTES + 2 * key.length + bytesOfValue
    if (bytes > this.#maxBytes) return
    this.#held.set(key, { value, bytes })
    this.#bytes += bytes
    for (const oldest of this.#held.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#held.get(key)?.bytes ?? 0
    this.#held.delete(key)
  }
}
