import type { Voucher } from '../api/routes.ts'

/** Warn when the last day is at most this many calendar days away. */
export const ENDS_SOON_DAYS = 7

/** The first moment of use, null without one. `applicable…` limits wallet vouchers only. */
export function usableFrom({ claimFlow, validFrom, applicableFrom }: Voucher): string | null {
  return sorted([validFrom, claimFlow === 'WALLET' ? applicableFrom : null]).pop() ?? null
}

/** The exclusive end, null without one. */
export function usableUntil({ claimFlow, validUntil, applicableUntil }: Voucher): string | null {
  return sorted([validUntil, claimFlow === 'WALLET' ? applicableUntil : null])[0] ?? null
}

/** The service's timestamps all have the same format, so they sort as strings. */
function sorted(times: (string | null)[]): string[] {
  return times.filter((time) => time !== null).sort()
}
