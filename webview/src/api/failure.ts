import type { ERROR_DETAILS } from '@counterfoil/contract/error-body.ts'
import type { ErrorCode } from '@counterfoil/contract/errors.ts'
import type { Static } from 'typebox'

/** Codes that only a partner's backend, the back office or a device of an outlet can get. */
type NotForConsumers =
  | 'invalid_signature'
  | 'signature_expired'
  | 'upsert_failed'
  | 'unauthorized'
  | 'forbidden'
  | 'slug_taken'
  | 'issuer_taken'
  | 'email_taken'
  | 'sub_category_in_use'
  | 'no_next_secret'
  | 'no_webhook_url'
  | 'version_conflict'
  | 'voucher_published'
  | 'voucher_incomplete'
  | 'cross_site_request'
  | 'invalid_credentials'
  | 'reauthentication_required'
  | 'invalid_code'
  | 'invalid_sign_in_step'
  | 'passkey_refused'
  | 'passkeys_unavailable'
  | 'totp_active'
  | 'no_second_factor'
  | 'second_factor_required'
  | 'single_sign_on_only'
  | 'single_sign_on_off'
  | 'single_sign_on_refused'
  | 'issuer_unavailable'
  | 'email_not_verified'
  | 'email_not_invited'
  | 'email_off'
  | 'invalid_sign_in_link'
  | 'too_many_sign_ins'
  | 'password_too_common'
  | 'staff_inactive'
  | 'voucher_takes_no_codes'
  | 'month_not_over'
  | 'earlier_month_open'
  | 'own_request'
  | 'session_needed'
  | 'approval_decided'
  | 'record_changed'
  | 'requester_not_allowed'
  | 'two_admins_needed'
  | 'selection_changed'
  | 'image_quota_reached'
  | 'image_too_large'
  | 'image_unreadable'
  | 'publication_limit_reached'
  | 'live_mode'
  | 'code_not_found'
  | 'code_of_another_outlet'
  | 'code_expired'
  | 'code_held'
  | 'invalid_device_link'
  | 'too_many_devices'
  | 'clock_backwards'

/**
 * The codes with words in every language. A new code in the contract is a type error until it has words.
 * `partner_limited` is a `rate_limited` that is about all users of the partner, not about this one.
 */
export type FailureCode = Exclude<ErrorCode, NotForConsumers> | 'unreachable' | 'not_sent' | 'partner_limited'

type Details = typeof ERROR_DETAILS & { partner_limited: (typeof ERROR_DETAILS)['rate_limited'] }
/** Facts that the error body lacks, but the screen knows. */
type Known<C> = C extends 'limit_reached' | 'global_cap_reached' ? { resetsAt?: string | null } : unknown
/** The codes that come with facts. */
export type CodeWithFacts = Exclude<keyof Details, NotForConsumers>
export type FactsOf<C extends CodeWithFacts> = Static<Details[C]> & Known<C>

/** Why a call failed: a code of the contract or of this app, such as `unreachable` without a response. */
export class Failure extends Error {
  readonly code: FailureCode
  /** 0 without a response. */
  readonly status: number
  readonly details: unknown
  readonly retryAfterSeconds: number | null

  constructor(
    code: FailureCode,
    {
      status = 0,
      details,
      retryAfterSeconds = null,
    }: { status?: number; details?: unknown; retryAfterSeconds?: number | null } = {},
  ) {
    super(code)
    this.code = code
    this.status = status
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The facts of the failure, if it has this code. */
export function factsIf<C extends CodeWithFacts>(failure: Failure, code: C): FactsOf<C> | null {
  return failure.code === code && failure.details ? (failure.details as FactsOf<C>) : null
}

export function codeOf(error: unknown): FailureCode {
  return error instanceof Failure ? error.code : 'internal_error'
}
