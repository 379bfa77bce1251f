# Generated from the contract by `npm run generate`. Do not edit.


class ErrorCode:
    """The codes of ``CounterfoilError``: those of the service, and those of this package. New ones may be added."""

    #: 400. The request does not match the schema. See `issues`.
    VALIDATION_FAILED = "validation_failed"
    #: 404. The path or the object does not exist, or the caller has no access to it.
    NOT_FOUND = "not_found"
    #: 408. The request did not arrive completely in time.
    REQUEST_TIMEOUT = "request_timeout"
    #: 413. The request body is too large for this route.
    PAYLOAD_TOO_LARGE = "payload_too_large"
    #: 414. A path segment is longer than any valid id.
    URI_TOO_LONG = "uri_too_long"
    #: 415. This route does not accept this content type.
    UNSUPPORTED_MEDIA_TYPE = "unsupported_media_type"
    #: 431. The request line and headers are too large.
    HEADERS_TOO_LARGE = "headers_too_large"
    #: 500. Something went wrong on our side. Quote `x-request-id` when you contact us.
    INTERNAL_ERROR = "internal_error"
    #: 503. The service is temporarily unavailable. Retry after `retry-after` seconds.
    UNAVAILABLE = "unavailable"
    #: 503. Maintenance is on: nothing is written. Reads and replays work. Retry after `retry-after` seconds (also
    #: in `retry_after_seconds`).
    MAINTENANCE = "maintenance"
    #: 401. The signature headers are missing, malformed or wrong.
    INVALID_SIGNATURE = "invalid_signature"
    #: 401. The timestamp of the signature differs from our clock by more than 300 seconds.
    SIGNATURE_EXPIRED = "signature_expired"
    #: 403. The partner is disabled.
    PARTNER_DISABLED = "partner_disabled"
    #: 404. The user does not exist or has been anonymized.
    USER_NOT_FOUND = "user_not_found"
    #: 500. The user could not be saved because of a concurrent change. Safe to retry.
    UPSERT_FAILED = "upsert_failed"
    #: 401. The Authorization header is missing or holds no bearer token.
    MISSING_TOKEN = "missing_token"
    #: 401. The token is malformed, cannot be verified or lacks a required claim.
    INVALID_TOKEN = "invalid_token"
    #: 401. The token has expired.
    TOKEN_EXPIRED = "token_expired"
    #: 503. The partner’s public keys could not be fetched, and no cached keys are left.
    KEYS_UNAVAILABLE = "keys_unavailable"
    #: 404. The merchant does not exist.
    MERCHANT_NOT_FOUND = "merchant_not_found"
    #: 422. The merchant is not active.
    MERCHANT_INACTIVE = "merchant_inactive"
    #: 403. The merchant is outside the partner’s scope.
    MERCHANT_OUT_OF_SCOPE = "merchant_out_of_scope"
    #: 404. The voucher does not exist or was never published.
    VOUCHER_NOT_FOUND = "voucher_not_found"
    #: 403. The voucher is outside the partner’s scope.
    VOUCHER_OUT_OF_SCOPE = "voucher_out_of_scope"
    #: 422. Only vouchers with claim_flow WALLET can be claimed.
    VOUCHER_NOT_CLAIMABLE = "voucher_not_claimable"
    #: 429. Too many attempts, or too many requests at once. Retry after `retry-after` seconds (also in
    #: `retry_after_seconds`). If `limit` is "partner", the partner has reached its limit of requests per minute.
    RATE_LIMITED = "rate_limited"
    #: 422. This Idempotency-Key was already used with a different body.
    IDEMPOTENCY_KEY_REUSED = "idempotency_key_reused"
    #: 404. The outlet does not exist.
    OUTLET_NOT_FOUND = "outlet_not_found"
    #: 422. The voucher is unpublished, or its merchant is not active.
    VOUCHER_INACTIVE = "voucher_inactive"
    #: 422. The voucher is not valid yet.
    VOUCHER_NOT_YET_VALID = "voucher_not_yet_valid"
    #: 422. The voucher has expired.
    VOUCHER_EXPIRED = "voucher_expired"
    #: 422. The voucher cannot be redeemed at this outlet.
    VOUCHER_NOT_VALID_AT_OUTLET = "voucher_not_valid_at_outlet"
    #: 422. The outlet is not active.
    OUTLET_INACTIVE = "outlet_inactive"
    #: 422. The outlet has no PIN yet, or takes codes only.
    OUTLET_PIN_NOT_SET = "outlet_pin_not_set"
    #: 422. The outlet takes no codes: vouchers are redeemed by PIN there.
    QR_NOT_ENABLED = "qr_not_enabled"
    #: 401. The PIN is wrong.
    INVALID_PIN = "invalid_pin"
    #: 422. The user is farther from the outlet than the geofence allows.
    TOO_FAR = "too_far"
    #: 403. The voucher is only for users who have added the merchant to their favorites.
    NOT_A_FAVORITE = "not_a_favorite"
    #: 422. The user has to claim this voucher first.
    NO_CLAIM = "no_claim"
    #: 422. The redemption period has not started yet.
    VOUCHER_NOT_YET_APPLICABLE = "voucher_not_yet_applicable"
    #: 422. The redemption period has ended.
    VOUCHER_NO_LONGER_APPLICABLE = "voucher_no_longer_applicable"
    #: 422. The user has reached their limit for this cycle.
    LIMIT_REACHED = "limit_reached"
    #: 422. The voucher has reached its overall cap for this cycle.
    GLOBAL_CAP_REACHED = "global_cap_reached"
    #: 422. No codes are left in the voucher’s pool.
    CODES_EXHAUSTED = "codes_exhausted"
    #: 500. No unused code could be generated.
    CODE_GENERATION_FAILED = "code_generation_failed"
    #: 404. No such code is open at this outlet.
    CODE_NOT_FOUND = "code_not_found"
    #: 422. The code is for another outlet of the merchant.
    CODE_OF_ANOTHER_OUTLET = "code_of_another_outlet"
    #: 422. The code is older than 60 seconds, or a newer one has replaced it.
    CODE_EXPIRED = "code_expired"
    #: 409. The voucher was already redeemed with this code, or with its PIN.
    CODE_USED = "code_used"
    #: 409. Another device has read the code and has 60 seconds to confirm it.
    CODE_HELD = "code_held"
    #: 409. A device of the outlet confirmed the code, and the redemption was refused: see `refusal`.
    CONFIRMATION_REFUSED = "confirmation_refused"
    #: 401. The credential is missing, unknown or revoked.
    UNAUTHORIZED = "unauthorized"
    #: 403. The caller’s role does not allow this.
    FORBIDDEN = "forbidden"
    #: 403. A change with a session cookie must come from our own origin.
    CROSS_SITE_REQUEST = "cross_site_request"
    #: 403. The last proof of identity is older than 15 minutes. Renew it with `POST /session/proof`.
    REAUTHENTICATION_REQUIRED = "reauthentication_required"
    #: 403. The role needs a second factor. Until the person has added one, the session can do nothing else.
    SECOND_FACTOR_REQUIRED = "second_factor_required"
    #: 409. The slug is already in use.
    SLUG_TAKEN = "slug_taken"
    #: 409. Another partner already uses this JWT issuer.
    ISSUER_TAKEN = "issuer_taken"
    #: 409. There is no next secret to promote. Rotate the secret first.
    NO_NEXT_SECRET = "no_next_secret"
    #: 409. The partner has no webhook URL.
    NO_WEBHOOK_URL = "no_webhook_url"
    #: 412. The object has changed since the version in If-Match.
    VERSION_CONFLICT = "version_conflict"
    #: 422. code_source, claim_flow and cycle cannot be changed after the first publication.
    VOUCHER_PUBLISHED = "voucher_published"
    #: 422. The voucher is not ready to be live. See `issues`.
    VOUCHER_INCOMPLETE = "voucher_incomplete"
    #: 429. The merchant has published too often within an hour. Retry after `retry-after` seconds.
    PUBLICATION_LIMIT_REACHED = "publication_limit_reached"
    #: 403. Nobody decides on their own request, or on one of an API key that they created.
    OWN_REQUEST = "own_request"
    #: 403. A decision needs a person with a session. API keys only request.
    SESSION_NEEDED = "session_needed"
    #: 409. The request has ended already: see `state`.
    APPROVAL_DECIDED = "approval_decided"
    #: 409. The record has changed since the request, so the request can no longer be approved.
    RECORD_CHANGED = "record_changed"
    #: 409. The person or key that requested the change may no longer make it.
    REQUESTER_NOT_ALLOWED = "requester_not_allowed"
    #: 409. The filter matches another number of records than `expected_total`. See `total`.
    SELECTION_CHANGED = "selection_changed"
    #: 403. Only a test partner can do this. Use the secret of your test twin.
    LIVE_MODE = "live_mode"
    #: 422. The clock cannot go back before the newest record of the sandbox. Reset it first.
    CLOCK_BACKWARDS = "clock_backwards"
    #: No response: the connection failed, or was cut off in the middle of a response.
    CONNECTION_FAILED = "connection_failed"
    #: No complete response within the timeout.
    TIMEOUT = "timeout"
    #: A response that is not from the service, for example from a proxy.
    UNEXPECTED_RESPONSE = "unexpected_response"
