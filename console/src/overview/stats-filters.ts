/** The lists that stats link to have the same filters. */
export type StatsFilters = {
  from: string
  to: string
  merchantId: string | undefined
  partnerId: string | undefined
}

const REFUSALS_KEPT_MS = 30 * 24 * 3_600_000

/** Refusals are counted for good, but each one is kept for 30 days only. */
export function isKept({ from }: StatsFilters): boolean {
  return Date.parse(from) >= Date.now() - REFUSALS_KEPT_MS
}
