import type { Voucher } from '../api/routes.ts'
import { words } from '../language/words.ts'
import { fullyRedeemedText, usedUpText } from '../voucher/availability.ts'
import type { Exhausted } from '../voucher/supply.ts'

/** The sections of the wallet, in display order. */
export const SECTIONS = [
  'ready',
  'favorite',
  'unknown',
  'notYet',
  'fullyRedeemed',
  'usedUp',
  'expired',
  'withdrawn',
] as const
export type Section = (typeof SECTIONS)[number]

type Times = (string | null)[]
const startsOf = ({ validFrom, applicableFrom }: Voucher) => sorted([validFrom, applicableFrom])
const endsOf = ({ validUntil, applicableUntil }: Voucher) => sorted([validUntil, applicableUntil])
/** The service's timestamps all have the same format, so they sort as strings. */
const sorted = (times: Times) => times.filter((time): time is string => time !== null).sort()

/** Checks in the order of a redemption: a withdrawn voucher is not shown as expired. */
export function sectionOf(
  voucher: Voucher,
  { isFavorite, now, exhausted }: { isFavorite: boolean; now: number; exhausted: Exhausted },
): Exclude<Section, 'unknown'> {
  const isFuture = (time: string) => Date.parse(time) > now
  if (!voucher.isActive) return 'withdrawn'
  if (!endsOf(voucher).every(isFuture)) return 'expired'
  if (startsOf(voucher).some(isFuture)) return 'notYet'
  if (voucher.me.remaining === 0) return 'usedUp'
  if (exhausted !== null) return 'fullyRedeemed'
  return voucher.favoritesOnly && !isFavorite ? 'favorite' : 'ready'
}

/** The earliest end, null without one. */
export function usableUntil(voucher: Voucher): string | null {
  return endsOf(voucher)[0] ?? null
}

/** Sections of vouchers without an action. */
export type UnusableSection = 'notYet' | 'fullyRedeemed' | 'usedUp' | 'expired' | 'withdrawn'

/** Why the voucher cannot be used now, and from when it can, if ever. */
export function unusableReason(voucher: Voucher, section: UnusableSection, exhausted: Exhausted): string {
  const labels = words.voucher
  const starts = startsOf(voucher)
  const end = usableUntil(voucher)
  switch (section) {
    case 'withdrawn':
      return words.wallet.withdrawnWhy
    case 'expired':
      return end === null ? words.wallet.expired : labels.expired(end)
    case 'notYet':
      return labels.notYet(starts[starts.length - 1] ?? '')
    case 'fullyRedeemed':
      return fullyRedeemedText(voucher, exhausted)
    case 'usedUp':
      return usedUpText(voucher.me.cycleResetsAt, voucher)
  }
}
