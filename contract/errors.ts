/**
 * The one table of refusals: code → status and meaning. No other place knows a status.
 * The codes are part of the contract; adding one is not a breaking change, changing one is.
 */
export const ERRORS = {
  // every route
  validation_failed: { status: 400, meaning: 'The request does not fit its schema; `issues` says where.' },
  not_found: { status: 404, meaning: 'No such path, or no such thing within the reach of the caller.' },
  request_timeout: { status: 408, meaning: 'The request did not arrive whole in time.' },
  payload_too_large: { status: 413, meaning: 'The body is larger than this route takes.' },
  uri_too_long: { status: 414, meaning: 'A path segment is longer than any id.' },
  unsupported_media_type: { status: 415, meaning: 'The content type is not one this route takes.' },
  headers_too_large: { status: 431, meaning: 'The request line and headers are too large.' },
  internal_error: { status: 500, meaning: 'Unforeseen; `x-request-id` ties it to our log.' },
  unavailable: { status: 503, meaning: 'Try again after `retry-after` seconds.' },

  // server-to-server
  invalid_signature: { status: 401, meaning: 'The HMAC headers are missing, malformed or wrong.' },
  signature_expired: { status: 401, meaning: 'Signed more than 300 s from our clock, on either side.' },
  partner_disabled: { status: 403, meaning: 'The partner is disabled.' },
  user_not_found: { status: 404, meaning: 'No such user, or the user was anonymised.' },
  upsert_failed: { status: 500, meaning: 'Recovery from a race failed; safe to retry.' },

  // consumer
  missing_token: { status: 401, meaning: 'No usable Authorization header.' },
  invalid_token: { status: 401, meaning: 'The token is malformed, unverifiable or lacks a claim.' },
  token_expired: { status: 401, meaning: 'The token has expired.' },
  keys_unavailable: { status: 503, meaning: 'The partner’s keys cannot be fetched and none are cached.' },
  merchant_not_found: { status: 404, meaning: 'No such merchant.' },
  merchant_inactive: { status: 422, meaning: 'The merchant is not active.' },
  merchant_out_of_scope: { status: 403, meaning: 'The merchant is outside the partner’s scope.' },
  voucher_not_found: { status: 404, meaning: 'No such voucher, or it was never published.' },
  voucher_out_of_scope: { status: 403, meaning: 'The voucher is outside the partner’s scope.' },
  voucher_not_claimable: { status: 422, meaning: 'Only vouchers with claimFlow WALLET are claimed.' },

  // redemption, in the order of its checks
  rate_limited: {
    status: 429,
    meaning: 'Too many attempts; `retry-after` and `retryAfterSeconds` say how long.',
  },
  idempotency_key_reused: { status: 422, meaning: 'This Idempotency-Key was used with another body.' },
  outlet_not_found: { status: 404, meaning: 'No such outlet.' },
  voucher_inactive: { status: 422, meaning: 'The voucher is unpublished, or its merchant inactive.' },
  voucher_not_yet_valid: { status: 422, meaning: 'The validity period has not begun.' },
  voucher_expired: { status: 422, meaning: 'The validity period is over.' },
  voucher_not_valid_at_outlet: { status: 422, meaning: 'The voucher cannot be redeemed at this outlet.' },
  outlet_inactive: { status: 422, meaning: 'The outlet is not active.' },
  outlet_pin_not_set: { status: 422, meaning: 'The outlet has no PIN yet.' },
  invalid_pin: { status: 401, meaning: 'The PIN is not the outlet’s.' },
  too_far: { status: 422, meaning: 'Farther from the outlet than the geofence allows.' },
  not_a_favorite: { status: 403, meaning: 'For users who have favorited the merchant only.' },
  no_claim: { status: 422, meaning: 'A wallet voucher must be claimed first.' },
  voucher_not_yet_applicable: { status: 422, meaning: 'The redemption window has not opened.' },
  voucher_no_longer_applicable: { status: 422, meaning: 'The redemption window has closed.' },
  limit_reached: { status: 422, meaning: 'The user’s quota of this cycle is used up.' },
  global_cap_reached: { status: 422, meaning: 'The voucher’s cap of this cycle is used up.' },
  codes_exhausted: { status: 422, meaning: 'The pool of uploaded codes is empty.' },
  code_generation_failed: { status: 500, meaning: 'No unused code could be generated.' },

  // back office
  unauthorized: { status: 401, meaning: 'No credential, or one we do not know.' },
  forbidden: { status: 403, meaning: 'The caller’s role does not allow this.' },
  slug_taken: { status: 409, meaning: 'The slug is in use.' },
  issuer_taken: { status: 409, meaning: 'Another partner has registered this JWT issuer.' },
  email_taken: { status: 409, meaning: 'A member of staff has this e-mail address.' },
  sub_category_in_use: { status: 409, meaning: 'Merchants are still tagged with the sub-category.' },
  no_next_secret: { status: 409, meaning: 'There is nothing to promote: rotate first.' },
  no_webhook_url: { status: 409, meaning: 'The partner has no webhook URL to send to.' },
  version_conflict: { status: 412, meaning: 'The object has moved on since the version in If-Match.' },
  voucher_published: { status: 422, meaning: 'codeSource, claimFlow and cycle are fixed once published.' },
  voucher_incomplete: { status: 422, meaning: 'A live voucher needs more; `issues` says what.' },
  image_quota_reached: {
    status: 422,
    meaning: 'The merchant has as many images, or bytes of them, as it may have; an admin can upload more.',
  },
  publication_limit_reached: {
    status: 429,
    meaning: 'The merchant has published too often within an hour; `retry-after` says when it may again.',
  },
  voucher_takes_no_codes: { status: 422, meaning: 'Only vouchers with codeSource MANUAL have a pool.' },
} as const satisfies Record<string, { status: number; meaning: string }>

export type ErrorCode = keyof typeof ERRORS
