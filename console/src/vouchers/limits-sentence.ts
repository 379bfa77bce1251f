import { formatNumber } from '../time/numbers.ts'
import { describeMoment } from '../time/wall-time.ts'
import { LIMIT_WORDS as words } from '../words/voucher-editor.ts'
import { CYCLE_WORDS } from '../words/vouchers.ts'
import type { VoucherValues } from './voucher-values.ts'

/** “Each user: 2 a month. All users: 500 a month. Ends 30 Nov 2026, 23:59, Kuala Lumpur.” */
export function limitsSentence(values: VoucherValues, timeZone: string): string {
  const { redemptionCount, globalRedemptionCap, cycle, validFrom, validUntil, outletIds } = values
  const at = (time: string) => describeMoment(time, timeZone)
  return [
    isCount(redemptionCount) && words.eachUser(formatNumber(redemptionCount), CYCLE_WORDS[cycle]),
    isCount(globalRedemptionCap)
      ? words.allUsers(formatNumber(globalRedemptionCap), CYCLE_WORDS[cycle])
      : globalRedemptionCap === null && words.noCap,
    isTime(validFrom) && words.starts(at(validFrom)),
    isTime(validUntil) ? words.ends(at(validUntil)) : validUntil === null && words.noEnd,
    redeemable(values, at),
    outletIds !== null && outletIds.length > 0 && words.outlets(outletIds.length),
    values.favoritesOnly && words.favoritesOnly,
  ]
    .filter(Boolean)
    .join(' ')
}

function redeemable(
  { applicableFrom: from, applicableUntil: until }: VoucherValues,
  at: (time: string) => string,
): string | false {
  if (isTime(from) && isTime(until)) return words.redeemableBetween(at(from), at(until))
  if (isTime(from)) return words.redeemableFrom(at(from))
  return isTime(until) && words.redeemableUntil(at(until))
}

/** While somebody types, a field may hold text that is no number or time yet. */
function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0
}

function isTime(value: string | null): value is string {
  return value !== null && !Number.isNaN(Date.parse(value))
}
