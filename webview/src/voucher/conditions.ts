import type { Voucher } from '../api/routes.ts'
import { ClockIcon, HeartIcon, PinIcon, TicketIcon } from '../components/icons.tsx'
import { format, words } from '../language/words.ts'
import { usesText } from './availability.ts'
import { ENDS_SOON_DAYS, usableFrom, usableUntil } from './usable-period.ts'
import type { VoucherSite } from './voucher-site.ts'

export type Condition = { icon: typeof ClockIcon; text: string; isSoon?: boolean }

/** All that limits the use of a voucher, one line each, so that nobody learns it only after claiming. */
export function conditionsOf(
  voucher: Voucher,
  { now, site, isUsable = true }: { now: number; site?: VoucherSite; isUsable?: boolean },
): Condition[] {
  const { me, favoritesOnly } = voucher
  const lines: (Condition | null)[] = [
    isUsable && me.remaining > 0 && hasNotEnded(voucher, now)
      ? { icon: TicketIcon, text: usesText(voucher, me.remaining) }
      : null,
    voucher.isActive ? periodOf(voucher, now) : null,
    site ? outletsOf(site) : null,
    favoritesOnly ? { icon: HeartIcon, text: words.voucher.favoritesOnly } : null,
  ]
  return lines.filter((line) => line !== null)
}

function hasNotEnded(voucher: Voucher, now: number): boolean {
  const end = usableUntil(voucher)
  return voucher.isActive && (end === null || Date.parse(end) > now)
}

/** From when to when. A near end is a count of calendar days. Nothing for a voucher without limits or after its end. */
function periodOf(voucher: Voucher, now: number): Condition | null {
  const [from, until] = [usableFrom(voucher), usableUntil(voucher)]
  const labels = words.voucher
  if (until !== null && Date.parse(until) <= now) return null
  // Without a button, the action says from when.
  const isClaimable = voucher.claimFlow === 'WALLET' && !voucher.me.claimed
  if (isClaimable && from !== null && Date.parse(from) > now) {
    return {
      icon: ClockIcon,
      text: until === null ? labels.usableFrom(from) : labels.usableFromTo(from, until),
    }
  }
  if (until === null) return null
  const days = format.daysUntil(until)
  if (days <= ENDS_SOON_DAYS) return { icon: ClockIcon, text: labels.endsIn(days, until), isSoon: true }
  return { icon: ClockIcon, text: labels.validUntil(until) }
}

function outletsOf({ outlets: [only], outletCount, isEverywhere }: VoucherSite): Condition | null {
  if (isEverywhere) return null
  const { atOutlet, someOutlets } = words.voucher
  return { icon: PinIcon, text: only && outletCount === 1 ? atOutlet(only.name) : someOutlets(outletCount) }
}
