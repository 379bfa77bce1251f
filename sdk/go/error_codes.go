// Code generated from the contract by `npm run generate`. DO NOT EDIT.

package counterfoil

// ErrorCode is a code of the service or of the SDK itself. New ones may be added.
type ErrorCode string

// The codes that this version of the SDK knows.
const (
	// 400. The request does not match the schema. See `issues`.
	CodeValidationFailed ErrorCode = "validation_failed"
	// 404. The path or the object does not exist, or the caller has no access to it.
	CodeNotFound ErrorCode = "not_found"
	// 408. The request did not arrive completely in time.
	CodeRequestTimeout ErrorCode = "request_timeout"
	// 413. The request body is too large for this route.
	CodePayloadTooLarge ErrorCode = "payload_too_large"
	// 414. A path segment is longer than any valid id.
	CodeURITooLong ErrorCode = "uri_too_long"
	// 415. This route does not accept this content type.
	CodeUnsupportedMediaType ErrorCode = "unsupported_media_type"
	// 431. The request line and headers are too large.
	CodeHeadersTooLarge ErrorCode = "headers_too_large"
	// 500. Something went wrong on our side. Quote `x-request-id` when you contact us.
	CodeInternalError ErrorCode = "internal_error"
	// 503. The service is temporarily unavailable. Retry after `retry-after` seconds.
	CodeUnavailable ErrorCode = "unavailable"
	// 503. Maintenance is on: nothing is written. Reads and replays work. Retry after `retry-after` seconds (also in
	// `retryAfterSeconds`).
	CodeMaintenance ErrorCode = "maintenance"
	// 401. The signature headers are missing, malformed or wrong.
	CodeInvalidSignature ErrorCode = "invalid_signature"
	// 401. The timestamp of the signature differs from our clock by more than 300 seconds.
	CodeSignatureExpired ErrorCode = "signature_expired"
	// 403. The partner is disabled.
	CodePartnerDisabled ErrorCode = "partner_disabled"
	// 404. The user does not exist or has been anonymized.
	CodeUserNotFound ErrorCode = "user_not_found"
	// 500. The user could not be saved because of a concurrent change. Safe to retry.
	CodeUpsertFailed ErrorCode = "upsert_failed"
	// 401. The Authorization header is missing or holds no bearer token.
	CodeMissingToken ErrorCode = "missing_token"
	// 401. The token is malformed, cannot be verified or lacks a required claim.
	CodeInvalidToken ErrorCode = "invalid_token"
	// 401. The token has expired.
	CodeTokenExpired ErrorCode = "token_expired"
	// 503. The partner’s public keys could not be fetched, and no cached keys are left.
	CodeKeysUnavailable ErrorCode = "keys_unavailable"
	// 404. The merchant does not exist.
	CodeMerchantNotFound ErrorCode = "merchant_not_found"
	// 422. The merchant is not active.
	CodeMerchantInactive ErrorCode = "merchant_inactive"
	// 403. The merchant is outside the partner’s scope.
	CodeMerchantOutOfScope ErrorCode = "merchant_out_of_scope"
	// 404. The voucher does not exist or was never published.
	CodeVoucherNotFound ErrorCode = "voucher_not_found"
	// 403. The voucher is outside the partner’s scope.
	CodeVoucherOutOfScope ErrorCode = "voucher_out_of_scope"
	// 422. Only vouchers with claimFlow WALLET can be claimed.
	CodeVoucherNotClaimable ErrorCode = "voucher_not_claimable"
	// 429. Too many attempts, or too many requests at once. Retry after `retry-after` seconds (also in
	// `retryAfterSeconds`). If `limit` is "partner", the partner has reached its limit of requests per minute.
	CodeRateLimited ErrorCode = "rate_limited"
	// 422. This Idempotency-Key was already used with a different body.
	CodeIdempotencyKeyReused ErrorCode = "idempotency_key_reused"
	// 404. The outlet does not exist.
	CodeOutletNotFound ErrorCode = "outlet_not_found"
	// 422. The voucher is unpublished, or its merchant is not active.
	CodeVoucherInactive ErrorCode = "voucher_inactive"
	// 422. The voucher is not valid yet.
	CodeVoucherNotYetValid ErrorCode = "voucher_not_yet_valid"
	// 422. The voucher has expired.
	CodeVoucherExpired ErrorCode = "voucher_expired"
	// 422. The voucher cannot be redeemed at this outlet.
	CodeVoucherNotValidAtOutlet ErrorCode = "voucher_not_valid_at_outlet"
	// 422. The outlet is not active.
	CodeOutletInactive ErrorCode = "outlet_inactive"
	// 422. The outlet has no PIN yet, or takes codes only.
	CodeOutletPINNotSet ErrorCode = "outlet_pin_not_set"
	// 422. The outlet takes no codes: vouchers are redeemed by PIN there.
	CodeQRNotEnabled ErrorCode = "qr_not_enabled"
	// 401. The PIN is wrong.
	CodeInvalidPIN ErrorCode = "invalid_pin"
	// 422. The user is farther from the outlet than the geofence allows.
	CodeTooFar ErrorCode = "too_far"
	// 403. The voucher is only for users who have added the merchant to their favorites.
	CodeNotAFavorite ErrorCode = "not_a_favorite"
	// 422. The user has to claim this voucher first.
	CodeNoClaim ErrorCode = "no_claim"
	// 422. The redemption period has not started yet.
	CodeVoucherNotYetApplicable ErrorCode = "voucher_not_yet_applicable"
	// 422. The redemption period has ended.
	CodeVoucherNoLongerApplicable ErrorCode = "voucher_no_longer_applicable"
	// 422. The user has reached their limit for this cycle.
	CodeLimitReached ErrorCode = "limit_reached"
	// 422. The voucher has reached its overall cap for this cycle.
	CodeGlobalCapReached ErrorCode = "global_cap_reached"
	// 422. No codes are left in the voucher’s pool.
	CodeCodesExhausted ErrorCode = "codes_exhausted"
	// 500. No unused code could be generated.
	CodeCodeGenerationFailed ErrorCode = "code_generation_failed"
	// 404. No such code is open at this outlet.
	CodeCodeNotFound ErrorCode = "code_not_found"
	// 422. The code is for another outlet of the merchant.
	CodeCodeOfAnotherOutlet ErrorCode = "code_of_another_outlet"
	// 422. The code is older than 60 seconds, or a newer one has replaced it.
	CodeCodeExpired ErrorCode = "code_expired"
	// 409. The voucher was already redeemed with this code, or with its PIN.
	CodeCodeUsed ErrorCode = "code_used"
	// 409. Another device has read the code and has 60 seconds to confirm it.
	CodeCodeHeld ErrorCode = "code_held"
	// 409. A device of the outlet confirmed the code, and the redemption was refused: see `refusal`.
	CodeConfirmationRefused ErrorCode = "confirmation_refused"
	// 401. The credential is missing, unknown or revoked.
	CodeUnauthorized ErrorCode = "unauthorized"
	// 403. The caller’s role does not allow this.
	CodeForbidden ErrorCode = "forbidden"
	// 403. A change with a session cookie must come from our own origin.
	CodeCrossSiteRequest ErrorCode = "cross_site_request"
	// 403. The last proof of identity is older than 15 minutes. Renew it with `POST /session/proof`.
	CodeReauthenticationRequired ErrorCode = "reauthentication_required"
	// 403. The role needs a second factor. Until the person has added one, the session can do nothing else.
	CodeSecondFactorRequired ErrorCode = "second_factor_required"
	// 409. The slug is already in use.
	CodeSlugTaken ErrorCode = "slug_taken"
	// 409. Another partner already uses this JWT issuer.
	CodeIssuerTaken ErrorCode = "issuer_taken"
	// 409. There is no next secret to promote. Rotate the secret first.
	CodeNoNextSecret ErrorCode = "no_next_secret"
	// 409. The partner has no webhook URL.
	CodeNoWebhookURL ErrorCode = "no_webhook_url"
	// 412. The object has changed since the version in If-Match.
	CodeVersionConflict ErrorCode = "version_conflict"
	// 422. codeSource, claimFlow and cycle cannot be changed after the first publication.
	CodeVoucherPublished ErrorCode = "voucher_published"
	// 422. The voucher is not ready to be live. See `issues`.
	CodeVoucherIncomplete ErrorCode = "voucher_incomplete"
	// 429. The merchant has published too often within an hour. Retry after `retry-after` seconds.
	CodePublicationLimitReached ErrorCode = "publication_limit_reached"
	// 403. Nobody decides on their own request, or on one of an API key that they created.
	CodeOwnRequest ErrorCode = "own_request"
	// 403. A decision needs a person with a session. API keys only request.
	CodeSessionNeeded ErrorCode = "session_needed"
	// 409. The request has ended already: see `state`.
	CodeApprovalDecided ErrorCode = "approval_decided"
	// 409. The record has changed since the request, so the request can no longer be approved.
	CodeRecordChanged ErrorCode = "record_changed"
	// 409. The person or key that requested the change may no longer make it.
	CodeRequesterNotAllowed ErrorCode = "requester_not_allowed"
	// 409. The filter matches another number of records than `expectedTotal`. See `total`.
	CodeSelectionChanged ErrorCode = "selection_changed"
	// 403. Only a test partner can do this. Use the secret of your test twin.
	CodeLiveMode ErrorCode = "live_mode"
	// 422. The clock cannot go back before the newest record of the sandbox. Reset it first.
	CodeClockBackwards ErrorCode = "clock_backwards"
	// No response: the connection failed, or was cut off in the middle of a response.
	CodeConnectionFailed ErrorCode = "connection_failed"
	// No complete response within the timeout.
	CodeTimeout ErrorCode = "timeout"
	// A response that is not from the service, for example from a proxy.
	CodeUnexpectedResponse ErrorCode = "unexpected_response"
)

// remedyOf returns what to do about an error; empty for a code that this version of the SDK does not know.
func remedyOf(code ErrorCode) string {
	switch code {
	case CodeValidationFailed:
		return "Fix the fields that `issues` names. Do not retry the same request."
	case CodeNotFound:
		return "Check the path and the id. For `GET /merchants/{id}`, the merchant may also be inactive or outside your scope."
	case CodeRequestTimeout:
		return "Send the request again, and check your connection."
	case CodePayloadTooLarge:
		return "Send less: 64 KiB unless the route says otherwise."
	case CodeURITooLong:
		return "Check the id in the path."
	case CodeUnsupportedMediaType:
		return "Send `content-type: application/json`, or the type that the route names."
	case CodeHeadersTooLarge:
		return "Make the headers smaller. A token has at most 8 KiB."
	case CodeInternalError:
		return "Retry with increasing delays. If it persists, send us the `x-request-id`."
	case CodeUnavailable:
		return "Retry after the seconds in `retry-after`."
	case CodeMaintenance:
		return "Tell the user that vouchers cannot be used now, and show `until` and `message`. Retry after `retryAfterSeconds`. Reads work."
	case CodeInvalidSignature:
		return "Sign exactly the bytes that you send, with the current secret. GET and DELETE have no body. If your partner requires `v2`, send it."
	case CodeSignatureExpired:
		return "Set the clock of your server (NTP), and sign each attempt again."
	case CodePartnerDisabled:
		return "Contact us."
	case CodeUserNotFound:
		return "For a DELETE of a user whom you never created: count it as done. For `/me`: the user was anonymized; create them again with `POST /integrations/users`."
	case CodeUpsertFailed:
		return "Send the same request again."
	case CodeMissingToken:
		return "Send `authorization: Bearer <JWT>`."
	case CodeInvalidToken:
		return "Check `iss`, `sub`, `exp` (in seconds, not milliseconds), `aud` if you registered one, and that the key of its `kid` is published."
	case CodeTokenExpired:
		return "Mint a new token and repeat the request once."
	case CodeKeysUnavailable:
		return "Bring your JWKS URL back. It must answer within 3 seconds over https."
	case CodeMerchantNotFound:
		return "Remove the merchant from what you show."
	case CodeMerchantInactive:
		return "Tell the user that the merchant is not available."
	case CodeMerchantOutOfScope:
		return "Ask us to add the merchant to your scope, or do not show it."
	case CodeVoucherNotFound:
		return "Remove the voucher from what you show."
	case CodeVoucherOutOfScope:
		return "Ask us to add the merchant to your scope, or do not show it."
	case CodeVoucherNotClaimable:
		return "Redeem the voucher directly: its claimFlow is INSTANT."
	case CodeRateLimited:
		return "Wait `retryAfterSeconds`. Do not retry automatically before. If `limit` is \"partner\", spread your requests over the minute; a redemption keeps its Idempotency-Key."
	case CodeIdempotencyKeyReused:
		return "Use a new Idempotency-Key for each redemption."
	case CodeOutletNotFound:
		return "Load the outlets of the merchant again."
	case CodeVoucherInactive:
		return "Tell the user that the voucher is no longer available."
	case CodeVoucherNotYetValid:
		return "Show `validFrom` of the voucher."
	case CodeVoucherExpired:
		return "Tell the user that the voucher has expired."
	case CodeVoucherNotValidAtOutlet:
		return "Offer the outlets in `outletIds` of the voucher."
	case CodeOutletInactive:
		return "Offer another outlet."
	case CodeOutletPINNotSet:
		return "If `redeemBy` of the outlet is QR, show a code (`POST /me/redemption-codes`). Otherwise, the merchant has to set a PIN."
	case CodeQRNotEnabled:
		return "Redeem with the PIN of the outlet."
	case CodeInvalidPIN:
		return "Let the staff enter the PIN again. This is a 401, but the token is valid: do not refresh the token, and do not repeat the request."
	case CodeTooFar:
		return "Let the user go to the outlet and try again. `distanceMeters` says how far away they are."
	case CodeNotAFavorite:
		return "Offer to add the merchant to the favorites."
	case CodeNoClaim:
		return "Claim the voucher with `POST /me/claims` first."
	case CodeVoucherNotYetApplicable:
		return "Show `applicableFrom` to the user."
	case CodeVoucherNoLongerApplicable:
		return "Tell the user that the period ended at `applicableUntil`."
	case CodeLimitReached:
		return "Show when the voucher is available again: `cycleResetsAt` of the preview."
	case CodeGlobalCapReached:
		return "Tell the user that the voucher is fully redeemed, and until when."
	case CodeCodesExhausted:
		return "Tell the user that the voucher is fully redeemed. The merchant can upload more codes."
	case CodeCodeGenerationFailed:
		return "Send the same request again."
	case CodeCodeNotFound:
		return "Scan or type the code that the phone shows now."
	case CodeCodeOfAnotherOutlet:
		return "Let the user choose this outlet on the phone."
	case CodeCodeExpired:
		return "Scan the code that the phone shows now."
	case CodeCodeUsed:
		return "Nothing is left to do: find the redemption by its key."
	case CodeCodeHeld:
		return "Confirm on the device that has read the code, or wait a minute."
	case CodeConfirmationRefused:
		return "Show `refusal` to the user. Keep the key, and show the next code if they want to try again."
	case CodeUnauthorized:
		return "Check the API key, or sign in again. A device needs a new link."
	case CodeForbidden:
		return "Use a key or a person whose role allows it."
	case CodeCrossSiteRequest:
		return "Call from a page of this service, or use an API key."
	case CodeReauthenticationRequired:
		return "Call `POST /session/proof`, then repeat the request."
	case CodeSecondFactorRequired:
		return "Add an authenticator app or a passkey."
	case CodeSlugTaken:
		return "Choose another slug."
	case CodeIssuerTaken:
		return "Choose another issuer."
	case CodeNoNextSecret:
		return "Rotate the secret first."
	case CodeNoWebhookURL:
		return "Set `webhookUrl` of the partner first."
	case CodeVersionConflict:
		return "Load the object again, apply your change to it, and send its new version."
	case CodeVoucherPublished:
		return "Create another voucher."
	case CodeVoucherIncomplete:
		return "Fix what `issues` names, then publish again."
	case CodePublicationLimitReached:
		return "Wait `retryAfterSeconds`."
	case CodeOwnRequest:
		return "Ask another person, or withdraw the request."
	case CodeSessionNeeded:
		return "Decide in the console."
	case CodeApprovalDecided:
		return "Load the request again."
	case CodeRecordChanged:
		return "Reject the request. The change can be requested again."
	case CodeRequesterNotAllowed:
		return "Reject the request, and make the change yourself if it is right."
	case CodeSelectionChanged:
		return "Ask the person again with the number in `total`, then send it as `expectedTotal`."
	case CodeLiveMode:
		return "Sign the request with the secret of your test twin. Nothing was changed."
	case CodeClockBackwards:
		return "Choose a time after `newestRecordAt`, or reset the sandbox first."
	case CodeConnectionFailed:
		return "Check the base URL and your connection. errors.Unwrap returns what failed."
	case CodeTimeout:
		return "Send the same request again, or raise Client.HTTP.Timeout."
	case CodeUnexpectedResponse:
		return "Check the base URL: a proxy or another server has responded."
	}
	return ""
}
