import {
  isDecidedOnOldFacts,
  isIdempotencyKeyUsed,
  isMerchantMoving,
  isRaceLost,
  isReportedByDatabase,
  isUnreachable,
  violatedConstraint,
} from '../../../platform/database/failures.ts'

export type WriteFailure =
  /** The write may or may not have been committed. It must not be retried: that could redeem twice. */
  | 'outcome_unknown'
  /** Nothing was written: the facts changed after they were loaded. */
  | 'old_facts'
  /** Nothing was written: a generated code exists already. The error does not say whose code it was. */
  | 'code_collision'
  /** Nothing was written: another node wrote the same request, or a concurrent transaction won. */
  | 'race_lost'
  /** Nothing was written, and trying again here would fail again. */
  | 'rejected'

/** Classifies the error of a write. PostgreSQL reports an error only if nothing was committed. */
export function classifyWriteFailure(error: unknown): WriteFailure {
  if (!isReportedByDatabase(error) || isUnreachable(error)) return 'outcome_unknown'
  if (isDecidedOnOldFacts(error)) return 'old_facts'
  // The merchant has left this database since the facts were loaded.
  if (violatedConstraint(error) === 'voucher_quotas_voucher_id_fkey') return 'old_facts'
  if (violatedConstraint(error)?.endsWith('_code_is_unique_per_voucher')) return 'code_collision'
  if (isMerchantMoving(error)) return 'rejected'
  if (isIdempotencyKeyUsed(error) || isRaceLost(error)) return 'race_lost'
  return 'rejected'
}
