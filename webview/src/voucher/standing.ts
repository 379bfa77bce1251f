import type { Voucher } from '../api/routes.ts'
import { words } from '../language/words.ts'

/** The one thing to do with a voucher now, or why there is none. */
export type Standing = { action: 'claim' | 'redeem' | 'favorite' | null; why: string | null }

type Facts = { isFavorite: boolean; now: number }

const isAhead = (time: string | null, now: number): time is string => time !== null && Date.parse(time) > now
const isOver = (time: string | null, now: number): time is string => time !== null && Date.parse(time) <= now

/** In the order in which a redemption would be refused, but for what the user can mend right here. */
export function standingOf(voucher: Voucher, { isFavorite, now }: Facts): Standing {
  const { me, validFrom, validUntil } = voucher
  const isWallet = voucher.claimFlow === 'WALLET'
  const { applicableFrom, applicableUntil } = isWallet
    ? voucher
    : { applicableFrom: null, applicableUntil: null }
  const not = (why: string): Standing => ({ action: null, why })

  if (!voucher.isActive) return not(words.voucher.ended)
  if (isOver(validUntil, now)) return not(words.voucher.over(validUntil))
  if (isWallet && !me.claimed) return { action: 'claim', why: null }
  if (isAhead(validFrom, now)) return not(words.voucher.notYet(validFrom))
  if (isAhead(applicableFrom, now)) return not(words.voucher.notYet(applicableFrom))
  if (isOver(applicableUntil, now)) return not(words.voucher.over(applicableUntil))
  if (me.remaining === 0) return not(tellUsedUp(me.cycleResetsAt, voucher))
  if (voucher.favoritesOnly && !isFavorite) return { action: 'favorite', why: words.voucher.favoritesOnly }
  return { action: 'redeem', why: null }
}

/** "2 of 3 left until 30 November": until the cycle ends, or the voucher does. */
export function leftOf(voucher: Voucher, now: number): string | null {
  const { me, redemptionCount, validUntil } = voucher
  const { left, leftUntil, once, onceUntil } = words.voucher
  const [end] = [me.cycleResetsAt, endOf(voucher)].filter((time) => isAhead(time, now)).sort()
  if (me.remaining === 0 || !voucher.isActive || isOver(validUntil, now)) return null
  if (redemptionCount === 1) return end ? onceUntil(end) : once
  return end ? leftUntil(me.remaining, redemptionCount, end) : left(me.remaining, redemptionCount)
}

/** A cycle that begins after the voucher's end is no use to anybody. */
export function tellUsedUp(cycleResetsAt: string | null, voucher: Voucher | undefined): string {
  const end = voucher ? endOf(voucher) : null
  const comesAgain = cycleResetsAt !== null && (end === null || cycleResetsAt < end)
  return comesAgain ? words.voucher.usedUpUntil(cycleResetsAt) : words.voucher.usedUp
}

/** The first moment that is too late; null when it has no end. */
function endOf({ claimFlow, validUntil, applicableUntil }: Voucher): string | null {
  const ends = [validUntil, claimFlow === 'WALLET' ? applicableUntil : null]
  return ends.filter((time) => time !== null).sort()[0] ?? null
}
