import { HOUR_MS, QUARTER_MS } from './split-period.ts'

/**
 * Whether all refusals of a period that begins at `from` are counted by quarter hour, voucher and outlet. `since` is
 * `refusalsGroupedSince`.
 */
export function areRefusalsGrouped(from: Date, since: Date | null): boolean {
  return since === null || from >= since
}

/** The start of the first count of a period. It may begin before the period, and counts in full. */
export function startOfRefusals(from: Date, since: Date | null): Date {
  const unitMs = areRefusalsGrouped(from, since) ? QUARTER_MS : HOUR_MS
  return new Date(Math.floor(from.getTime() / unitMs) * unitMs)
}
