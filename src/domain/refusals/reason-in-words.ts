import { ERRORS } from '@counterfoil/contract/errors.ts'
import type { RedemptionRefusal } from '@counterfoil/contract/shapes/redemption.ts'

type Details = Record<string, unknown> | null

/** Codes whose details say more than their meaning in the error table. */
const WITH_DETAILS: Partial<Record<RedemptionRefusal, (details: Record<string, unknown>) => string>> = {
  rate_limited: ({ limit, retryAfterSeconds }) =>
    limit === 'partner'
      ? `The partner was at its limit of requests. The next one was allowed after ${retryAfterSeconds} seconds.`
      : `Too many attempts. The next attempt was allowed after ${retryAfterSeconds} seconds.`,
  too_far: ({ distanceMeters, maxMeters }) =>
    `The device was ${distanceMeters} m from the outlet. The maximum is ${maxMeters} m.`,
  voucher_not_yet_applicable: ({ applicableFrom }) => `The redemption period starts at ${applicableFrom}.`,
  voucher_no_longer_applicable: ({ applicableUntil }) => `The redemption period ended at ${applicableUntil}.`,
  limit_reached: ({ limit, used, cycleKey }) =>
    `The user had used ${used} of ${limit} redemptions${inCycle(cycleKey)}.`,
  global_cap_reached: ({ cap, used, cycleKey }) =>
    `All users together had used ${used} of ${cap} redemptions${inCycle(cycleKey)}.`,
}

/** Explains a refusal in one sentence, for people such as support staff. */
export function reasonInWords(code: RedemptionRefusal, details: Details): string {
  const explain = WITH_DETAILS[code]
  return explain && details ? explain(details) : ERRORS[code].meaning
}

function inCycle(cycleKey: unknown): string {
  return cycleKey === 'ONE_TIME' ? '' : ` in the cycle ${cycleKey}`
}
