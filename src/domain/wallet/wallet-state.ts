import type { RedemptionRefusal } from '@counterfoil/contract/errors.ts'
import type { WalletGroup, WalletState } from '@counterfoil/contract/shapes/wallet.ts'
import { type Facts, listBrokenRules, type VoucherFacts } from '../redemptions/rules/decide.ts'

/**
 * The state that each refusal means. The first one that a redemption would get is the state: a withdrawn voucher is not
 * shown as expired. A new cycle brings no new codes, so missing codes come before a reached cap. The user can fix a missing
 * favorite, so it comes last.
 */
const STATES: [RedemptionRefusal, WalletState][] = [
  ['voucher_not_found', 'WITHDRAWN'],
  ['voucher_out_of_scope', 'WITHDRAWN'],
  ['voucher_inactive', 'WITHDRAWN'],
  ['voucher_expired', 'EXPIRED'],
  ['voucher_no_longer_applicable', 'EXPIRED'],
  ['voucher_not_yet_valid', 'NOT_YET_USABLE'],
  ['voucher_not_yet_applicable', 'NOT_YET_USABLE'],
  ['limit_reached', 'USED_UP'],
  ['codes_exhausted', 'CODES_EXHAUSTED'],
  ['global_cap_reached', 'CAP_REACHED'],
  ['not_a_favorite', 'NOT_A_FAVORITE'],
]

/** The state of a claimed voucher, by the rules of a redemption at an outlet that is still to be chosen. */
export function stateOf(facts: Facts): WalletState {
  const broken = new Set(listBrokenRules(facts))
  return STATES.find(([code]) => broken.has(code))?.[1] ?? 'READY'
}

/** The states in the order to show. States with the same rank are sorted together. */
const SECTIONS: Record<WalletState, { rank: number; group: WalletGroup }> = {
  READY: { rank: 0, group: 'READY' },
  NOT_A_FAVORITE: { rank: 1, group: 'FAVORITES_ONLY' },
  NOT_YET_USABLE: { rank: 2, group: 'LATER' },
  CAP_REACHED: { rank: 3, group: 'USED_UP' },
  CODES_EXHAUSTED: { rank: 3, group: 'USED_UP' },
  USED_UP: { rank: 4, group: 'USED_UP' },
  EXPIRED: { rank: 5, group: 'ENDED' },
  WITHDRAWN: { rank: 6, group: 'ENDED' },
}

export const groupOf = (state: WalletState): WalletGroup => SECTIONS[state].group

/** Where a claim stands in the wallet. `urgency` is a time, or `NEVER`. */
export type Place = { rank: number; urgency: string; claimedAt: string; id: string }

/** Sorts after every time of the service. */
const NEVER = '~'

/** What the user should use first comes first: the nearest end, or the nearest start of vouchers that come later. */
export function placeOf(
  claim: { id: string; claimedAt: string },
  voucher: VoucherFacts,
  state: WalletState,
): Place {
  const { rank, group } = SECTIONS[state]
  const time = group === 'ENDED' ? null : group === 'LATER' ? usableFrom(voucher) : usableUntil(voucher)
  return { rank, urgency: time?.toISOString() ?? NEVER, claimedAt: claim.claimedAt, id: claim.id }
}

/** Of equally urgent claims, the newest comes first. */
export function byPlace(one: Place, other: Place): number {
  return (
    one.rank - other.rank ||
    compare(one.urgency, other.urgency) ||
    compare(other.claimedAt, one.claimedAt) ||
    compare(other.id, one.id)
  )
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

type Period = Pick<
  VoucherFacts,
  'claimFlow' | 'validFrom' | 'validUntil' | 'applicableFrom' | 'applicableUntil'
>

/** The first moment of use, null without one. `applicable…` limits wallet vouchers only. */
function usableFrom({ claimFlow, validFrom, applicableFrom }: Period): Date | null {
  return sorted([validFrom, claimFlow === 'WALLET' ? applicableFrom : null]).at(-1) ?? null
}

/** The exclusive end of use, null without one. */
function usableUntil({ claimFlow, validUntil, applicableUntil }: Period): Date | null {
  return sorted([validUntil, claimFlow === 'WALLET' ? applicableUntil : null])[0] ?? null
}

function sorted(times: (Date | null)[]): Date[] {
  return times.filter((time) => time !== null).sort((a, b) => a.getTime() - b.getTime())
}

/** The last date of our format. East of UTC, the last moment of the year 9999 is in the year 10000. */
const LAST_DATE = Temporal.PlainDate.from('9999-12-31')

/** The last day of use in the merchant's time zone; null without an end. */
export function endsOn(voucher: Period, timezone: string): string | null {
  return lastDayOf(voucher, timezone)?.date ?? null
}

/** The last day, when exactly it ends, and whether that is the end of the day in the merchant's calendar. */
export function lastDayOf(
  voucher: Period,
  timezone: string,
): { date: string; endsAt: Date; isWholeDay: boolean } | null {
  const endsAt = usableUntil(voucher)
  if (endsAt === null) return null
  const lastDay = dateOf(endsAt.getTime() - 1, timezone)
  const date = String(Temporal.PlainDate.compare(lastDay, LAST_DATE) > 0 ? LAST_DATE : lastDay)
  return { date, endsAt, isWholeDay: !lastDay.equals(dateOf(endsAt.getTime(), timezone)) }
}

/** Whether the last day is at most so many days away, in the merchant's calendar. */
export function endsWithin(days: number, lastDay: string | null, timezone: string, now: Date): boolean {
  return lastDay !== null && lastDay <= String(dateOf(now.getTime(), timezone).add({ days }))
}

function dateOf(timeMs: number, timezone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(timeMs).toZonedDateTimeISO(timezone).toPlainDate()
}
