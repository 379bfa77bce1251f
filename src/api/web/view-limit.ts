const MINUTE_MS = 60_000

export type ViewLimit = {
  /** The seconds to wait; null if the view is admitted. */
  admit(address: string): number | null
}

/** Limits the views of a page by address, and of all addresses together, in each minute of the clock on this node. */
export function openViewLimit(
  { perAddress, inAll }: { perAddress: number; inAll: number },
  now: () => Date,
): ViewLimit {
  let minute = 0
  let all = 0
  // It has at most `inAll` entries, because nothing is counted beyond that.
  const counts = new Map<string, number>()
  return {
    admit(address) {
      const nowMs = now().getTime()
      const current = Math.floor(nowMs / MINUTE_MS)
      if (current !== minute) {
        minute = current
        all = 0
        counts.clear()
      }
      const count = counts.get(address) ?? 0
      if (count >= perAddress || all >= inAll) return Math.ceil(((current + 1) * MINUTE_MS - nowMs) / 1000)
      counts.set(address, count + 1)
      all += 1
      return null
    },
  }
}
