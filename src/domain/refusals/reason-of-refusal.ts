import type { RedemptionRefusal } from '@counterfoil/contract/errors.ts'
import { type Reason, reasonWith } from '@counterfoil/contract/words/reason.ts'

type Details = Record<string, unknown>

/** Codes whose details say more than their meaning in the error table. */
const WITH_DETAILS: Partial<Record<RedemptionRefusal, (details: Details) => Reason>> = {
  rate_limited: ({ limit, retryAfterSeconds }) =>
    reasonWith(limit === 'partner' ? 'rate_limited:partner' : 'rate_limited:user', {
      count: Number(retryAfterSeconds),
    }),
  too_far: ({ distanceMeters, maxMeters }) =>
    reasonWith('too_far:measured', {
      distanceMeters: Number(distanceMeters),
      maxMeters: Number(maxMeters),
    }),
  voucher_not_yet_applicable: ({ applicableFrom }) =>
    reasonWith('voucher_not_yet_applicable:from', { applicableFrom: timeOf(applicableFrom) }),
  voucher_no_longer_applicable: ({ applicableUntil }) =>
    reasonWith('voucher_no_longer_applicable:until', { applicableUntil: timeOf(applicableUntil) }),
  limit_reached: ({ limit, used, cycleKey }) => {
    const counts = { limit: Number(limit), used: Number(used) }
    return cycleKey === 'ONE_TIME'
      ? reasonWith('limit_reached:used', counts)
      : reasonWith('limit_reached:cycle', { ...counts, cycleKey: String(cycleKey) })
  },
  global_cap_reached: ({ cap, used, cycleKey }) => {
    const counts = { cap: Number(cap), used: Number(used) }
    return cycleKey === 'ONE_TIME'
      ? reasonWith('global_cap_reached:used', counts)
      : reasonWith('global_cap_reached:cycle', { ...counts, cycleKey: String(cycleKey) })
  },
}

const timeOf = (value: unknown) => ({ type: 'TIME', value: String(value) }) as const

/** Explains a refusal in one sentence, for people such as support staff. */
export function reasonOfRefusal(code: RedemptionRefusal, details: Details | null): Reason {
  const explain = WITH_DETAILS[code]
  return explain && details ? explain(details) : reasonWith(code)
}
