import type { Voucher } from '../api/routes.ts'
import { words } from '../language/words.ts'
import type { Exhausted } from './supply.ts'
import { usableFrom, usableUntil } from './usable-period.ts'

/** The one action that a voucher offers now, or why there is none. */
export type Availability = { action: 'claim' | 'redeem' | 'favorite' | null; why: string | null }

export type Facts = { isFavorite: boolean; now: number; exhausted: Exhausted }

const isFuture = (time: string | null, now: number): time is string => time !== null && Date.parse(time) > now
const isPast = (time: string | null, now: number): time is string => time !== null && Date.parse(time) <= now

/** Checks in the order in which a redemption would be refused, except for reasons that the user can fix here. */
export function availabilityOf(voucher: Voucher, { isFavorite, now, exhausted }: Facts): Availability {
  const { me, validUntil } = voucher
  const isWallet = voucher.claimFlow === 'WALLET'
  const [start, end] = [usableFrom(voucher), usableUntil(voucher)]
  const not = (why: string): Availability => ({ action: null, why })

  if (!voucher.isActive) return not(words.voucher.withdrawn)
  if (isPast(validUntil, now)) return not(words.voucher.expired(validUntil))
  if (isWallet && !me.claimed) {
    if (exhausted === null) return { action: 'claim', why: null }
    // It can be claimed for the next cycle, if there is one.
    const hasNextCycle = resupplyAt(voucher, exhausted) !== null
    return { action: hasNextCycle ? 'claim' : null, why: fullyRedeemedText(voucher, exhausted) }
  }
  if (isFuture(start, now)) return not(words.voucher.notYet(start))
  if (isPast(end, now)) return not(words.voucher.expired(end))
  if (me.remaining === 0) return not(usedUpText(me.cycleResetsAt, voucher))
  if (exhausted !== null) return not(fullyRedeemedText(voucher, exhausted))
  if (voucher.favoritesOnly && !isFavorite) return { action: 'favorite', why: null }
  return { action: 'redeem', why: null }
}

/** "Once every 2 weeks · renews 16 Nov", "2 of 3 left". The end of a cycle is never shown as the end of the voucher. */
export function usesText(voucher: Voucher, remaining: number): string {
  const { cycle, redemptionCount, me } = voucher
  const { left, once, often, renews } = words.voucher
  const renewsAt = nextCycleStart(me.cycleResetsAt, voucher)
  if (cycle === 'ONE_TIME' || renewsAt === null) {
    return redemptionCount === 1 ? once : left(remaining, redemptionCount)
  }
  const uses = redemptionCount === 1 ? often[cycle] : left(remaining, redemptionCount)
  return `${uses} · ${renews(renewsAt)}`
}

export function usedUpText(cycleResetsAt: string | null, voucher: Voucher | undefined): string {
  const again = nextCycleStart(cycleResetsAt, voucher)
  return again === null ? words.voucher.usedUp : words.voucher.usedUpUntil(again)
}

/** The text for a voucher that other users have used up, though this user has uses left. */
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
