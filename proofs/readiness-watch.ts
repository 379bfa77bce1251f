import { send } from './partner-world.ts'
import type { RecordedRedemptions } from './redemption-load.ts'

type Period = { from: number; until: number }

export type ReadinessWatch = {
  /** The responses of a node in their order: `200 × 4, then 503 × 6`. */
  summary(origin: string, period: Period): string
  /** The longest time in which a node reported ready while no redemption on it succeeded. */
  wronglyReadySeconds(origin: string, period: Period, record: RecordedRedemptions): number
  stop(): void
}

/** Proofs of redemptions use this path. `/readyz` alone stays 200 while only commits fail. */
export const READY_FOR_WRITES = '/readyz?for=writes'

/** Asks each node twice a second. */
export function watchReadiness(origins: string[]): ReadinessWatch {
  const seen = new Map<string, { at: number; label: string }[]>(origins.map((origin) => [origin, []]))
  const timer = setInterval(() => {
    for (const origin of origins) {
      const at = Date.now()
      send(origin, { path: READY_FOR_WRITES }, 5000).then(({ status, timedOut }) => {
        const label = timedOut ? 'no response in 5 s' : String(status || 'connection refused')
        seen.get(origin)?.push({ at, label })
      })
    }
  }, 500)
  const during = (origin: string, { from, until }: Period) =>
    (seen.get(origin) ?? []).filter(({ at }) => at >= from && at <= until).toSorted((a, b) => a.at - b.at)
  return {
    wronglyReadySeconds(origin, period, { sent }) {
      const successes = sent
        .filter((one) => one.isSuccess && one.origin === origin)
        .map(({ at }) => ({ at, label: 'success' }))
      const story = [...during(origin, period), ...successes].toSorted((a, b) => a.at - b.at)
      let [since, longest]: [number | null, number] = [null, 0]
      for (const { at, label } of story) {
        since = label === '200' ? (since ?? at) : null
        if (since !== null) longest = Math.max(longest, at - since)
      }
      return longest / 1000
    },
    summary(origin, period) {
      const polls = during(origin, period)
      const runs: { label: string; count: number }[] = []
      for (const { label } of polls) {
        const last = runs.at(-1)
        if (last?.label === label) last.count += 1
        else runs.push({ label, count: 1 })
      }
      return runs.map(({ label, count }) => `${label} × ${count}`).join(', then ')
    },
    stop: () => clearInterval(timer),
  }
}
