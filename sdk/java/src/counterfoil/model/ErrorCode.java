// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.util.Map;

/** Every code of the service that your backend and your users can get today, and those of this package. New ones may be added. */
public final class ErrorCode {
  /** 400. The request does not match the schema. See {@code issues}. */
  public static final String VALIDATION_FAILED = "validation_failed";

  /** 404. The path or the object does not exist, or the caller has no access to it. */
  public static final String NOT_FOUND = "not_found";

  /** 408. The request did not arrive completely in time. */
  public static final String REQUEST_TIMEOUT = "request_timeout";

  /** 413. The request body is too large for this route. */
  public static final String PAYLOAD_TOO_LARGE = "payload_too_large";

  /** 414. A path segment is longer than any valid id. */
  public static final String URI_TOO_LONG = "uri_too_long";

  /** 415. This route does not accept this content type. */
  public static final String UNSUPPORTED_MEDIA_TYPE = "unsupported_media_type";

  /** 431. The request line and headers are too large. */
  public static final String HEADERS_TOO_LARGE = "headers_too_large";

  /** 500. Something went wrong on our side. Quote {@code x-request-id} when you contact us. */
  public static final String INTERNAL_ERROR = "internal_error";

  /** 503. The service is temporarily unavailable. Retry after {@code retry-after} seconds. */
  public static final String UNAVAILABLE = "unavailable";

  /**
   * 503. Maintenance is on: nothing is written. Reads and replays work. Retry after {@code retry-after} seconds (also
   * in {@code retryAfterSeconds}).
   */
  public static final String MAINTENANCE = "maintenance";

  /** 401. The signature headers are missing, malformed or wrong. */
  public static final String INVALID_SIGNATURE = "invalid_signature";

  /** 401. The timestamp of the signature differs from our clock by more than 300 seconds. */
  public static final String SIGNATURE_EXPIRED = "signature_expired";

  /** 403. The partner is disabled. */
  public static final String PARTNER_DISABLED = "partner_disabled";

  /** 404. The user does not exist or has been anonymized. */
  public static final String USER_NOT_FOUND = "user_not_found";

  /** 500. The user could not be saved because of a concurrent change. Safe to retry. */
  public static final String UPSERT_FAILED = "upsert_failed";

  /** 401. The Authorization header is missing or holds no bearer token. */
  public static final String MISSING_TOKEN = "missing_token";

  /** 401. The token is malformed, cannot be verified or lacks a required claim. */
  public static final String INVALID_TOKEN = "invalid_token";

  /** 401. The token has expired. */
  public static final String TOKEN_EXPIRED = "token_expired";

  /** 503. The partner’s public keys could not be fetched, and no cached keys are left. */
  public static final String KEYS_UNAVAILABLE = "keys_unavailable";

  /** 404. The merchant does not exist. */
  public static final String MERCHANT_NOT_FOUND = "merchant_not_found";

  /** 422. The merchant is not active. */
  public static final String MERCHANT_INACTIVE = "merchant_inactive";

  /** 403. The merchant is outside the partner’s scope. */
  public static final String MERCHANT_OUT_OF_SCOPE = "merchant_out_of_scope";

  /** 404. The voucher does not exist or was never published. */
  public static final String VOUCHER_NOT_FOUND = "voucher_not_found";

  /** 403. The voucher is outside the partner’s scope. */
  public static final String VOUCHER_OUT_OF_SCOPE = "voucher_out_of_scope";

  /** 422. Only vouchers with claimFlow WALLET can be claimed. */
  public static final String VOUCHER_NOT_CLAIMABLE = "voucher_not_claimable";

  /**
   * 429. Too many attempts, or too many requests at once. Retry after {@code retry-after} seconds (also in {@code
   * retryAfterSeconds}). If {@code limit} is "partner", the partner has reached its limit of requests per minute.
   */
  public static final String RATE_LIMITED = "rate_limited";

  /** 422. This Idempotency-Key was already used with a different body. */
  public static final String IDEMPOTENCY_KEY_REUSED = "idempotency_key_reused";

  /** 404. The outlet does not exist. */
  public static final String OUTLET_NOT_FOUND = "outlet_not_found";

  /** 422. The voucher is unpublished, or its merchant is not active. */
  public static final String VOUCHER_INACTIVE = "voucher_inactive";

  /** 422. The voucher is not valid yet. */
  public static final String VOUCHER_NOT_YET_VALID = "voucher_not_yet_valid";

  /** 422. The voucher has expired. */
  public static final String VOUCHER_EXPIRED = "voucher_expired";

  /** 422. The voucher cannot be redeemed at this outlet. */
  public static final String VOUCHER_NOT_VALID_AT_OUTLET = "voucher_not_valid_at_outlet";

  /** 422. The outlet is not active. */
  public static final String OUTLET_INACTIVE = "outlet_inactive";

  /** 422. The outlet has no PIN yet, or takes codes only. */
  public static final String OUTLET_PIN_NOT_SET = "outlet_pin_not_set";

  /** 422. The outlet takes no codes: vouchers are redeemed by PIN there. */
  public static final String QR_NOT_ENABLED = "qr_not_enabled";

  /** 401. The PIN is wrong. */
  public static final String INVALID_PIN = "invalid_pin";

  /** 422. The user is farther from the outlet than the geofence allows. */
  public static final String TOO_FAR = "too_far";

  /** 403. The voucher is only for users who have added the merchant to their favorites. */
  public static final String NOT_A_FAVORITE = "not_a_favorite";

  /** 422. The user has to claim this voucher first. */
  public static final String NO_CLAIM = "no_claim";

  /** 422. The redemption period has not started yet. */
  public static final String VOUCHER_NOT_YET_APPLICABLE = "voucher_not_yet_applicable";

  /** 422. The redemption period has ended. */
  public static final String VOUCHER_NO_LONGER_APPLICABLE = "voucher_no_longer_applicable";

  /** 422. The user has reached their limit for this cycle. */
  public static final String LIMIT_REACHED = "limit_reached";

  /** 422. The voucher has reached its overall cap for this cycle. */
  public static final String GLOBAL_CAP_REACHED = "global_cap_reached";

  /** 422. No codes are left in the voucher’s pool. */
  public static final String CODES_EXHAUSTED = "codes_exhausted";

  /** 500. No unused code could be generated. */
  public static final String CODE_GENERATION_FAILED = "code_generation_failed";

  /** 404. No such code is open at this outlet. */
  public static final String CODE_NOT_FOUND = "code_not_found";

  /** 422. The code is for another outlet of the merchant. */
  public static final String CODE_OF_ANOTHER_OUTLET = "code_of_another_outlet";

  /** 422. The code is older than 60 seconds, or a newer one has replaced it. */
  public static final String CODE_EXPIRED = "code_expired";

  /** 409. The voucher was already redeemed with this code, or with its PIN. */
  public static final String CODE_USED = "code_used";

  /** 409. Another device has read the code and has 60 seconds to confirm it. */
  public static final String CODE_HELD = "code_held";

  /** 409. A device of the outlet confirmed the code, and the redemption was refused: see {@code refusal}. */
  public static final String CONFIRMATION_REFUSED = "confirmation_refused";

  /** 401. The credential is missing, unknown or revoked. */
  public static final String UNAUTHORIZED = "unauthorized";

  /** 403. The caller’s role does not allow this. */
  public static final String FORBIDDEN = "forbidden";

  /** 403. A change with a session cookie must come from our own origin. */
  public static final String CROSS_SITE_REQUEST = "cross_site_request";

  /** 403. The last proof of identity is older than 15 minutes. Renew it with {@code POST /session/proof}. */
  public static final String REAUTHENTICATION_REQUIRED = "reauthentication_required";

  /** 403. The role needs a second factor. Until the person has added one, the session can do nothing else. */
  public static final String SECOND_FACTOR_REQUIRED = "second_factor_required";

  /** 409. The slug is already in use. */
  public static final String SLUG_TAKEN = "slug_taken";

  /** 409. Another partner already uses this JWT issuer. */
  public static final String ISSUER_TAKEN = "issuer_taken";

  /** 409. There is no next secret to promote. Rotate the secret first. */
  public static final String NO_NEXT_SECRET = "no_next_secret";

  /** 409. The partner has no webhook URL. */
  public static final String NO_WEBHOOK_URL = "no_webhook_url";

  /** 412. The object has changed since the version in If-Match. */
  public static final String VERSION_CONFLICT = "version_conflict";

  /** 422. codeSource, claimFlow and cycle cannot be changed after the first publication. */
  public static final String VOUCHER_PUBLISHED = "voucher_published";

  /** 422. The voucher is not ready to be live. See {@code issues}. */
  public static final String VOUCHER_INCOMPLETE = "voucher_incomplete";

  /** 429. The merchant has published too often within an hour. Retry after {@code retry-after} seconds. */
  public static final String PUBLICATION_LIMIT_REACHED = "publication_limit_reached";

  /** 403. Nobody decides on their own request, or on one of an API key that they created. */
  public static final String OWN_REQUEST = "own_request";

  /** 403. A decision needs a person with a session. API keys only request. */
  public static final String SESSION_NEEDED = "session_needed";

  /** 409. The request has ended already: see {@code state}. */
  public static final String APPROVAL_DECIDED = "approval_decided";

  /** 409. The record has changed since the request, so the request can no longer be approved. */
  public static final String RECORD_CHANGED = "record_changed";

  /** 409. The person or key that requested the change may no longer make it. */
  public static final String REQUESTER_NOT_ALLOWED = "requester_not_allowed";

  /** 409. The filter matches another number of records than {@code expectedTotal}. See {@code total}. */
  public static final String SELECTION_CHANGED = "selection_changed";

  /** 403. Only a test partner can do this. Use the secret of your test twin. */
  public static final String LIVE_MODE = "live_mode";

  /** 422. The clock cannot go back before the newest record of the sandbox. Reset it first. */
  public static final String CLOCK_BACKWARDS = "clock_backwards";

  /** No response: the connection failed, or was cut off in the middle of a response. */
  public static final String CONNECTION_FAILED = "connection_failed";

  /** No complete response within the timeout. */
  public static final String TIMEOUT = "timeout";

  /** A response that is not from the service, for example from a proxy. */
  public static final String UNEXPECTED_RESPONSE = "unexpected_response";

  /** The thread was interrupted during the call. */
  public static final String INTERRUPTED = "interrupted";

  private static final Map<String, String> REMEDIES = Map.ofEntries(
      Map.entry("validation_failed",
          "Fix the fields that `issues` names. Do not retry the same request."),
      Map.entry("not_found",
          "Check the path and the id. For `GET /merchants/{id}`, the merchant may also be inactive or outside your scope."),
      Map.entry("request_timeout",
          "Send the request again, and check your connection."),
      Map.entry("payload_too_large",
          "Send less: 64 KiB unless the route says otherwise."),
      Map.entry("uri_too_long",
          "Check the id in the path."),
      Map.entry("unsupported_media_type",
          "Send `content-type: application/json`, or the type that the route names."),
      Map.entry("headers_too_large",
          "Make the headers smaller. A token has at most 8 KiB."),
      Map.entry("internal_error",
          "Retry with increasing delays. If it persists, send us the `x-request-id`."),
      Map.entry("unavailable",
          "Retry after the seconds in `retry-after`."),
      Map.entry("maintenance",
          "Tell the user that vouchers cannot be used now, and show `until` and `message`. Retry after `retryAfterSeconds`. Reads work."),
      Map.entry("invalid_signature",
          "Sign exactly the bytes that you send, with the current secret. GET and DELETE have no body. If your partner requires `v2`, send it."),
      Map.entry("signature_expired",
          "Set the clock of your server (NTP), and sign each attempt again."),
      Map.entry("partner_disabled",
          "Contact us."),
      Map.entry("user_not_found",
          "For a DELETE of a user whom you never created: count it as done. For `/me`: the user was anonymized; create them again with `POST /integrations/users`."),
      Map.entry("upsert_failed",
          "Send the same request again."),
      Map.entry("missing_token",
          "Send `authorization: Bearer <JWT>`."),
      Map.entry("invalid_token",
          "Check `iss`, `sub`, `exp` (in seconds, not milliseconds), `aud` if you registered one, and that the key of its `kid` is published."),
      Map.entry("token_expired",
          "Mint a new token and repeat the request once."),
      Map.entry("keys_unavailable",
          "Bring your JWKS URL back. It must answer within 3 seconds over https."),
      Map.entry("merchant_not_found",
          "Remove the merchant from what you show."),
      Map.entry("merchant_inactive",
          "Tell the user that the merchant is not available."),
      Map.entry("merchant_out_of_scope",
          "Ask us to add the merchant to your scope, or do not show it."),
      Map.entry("voucher_not_found",
          "Remove the voucher from what you show."),
      Map.entry("voucher_out_of_scope",
          "Ask us to add the merchant to your scope, or do not show it."),
      Map.entry("voucher_not_claimable",
          "Redeem the voucher directly: its claimFlow is INSTANT."),
      Map.entry("rate_limited",
          "Wait `retryAfterSeconds`. Do not retry automatically before. If `limit` is \"partner\", spread your requests over the minute; a redemption keeps its Idempotency-Key."),
      Map.entry("idempotency_key_reused",
          "Use a new Idempotency-Key for each redemption."),
      Map.entry("outlet_not_found",
          "Load the outlets of the merchant again."),
      Map.entry("voucher_inactive",
          "Tell the user that the voucher is no longer available."),
      Map.entry("voucher_not_yet_valid",
          "Show `validFrom` of the voucher."),
      Map.entry("voucher_expired",
          "Tell the user that the voucher has expired."),
      Map.entry("voucher_not_valid_at_outlet",
          "Offer the outlets in `outletIds` of the voucher."),
      Map.entry("outlet_inactive",
          "Offer another outlet."),
      Map.entry("outlet_pin_not_set",
          "If `redeemBy` of the outlet is QR, show a code (`POST /me/redemption-codes`). Otherwise, the merchant has to set a PIN."),
      Map.entry("qr_not_enabled",
          "Redeem with the PIN of the outlet."),
      Map.entry("invalid_pin",
          "Let the staff enter the PIN again. This is a 401, but the token is valid: do not refresh the token, and do not repeat the request."),
      Map.entry("too_far",
          "Let the user go to the outlet and try again. `distanceMeters` says how far away they are."),
      Map.entry("not_a_favorite",
          "Offer to add the merchant to the favorites."),
      Map.entry("no_claim",
          "Claim the voucher with `POST /me/claims` first."),
      Map.entry("voucher_not_yet_applicable",
          "Show `applicableFrom` to the user."),
      Map.entry("voucher_no_longer_applicable",
          "Tell the user that the period ended at `applicableUntil`."),
      Map.entry("limit_reached",
          "Show when the voucher is available again: `cycleResetsAt` of the preview."),
      Map.entry("global_cap_reached",
          "Tell the user that the voucher is fully redeemed, and until when."),
      Map.entry("codes_exhausted",
          "Tell the user that the voucher is fully redeemed. The merchant can upload more codes."),
      Map.entry("code_generation_failed",
          "Send the same request again."),
      Map.entry("code_not_found",
          "Scan or type the code that the phone shows now."),
      Map.entry("code_of_another_outlet",
          "Let the user choose this outlet on the phone."),
      Map.entry("code_expired",
          "Scan the code that the phone shows now."),
      Map.entry("code_used",
          "Nothing is left to do: find the redemption by its key."),
      Map.entry("code_held",
          "Confirm on the device that has read the code, or wait a minute."),
      Map.entry("confirmation_refused",
          "Show `refusal` to the user. Keep the key, and show the next code if they want to try again."),
      Map.entry("unauthorized",
          "Check the API key, or sign in again. A device needs a new link."),
      Map.entry("forbidden",
          "Use a key or a person whose role allows it."),
      Map.entry("cross_site_request",
          "Call from a page of this service, or use an API key."),
      Map.entry("reauthentication_required",
          "Call `POST /session/proof`, then repeat the request."),
      Map.entry("second_factor_required",
          "Add an authenticator app or a passkey."),
      Map.entry("slug_taken",
          "Choose another slug."),
      Map.entry("issuer_taken",
          "Choose another issuer."),
      Map.entry("no_next_secret",
          "Rotate the secret first."),
      Map.entry("no_webhook_url",
          "Set `webhookUrl` of the partner first."),
      Map.entry("version_conflict",
          "Load the object again, apply your change to it, and send its new version."),
      Map.entry("voucher_published",
          "Create another voucher."),
      Map.entry("voucher_incomplete",
          "Fix what `issues` names, then publish again."),
      Map.entry("publication_limit_reached",
          "Wait `retryAfterSeconds`."),
      Map.entry("own_request",
          "Ask another person, or withdraw the request."),
      Map.entry("session_needed",
          "Decide in the console."),
      Map.entry("approval_decided",
          "Load the request again."),
      Map.entry("record_changed",
          "Reject the request. The change can be requested again."),
      Map.entry("requester_not_allowed",
          "Reject the request, and make the change yourself if it is right."),
      Map.entry("selection_changed",
          "Ask the person again with the number in `total`, then send it as `expectedTotal`."),
      Map.entry("live_mode",
          "Sign the request with the secret of your test twin. Nothing was changed."),
      Map.entry("clock_backwards",
          "Choose a time after `newestRecordAt`, or reset the sandbox first."));

  private ErrorCode() {}

  /**
   * What the caller should do about an error.
   *
   * @param code the code of the error
   * @return one or more sentences; empty for a code that this version does not know
   */
  public static String remedyOf(String code) {
    return REMEDIES.getOrDefault(code, "");
  }
}
