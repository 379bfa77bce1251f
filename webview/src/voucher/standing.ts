import type { Voucher } from '../api/routes.ts'
import { words } from '../language/words.ts'
import type { RunOut } from './supply.ts'

/** The one thing to do with a voucher now, or why there is none. */
export type Standing = { action: 'claim' | 'redeem' | 'favorite' | null; why: string | null }

/** From when on an end is worth a warning. */
export const SOON_DAYS = 7

type Facts = { isFavorite: boolean; now: number; runOut: RunOut }

const isAhead = (time: string | null, now: number): time is string => time !== null && Date.parse(time) > now
const isOver = (time: string | null, now: number): time is string => time !== null && Date.parse(time) <= now

/** In the order in which a redemption would be refused, but for what the user can mend right here. */
export function standingOf(voucher: Voucher, { isFavorite, now, runOut }: Facts): Standing {
  const { me, validFrom, validUntil } = voucher
  const isWallet = voucher.claimFlow === 'WALLET'
  const { applicableFrom, applicableUntil } = isWallet
    ? voucher
    : { applicableFrom: null, applicableUntil: null }
  const not = (why: string): Standing => ({ action: null, why })

  if (!voucher.isActive) return not(words.voucher.withdrawn)
  if (isOver(validUntil, now)) return not(words.voucher.expired(validUntil))
  if (isWallet && !me.claimed) {
    if (runOut === null) return { action: 'claim', why: null }
    // For the next cycle, if there is one.
    const isComing = allGoneUntil(voucher, runOut) !== null
    return { action: isComing ? 'claim' : null, why: tellAllGone(voucher, runOut) }
  }
  if (isAhead(validFrom, now)) return not(words.voucher.notYet(validFrom))
  if (isAhead(applicableFrom, now)) return not(words.voucher.notYet(applicableFrom))
  if (isOver(applicableUntil, now)) return not(words.voucher.expired(applicableUntil))
  if (me.remaining === 0) return not(tellUsedUp(me.cycleResetsAt, voucher))
  if (runOut !== null) return not(tellAllGone(voucher, runOut))
  if (voucher.favoritesOnly && !isFavorite) return { action: 'favorite', why: words.voucher.favoritesOnly }
  return { action: 'redeem', why: null }
}

/** "2 of 3 left until 30 November": until the cycle ends, or the voucher does. */
export function leftOf(voucher: Voucher, now: number): { text: string; end: string | null } | null {
  const { me, redemptionCount, validUntil } = voucher
  const { left, leftUntil, once, onceUntil } = words.voucher
  const [end = null] = [me.cycleResetsAt, endOf(voucher)].filter((time) => isAhead(time, now)).sort()
  if (me.remaining === 0 || !voucher.isActive || isOver(validUntil, now)) return null
  if (redemptionCount === 1) return { text: end ? onceUntil(end) : once, end }
  const count = [me.remaining, redemptionCount] as const
  return { text: end ? leftUntil(...count, end) : left(...count), end }
}

export function tellUsedUp(cycleResetsAt: string | null, voucher: Voucher | undefined): string {
  const again = nextCycleOf(cycleResetsAt, voucher)
  return again === null ? words.voucher.usedUp : words.voucher.usedUpUntil(again)
}

/** Others were quicker; the user has some left. */
export function tellAllGone(voucher: Voucher, runOut: RunOut): string {
  const again = allGoneUntil(voucher, runOut)
  return again === null ? words.voucher.fullyRedeemed : words.voucher.fullyRedeemedUntil(again)
}

function allGoneUntil(voucher: Voucher, runOut: RunOut): string | null {
  return runOut === 'global_cap_reached' ? nextCycleOf(voucher.me.cycleResetsAt, voucher) : null
}

/** A cycle that begins after the voucher's end is no use to anybody. */
export function nextCycleOf(cycleResetsAt: string | null, voucher: Voucher | undefined): string | null {
  const end = voucher ? endOf(voucher) : null
  return cycleResetsAt !== null && (end === null || cycleResetsAt < end) ? cycleResetsAt : null
}

/** The first moment that is too late; null when it has no end. */
function endOf({ claimFlow, validUntil, applicableUntil }: Voucher): string | null {
  const ends = [validUntil, claimFlow === 'WALLET' ? applicableUntil : null]
  return ends.filter((time) => time !== null).sort()[0] ?? null
}
