import type { Voucher } from '../api/routes.ts'
import { words } from '../language/words.ts'
import { fullyRedeemedText, usableFrom, usableUntil, usedUpText } from '../voucher/availability.ts'
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

/** Checks in the order of a redemption: a withdrawn voucher is not shown as expired. */
export function sectionOf(
  voucher: Voucher,
  { isFavorite, now, exhausted }: { isFavorite: boolean; now: number; exhausted: Exhausted },
): Exclude<Section, 'unknown'> {
  const [start, end] = [usableFrom(voucher), usableUntil(voucher)]
  if (!voucher.isActive) return 'withdrawn'
  if (end !== null && Date.parse(end) <= now) return 'expired'
  if (start !== null && Date.parse(start) > now) return 'notYet'
  if (voucher.me.remaining === 0) return 'usedUp'
  if (exhausted !== null) return 'fullyRedeemed'
  return voucher.favoritesOnly && !isFavorite ? 'favorite' : 'ready'
}

/** Sorts after every time of the service. */
const NEVER = '~'

/** What the user should use first comes first: the nearest end, or the nearest start of those that come later. */
export function byUrgency(section: Section, one: Voucher | null, other: Voucher | null): number {
  const timeOf = (voucher: Voucher | null) => {
    if (voucher === null || section === 'expired') return NEVER
    return (section === 'notYet' ? usableFrom(voucher) : usableUntil(voucher)) ?? NEVER
  }
  const [first, second] = [timeOf(one), timeOf(other)]
  return first < second ? -1 : first > second ? 1 : 0
}

/** Sections of vouchers without an action. */
export type UnusableSection = 'notYet' | 'fullyRedeemed' | 'usedUp' | 'expired' | 'withdrawn'

/** Why the voucher cannot be used now, and from when it can, if ever. */
export function unusableReason(voucher: Voucher, section: UnusableSection, exhausted: Exhausted): string {
  const labels = words.voucher
  const end = usableUntil(voucher)
  switch (section) {
    case 'withdrawn':
      return words.wallet.withdrawnWhy
    case 'expired':
      return end === null ? words.wallet.expired : labels.expired(end)
    case 'notYet':
      return labels.notYet(usableFrom(voucher) ?? '')
    case 'fullyRedeemed':
      return fullyRedeemedText(voucher, exhausted)
    case 'usedUp':
      return usedUpText(voucher.me.cycleResetsAt, voucher)
  }
}
