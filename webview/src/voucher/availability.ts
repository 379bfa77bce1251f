import type { Voucher } from '../api/routes.ts'
import { words } from '../language/words.ts'
import type { Exhausted } from './supply.ts'

/** The one action that a voucher offers now, or why there is none. */
export type Availability = { action: 'claim' | 'redeem' | 'favorite' | null; why: string | null }

/** Warn when the end is at most this many days away. */
export const ENDS_SOON_DAYS = 7

type Facts = { isFavorite: boolean; now: number; exhausted: Exhausted }

const isFuture = (time: string | null, now: number): time is string => time !== null && Date.parse(time) > now
const isPast = (time: string | null, now: number): time is string => time !== null && Date.parse(time) <= now

/** Checks in the order in which a redemption would be refused, except for reasons that the user can fix here. */
export function availabilityOf(voucher: Voucher, { isFavorite, now, exhausted }: Facts): Availability {
  const { me, validFrom, validUntil } = voucher
  const isWallet = voucher.claimFlow === 'WALLET'
  const { applicableFrom, applicableUntil } = isWallet
    ? voucher
    : { applicableFrom: null, applicableUntil: null }
  const not = (why: string): Availability => ({ action: null, why })

  if (!voucher.isActive) return not(words.voucher.withdrawn)
  if (isPast(validUntil, now)) return not(words.voucher.expired(validUntil))
  if (isWallet && !me.claimed) {
    if (exhausted === null) return { action: 'claim', why: null }
    // It can be claimed for the next cycle, if there is one.
    const hasNextCycle = resupplyAt(voucher, exhausted) !== null
    return { action: hasNextCycle ? 'claim' : null, why: fullyRedeemedText(voucher, exhausted) }
  }
  if (isFuture(validFrom, now)) return not(words.voucher.notYet(validFrom))
  if (isFuture(applicableFrom, now)) return not(words.voucher.notYet(applicableFrom))
  if (isPast(applicableUntil, now)) return not(words.voucher.expired(applicableUntil))
  if (me.remaining === 0) return not(usedUpText(me.cycleResetsAt, voucher))
  if (exhausted !== null) return not(fullyRedeemedText(voucher, exhausted))
  if (voucher.favoritesOnly && !isFavorite) return { action: 'favorite', why: words.voucher.favoritesOnly }
  return { action: 'redeem', why: null }
}

/** "2 of 3 left until 30 November": the end of the cycle or of the voucher, whichever is first. */
export function remainingUses(voucher: Voucher, now: number): { text: string; end: string | null } | null {
  const { me, redemptionCount, validUntil } = voucher
  const { left, leftUntil, once, onceUntil } = words.voucher
  const [end = null] = [me.cycleResetsAt, usableUntil(voucher)].filter((time) => isFuture(time, now)).sort()
  if (me.remaining === 0 || !voucher.isActive || isPast(validUntil, now)) return null
  if (redemptionCount === 1) return { text: end ? onceUntil(end) : once, end }
  const count = [me.remaining, redemptionCount] as const
  return { text: end ? leftUntil(...count, end) : left(...count), end }
}

export function usedUpText(cycleResetsAt: string | null, voucher: Voucher | undefined): string {
  const again = nextCycleStart(cycleResetsAt, voucher)
  return again === null ? words.voucher.usedUp : words.voucher.usedUpUntil(again)
}

/** For a voucher that other users have used up, though this user has uses left. */
export function fullyRedeemedText(voucher: Voucher, exhausted: Exhausted): string {
  const again = resupplyAt(voucher, exhausted)
  return again === null ? words.voucher.fullyRedeemed : words.voucher.fullyRedeemedUntil(again)
}

function resupplyAt(voucher: Voucher, exhausted: Exhausted): string | null {
  return exhausted === 'global_cap_reached' ? nextCycleStart(voucher.me.cycleResetsAt, voucher) : null
}

/** Null if the next cycle would start after the voucher ends. */
export function nextCycleStart(cycleResetsAt: string | null, voucher: Voucher | undefined): string | null {
  const end = voucher ? usableUntil(voucher) : null
  return cycleResetsAt !== null && (end === null || cycleResetsAt < end) ? cycleResetsAt : null
}

/** The exclusive end, null without one. */
function usableUntil({ claimFlow, validUntil, applicableUntil }: Voucher): string | null {
  const ends = [validUntil, claimFlow === 'WALLET' ? applicableUntil : null]
  return ends.filter((time) => time !== null).sort()[0] ?? null
}
