import type { Failure, FailureCode } from '../api/failure.ts'
import type { Voucher } from '../api/routes.ts'
import { type Told, tellCode, tellFailure } from '../language/failure-words.ts'
import { words } from '../language/words.ts'
import { nextCycleOf } from '../voucher/standing.ts'

/** As the contract has it; a refusal names it, a look ahead does not. */
const GEOFENCE_METERS = 150

type Known = {
  voucher: Voucher
  failure: Failure | undefined
  distanceMeters: number | undefined
}

/** A reason in words, with the facts of the refusal, or else with what the voucher says. */
export function tellReason(code: FailureCode, known: Known): Told & { more: string | null } {
  const { voucher, failure, distanceMeters } = known
  const { validFrom, validUntil, applicableFrom, applicableUntil, me } = voucher
  const resetsAt = nextCycleOf(me.cycleResetsAt, voucher)
  // How long is told by the clock that runs beside it.
  const told =
    failure && code !== 'rate_limited'
      ? tellFailure(failure, { resetsAt })
      : tellCode(code, {
          resetsAt,
          ...(applicableFrom !== null && { applicableFrom }),
          ...(applicableUntil !== null && { applicableUntil }),
          ...(distanceMeters !== undefined && { distanceMeters, maxMeters: GEOFENCE_METERS }),
        })
  if (code === 'voucher_not_yet_valid' && validFrom) return { ...told, more: words.voucher.notYet(validFrom) }
  if (code === 'voucher_expired' && validUntil) return { ...told, more: words.voucher.expired(validUntil) }
  return { ...told, more: null }
}
