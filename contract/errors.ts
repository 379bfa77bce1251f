/**
 * The error table: every code with its status and meaning. No other file names a status. Codes are part of the
 * contract: adding one is not a breaking change, changing one is.
 */
export const ERRORS = {
  // every route
  validation_failed: { status: 400, meaning: 'The request does not match the schema. See `issues`.' },
  not_found: {
    status: 404,
    meaning: 'The path or the object does not exist, or the caller has no access to it.',
  },
  request_timeout: { status: 408, meaning: 'The request did not arrive completely in time.' },
  payload_too_large: { status: 413, meaning: 'The request body is too large for this route.' },
  uri_too_long: { status: 414, meaning: 'A path segment is longer than any valid id.' },
  unsupported_media_type: { status: 415, meaning: 'This route does not accept this content type.' },
  headers_too_large: { status: 431, meaning: 'The request line and headers are too large.' },
  internal_error: {
    status: 500,
    meaning: 'Something went wrong on our side. Quote `x-request-id` when you contact us.',
  },
  unavailable: {
    status: 503,
    meaning: 'The service is temporarily unavailable. Retry after `retry-after` seconds.',
  },
  maintenance: {
    status: 503,
    meaning:
      'Maintenance is on: nothing is written. Reads and replays work. Retry after `retry-after` seconds (also in ' +
      '`retryAfterSeconds`).',
  },

  // server-to-server
  invalid_signature: { status: 401, meaning: 'The signature headers are missing, malformed or wrong.' },
  signature_expired: {
    status: 401,
    meaning: 'The timestamp of the signature differs from our clock by more than 300 seconds.',
  },
  partner_disabled: { status: 403, meaning: 'The partner is disabled.' },
  user_not_found: { status: 404, meaning: 'The user does not exist or has been anonymized.' },
  upsert_failed: {
    status: 500,
    meaning: 'The user could not be saved because of a concurrent change. Safe to retry.',
  },

  // sandbox
  live_mode: { status: 403, meaning: 'Only a test partner can do this. Use the secret of your test twin.' },
  clock_backwards: {
    status: 422,
    meaning: 'The clock cannot go back before the newest record of the sandbox. Reset it first.',
  },

  // consumer
  missing_token: { status: 401, meaning: 'The Authorization header is missing or holds no bearer token.' },
  invalid_token: {
    status: 401,
    meaning: 'The token is malformed, cannot be verified or lacks a required claim.',
  },
  token_expired: { status: 401, meaning: 'The token has expired.' },
  keys_unavailable: {
    status: 503,
    meaning: 'The partner’s public keys could not be fetched, and no cached keys are left.',
  },
  merchant_not_found: { status: 404, meaning: 'The merchant does not exist.' },
  merchant_inactive: { status: 422, meaning: 'The merchant is not active.' },
  merchant_out_of_scope: { status: 403, meaning: 'The merchant is outside the partner’s scope.' },
  voucher_not_found: { status: 404, meaning: 'The voucher does not exist or was never published.' },
  voucher_out_of_scope: { status: 403, meaning: 'The voucher is outside the partner’s scope.' },
  voucher_not_claimable: { status: 422, meaning: 'Only vouchers with claimFlow WALLET can be claimed.' },

  // redemption, in the order of its checks
  rate_limited: {
    status: 429,
    meaning:
      'Too many attempts, or too many requests at once. Retry after `retry-after` seconds (also in ' +
      '`retryAfterSeconds`). If `limit` is "partner", the partner has reached its limit of requests per minute.',
  },
  idempotency_key_reused: {
    status: 422,
    meaning: 'This Idempotency-Key was already used with a different body.',
  },
  outlet_not_found: { status: 404, meaning: 'The outlet does not exist.' },
  voucher_inactive: { status: 422, meaning: 'The voucher is unpublished, or its merchant is not active.' },
  voucher_not_yet_valid: { status: 422, meaning: 'The voucher is not valid yet.' },
  voucher_expired: { status: 422, meaning: 'The voucher has expired.' },
  voucher_not_valid_at_outlet: { status: 422, meaning: 'The voucher cannot be redeemed at this outlet.' },
  outlet_inactive: { status: 422, meaning: 'The outlet is not active.' },
  outlet_pin_not_set: { status: 422, meaning: 'The outlet has no PIN yet, or takes codes only.' },
  invalid_pin: { status: 401, meaning: 'The PIN is wrong.' },
  too_far: { status: 422, meaning: 'The user is farther from the outlet than the geofence allows.' },
  not_a_favorite: {
    status: 403,
    meaning: 'The voucher is only for users who have added the merchant to their favorites.',
  },
  no_claim: { status: 422, meaning: 'The user has to claim this voucher first.' },
  voucher_not_yet_applicable: { status: 422, meaning: 'The redemption period has not started yet.' },
  voucher_no_longer_applicable: { status: 422, meaning: 'The redemption period has ended.' },
  limit_reached: { status: 422, meaning: 'The user has reached their limit for this cycle.' },
  global_cap_reached: { status: 422, meaning: 'The voucher has reached its overall cap for this cycle.' },
  codes_exhausted: { status: 422, meaning: 'No codes are left in the voucher’s pool.' },
  code_generation_failed: { status: 500, meaning: 'No unused code could be generated.' },

  // the counter
  qr_not_enabled: { status: 422, meaning: 'The outlet takes no codes: vouchers are redeemed by PIN there.' },
  code_not_found: { status: 404, meaning: 'No such code is open at this outlet.' },
  code_of_another_outlet: { status: 422, meaning: 'The code is for another outlet of the merchant.' },
  code_expired: {
    status: 422,
    meaning: 'The code is older than 60 seconds, or a newer one has replaced it.',
  },
  code_used: { status: 409, meaning: 'The voucher was already redeemed with this code, or with its PIN.' },
  code_held: { status: 409, meaning: 'Another device has read the code and has 60 seconds to confirm it.' },
  confirmation_refused: {
    status: 409,
    meaning: 'A device of the outlet confirmed the code, and the redemption was refused: see `refusal`.',
  },
  invalid_device_link: { status: 401, meaning: 'The link is unknown, expired or already used.' },
  too_many_devices: { status: 409, meaning: 'The outlet has 20 devices. Revoke one first.' },

  // back office
  unauthorized: { status: 401, meaning: 'The credential is missing, unknown or revoked.' },
  forbidden: { status: 403, meaning: 'The caller’s role does not allow this.' },
  cross_site_request: {
    status: 403,
    meaning: 'A change with a session cookie must come from our own origin.',
  },
  invalid_credentials: { status: 401, meaning: 'The e-mail address or the password is wrong.' },
  reauthentication_required: {
    status: 403,
    meaning: 'The last proof of identity is older than 15 minutes. Renew it with `POST /session/proof`.',
  },
  invalid_code: { status: 401, meaning: 'The code is wrong, expired or already used.' },
  invalid_sign_in_step: {
    status: 401,
    meaning: 'The token of the first step is unknown, expired or already used. Start again.',
  },
  passkey_refused: { status: 401, meaning: 'The passkey is unknown, or its response cannot be verified.' },
  passkeys_unavailable: {
    status: 409,
    meaning: 'Passkeys need https and a host name. For a local installation, open it at `localhost`.',
  },
  totp_active: { status: 409, meaning: 'An authenticator app is already set up. Remove it first.' },
  no_second_factor: { status: 409, meaning: 'Recovery codes need an authenticator app or a passkey.' },
  second_factor_required: {
    status: 403,
    meaning:
      'The role needs a second factor. Until the person has added one, the session can do nothing else.',
  },
  single_sign_on_only: { status: 403, meaning: 'Staff can sign in only through single sign-on.' },
  single_sign_on_off: { status: 409, meaning: 'Single sign-on is not set up at this installation.' },
  single_sign_on_refused: {
    status: 401,
    meaning: 'The issuer’s response cannot be verified, or the sign-in was canceled. Start again.',
  },
  issuer_unavailable: {
    status: 503,
    meaning: 'The issuer of single sign-on does not answer. Retry later, or sign in with a password.',
  },
  email_not_verified: { status: 403, meaning: 'The issuer has not verified the e-mail address.' },
  email_not_invited: {
    status: 403,
    meaning:
      'No active staff member has this e-mail address, or the member is bound to another account of the issuer.',
  },
  email_off: {
    status: 409,
    meaning:
      'This installation sends no e-mail. Ask an admin for a link. If no admin can sign in, an operator creates one with ' +
      '`counterfoil staff reset --email`.',
  },
  invalid_sign_in_link: { status: 401, meaning: 'The link is unknown, expired or already used.' },
  too_many_sign_ins: {
    status: 429,
    meaning: 'Too many failed sign-ins. Retry after `retry-after` seconds (also in `retryAfterSeconds`).',
  },
  password_too_common: {
    status: 422,
    meaning: 'The password is too common, or made of two common passwords.',
  },
  staff_inactive: { status: 409, meaning: 'The staff member is not active.' },
  slug_taken: { status: 409, meaning: 'The slug is already in use.' },
  issuer_taken: { status: 409, meaning: 'Another partner already uses this JWT issuer.' },
  email_taken: { status: 409, meaning: 'Another staff member already uses this e-mail address.' },
  sub_category_in_use: { status: 409, meaning: 'Some merchants are still tagged with the sub-category.' },
  no_next_secret: { status: 409, meaning: 'There is no next secret to promote. Rotate the secret first.' },
  no_webhook_url: { status: 409, meaning: 'The partner has no webhook URL.' },
  version_conflict: { status: 412, meaning: 'The object has changed since the version in If-Match.' },
  voucher_published: {
    status: 422,
    meaning: 'codeSource, claimFlow and cycle cannot be changed after the first publication.',
  },
  voucher_incomplete: { status: 422, meaning: 'The voucher is not ready to be live. See `issues`.' },
  image_quota_reached: {
    status: 422,
    meaning: 'The merchant has reached its quota of images or bytes. An admin can upload more.',
  },
  image_too_large: {
    status: 422,
    meaning: 'The image has too many pixels. Scale it down and upload it again.',
  },
  image_unreadable: { status: 422, meaning: 'The file is damaged: it cannot be read as an image.' },
  publication_limit_reached: {
    status: 429,
    meaning: 'The merchant has published too often within an hour. Retry after `retry-after` seconds.',
  },
  month_not_over: {
    status: 422,
    meaning:
      'The month can be closed one hour after it has ended in every time zone in use. See `closableAt`.',
  },
  earlier_month_open: { status: 422, meaning: 'An earlier month is open. Close it first: see `month`.' },
  own_request: {
    status: 403,
    meaning: 'Nobody decides on their own request, or on one of an API key that they created.',
  },
  session_needed: {
    status: 403,
    meaning: 'A decision needs a person with a session. API keys only request.',
  },
  approval_decided: { status: 409, meaning: 'The request has ended already: see `state`.' },
  record_changed: {
    status: 409,
    meaning: 'The record has changed since the request, so the request can no longer be approved.',
  },
  requester_not_allowed: {
    status: 409,
    meaning: 'The person or key that requested the change may no longer make it.',
  },
  two_admins_needed: {
    status: 422,
    meaning: 'Approvals need two active admins who have signed in: one alone could approve nothing.',
  },
  selection_changed: {
    status: 409,
    meaning: 'The filter matches another number of records than `expectedTotal`. See `total`.',
  },
  voucher_takes_no_codes: { status: 422, meaning: 'Only vouchers with codeSource MANUAL have a code pool.' },
} as const satisfies Record<string, { status: number; meaning: string }>

export type ErrorCode = keyof typeof ERRORS

/** The refusals of a redemption by PIN, in the order of the checks: the first one that fails is returned. */
export const REDEMPTION_REFUSALS = [
  'idempotency_key_reused',
  'rate_limited',
  'voucher_not_found',
  'voucher_out_of_scope',
  'outlet_not_found',
  'merchant_out_of_scope',
  'voucher_inactive',
  'voucher_not_yet_valid',
  'voucher_expired',
  'voucher_not_valid_at_outlet',
  'outlet_inactive',
  'outlet_pin_not_set',
  'invalid_pin',
  'too_far',
  'not_a_favorite',
  'no_claim',
  'voucher_not_yet_applicable',
  'voucher_no_longer_applicable',
  'limit_reached',
  'global_cap_reached',
  'codes_exhausted',
  'code_generation_failed',
] as const satisfies readonly ErrorCode[]

export type RedemptionRefusal = (typeof REDEMPTION_REFUSALS)[number]

export type CodeRedemptionRefusal =
  | Exclude<RedemptionRefusal, 'idempotency_key_reused' | 'outlet_pin_not_set' | 'invalid_pin'>
  | 'qr_not_enabled'

/** The refusals of a redemption by code, in the order of the checks. No PIN is looked at. */
export const CODE_REDEMPTION_REFUSALS = REDEMPTION_REFUSALS.flatMap((code): CodeRedemptionRefusal[] => {
  if (code === 'idempotency_key_reused' || code === 'invalid_pin') return []
  return [code === 'outlet_pin_not_set' ? 'qr_not_enabled' : code]
})

/** The refusals of a redemption, by PIN or by code. */
export type RuleRefusal = RedemptionRefusal | CodeRedemptionRefusal
