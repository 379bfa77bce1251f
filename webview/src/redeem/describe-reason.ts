import type { Failure, FailureCode } from '../api/failure.ts'
import type { Voucher } from '../api/routes.ts'
import { describeCode, describeFailure, type FailureText } from '../language/describe-failure.ts'
import { words } from '../language/words.ts'
import { nextCycleStart } from '../voucher/availability.ts'

/** The contract's limit. A refusal includes it, a preview does not. */
const GEOFENCE_METERS = 150

type Known = {
  voucher: Voucher
  failure: Failure | undefined
  distanceMeters: number | undefined
}

/** The words for a reason, with the facts of the refusal or otherwise of the voucher. */
export function describeReason(code: FailureCode, known: Known): FailureText & { more: string | null } {
  const { voucher, failure, distanceMeters } = known
  const { validFrom, validUntil, applicableFrom, applicableUntil, me } = voucher
  const resetsAt = nextCycleStart(me.cycleResetsAt, voucher)
  // The countdown next to it shows how long to wait.
  const message =
    failure && code !== 'rate_limited'
      ? describeFailure(failure, { resetsAt })
      : describeCode(code, {
          resetsAt,
          ...(applicableFrom !== null && { applicableFrom }),
          ...(applicableUntil !== null && { applicableUntil }),
          ...(distanceMeters !== undefined && { distanceMeters, maxMeters: GEOFENCE_METERS }),
        })
  if (code === 'voucher_not_yet_valid' && validFrom)
    return { ...message, more: words.voucher.notYet(validFrom) }
  if (code === 'voucher_expired' && validUntil) return { ...message, more: words.voucher.expired(validUntil) }
  return { ...message, more: null }
}
