import { ERRORS, type ErrorCode, REDEMPTION_REFUSALS } from '../errors.ts'
import { REMEDIES } from '../remedies.ts'
import { ENGLISH_ISSUES } from './english-issues.ts'

/** The codes that a partner’s backend and its users can get, which the request log explains. */
const RECORDED_CODES = [
  'validation_failed',
  'not_found',
  'request_timeout',
  'payload_too_large',
  'uri_too_long',
  'unsupported_media_type',
  'headers_too_large',
  'internal_error',
  'unavailable',
  'maintenance',
  'invalid_signature',
  'signature_expired',
  'partner_disabled',
  'user_not_found',
  'upsert_failed',
  'live_mode',
  'clock_backwards',
  'missing_token',
  'invalid_token',
  'token_expired',
  'keys_unavailable',
  'merchant_not_found',
  'merchant_inactive',
  'voucher_not_claimable',
  ...REDEMPTION_REFUSALS,
  'qr_not_enabled',
  'code_not_found',
  'code_of_another_outlet',
  'code_expired',
  'code_used',
  'code_held',
  'confirmation_refused',
] as const satisfies readonly ErrorCode[]

type Meanings = Record<(typeof RECORDED_CODES)[number], string>

/**
 * What happened to a user, and why a request was refused, in English. The meaning of an error code has the code as its key;
 * with numbers, a variant follows the colon. A catalogue in another language has the same keys.
 */
export const ENGLISH_REASONS = {
  ...(Object.fromEntries(RECORDED_CODES.map((code) => [code, ERRORS[code].meaning])) as Meanings),

  // Refused redemptions
  'rate_limited:partner': {
    one: 'The partner was at its limit of requests. The next one was allowed after # second.',
    other: 'The partner was at its limit of requests. The next one was allowed after # seconds.',
  },
  'rate_limited:user': {
    one: 'Too many attempts. The next attempt was allowed after # second.',
    other: 'Too many attempts. The next attempt was allowed after # seconds.',
  },
  'too_far:measured': 'The device was {distanceMeters} m from the outlet. The maximum is {maxMeters} m.',
  'voucher_not_yet_applicable:from': 'The redemption period starts at {applicableFrom}.',
  'voucher_no_longer_applicable:until': 'The redemption period ended at {applicableUntil}.',
  'limit_reached:used': 'The user had used {used} of {limit} redemptions.',
  'limit_reached:cycle': 'The user had used {used} of {limit} redemptions in the cycle {cycleKey}.',
  'global_cap_reached:used': 'All users together had used {used} of {cap} redemptions.',
  'global_cap_reached:cycle':
    'All users together had used {used} of {cap} redemptions in the cycle {cycleKey}.',
  'invalid_pin:times': {
    one: 'pin: wrong, for the first time in 24 hours by this user at this outlet',
    other: 'pin: wrong, # times in 24 hours by this user at this outlet',
  },

  // The timeline of a user. The reason follows a refusal.
  'timeline.claim': 'Claimed the voucher.',
  'timeline.favorite': 'Added the merchant to the favorites.',
  'timeline.redemption': 'Redeemed at {place}.',
  'timeline.redemption:flagged': 'Redeemed at {place}, flagged for review.',
  'timeline.void': 'The redemption at {place} was voided: {reason}',
  'timeline.refusal': 'Refused at {place}:',
  'timeline.refusal:unknown': 'Refused at an unknown outlet:',
  'timeline.delivery.PENDING': 'The webhook waits for its next attempt.',
  'timeline.delivery.DELIVERED': 'The webhook was delivered.',
  'timeline.delivery.FAILED': 'The webhook failed; no attempts are left.',

  // The input of a request
  'request.invalid': 'request: {issues}',
  'request.issue': '{path} {issue}',
  'request.unknownFields': 'ignored unknown fields: {fields}',
  'route.preflight':
    'route: a page in a browser cannot call /integrations, since it would need your secret: call it from your backend',
  'route.method': 'route: {path} takes {methods}, not {method}',
  'route.unknown': 'route: no such path',
  'route.unknown:prefixed': 'route: no such path: ours have no prefix and no version',
  'route.nearest': 'the nearest is {method} {path}',

  // Signatures
  'signature.noSlug': 'signature: the header x-partner-slug is missing',
  'signature.unknownSlug': 'signature: no partner has this slug',
  'signature.missing': 'signature: the header x-signature is missing',
  'signature.tooLong':
    'signature: the header x-signature cannot be read: it has more than {maxLength} characters',
  'signature.noTime': 'signature: the header x-signature cannot be read: it has no t',
  'signature.manyTimes': 'signature: the header x-signature cannot be read: it has more than one t',
  'signature.milliseconds':
    'signature: the header x-signature cannot be read: t looks like milliseconds, expected seconds',
  'signature.notSeconds':
    'signature: the header x-signature cannot be read: t is not a number of whole seconds',
  'signature.noV1': 'signature: the header x-signature cannot be read: it has no v1',
  'signature.upperCase':
    'signature: the header x-signature cannot be read: v1 is in upper case, expected lower case',
  'signature.notHex': 'signature: the header x-signature cannot be read: v1 is not 64 hexadecimal digits',
  'signature.body': 'signature: the route takes no body, and the request has one',
  'signature.old': 'signature: t is {seconds} s old, the maximum is {maxSeconds} s',
  'signature.ahead': 'signature: t is {seconds} s ahead of our clock, the maximum is {maxSeconds} s',
  'signature.wrong': {
    one: 'signature: t is {seconds} s old, body of {bytes} bytes, the secret does not match',
    other: 'signature: t is {seconds} s old, body of {bytes} bytes, none of # secrets matches',
  },
  'signature.wrong:ahead': {
    one: 'signature: t is {seconds} s ahead of our clock, body of {bytes} bytes, the secret does not match',
    other: 'signature: t is {seconds} s ahead of our clock, body of {bytes} bytes, none of # secrets matches',
  },
  'signature.noV2':
    'signature: t is {seconds} s old, body of {bytes} bytes, v1 matches, v2 is missing, and this partner must send it',
  'signature.noV2:ahead':
    'signature: t is {seconds} s ahead of our clock, body of {bytes} bytes, v1 matches, v2 is missing, and this partner must send it',
  'signature.wrongV2':
    'signature: t is {seconds} s old, body of {bytes} bytes, v1 matches, v2 does not: it was made for another method, path or query',
  'signature.wrongV2:ahead':
    'signature: t is {seconds} s ahead of our clock, body of {bytes} bytes, v1 matches, v2 does not: it was made for another method, path or query',
  'signature.serialized': 'a signature over the JSON re-serialized would match',
  'signature.trimmed': 'a signature over the trimmed body would match',
  'signature.empty': 'a signature over an empty body would match',
  'signature.bodyAlone': 'a signature over the body alone would match: t and a dot come before the body',
  'signature.decoded':
    'a signature with the base64-decoded secret would match: the key is the secret as text',

  // What is wrong with an integration, and what to do
  'keys.unreachable': 'keys: they cannot be fetched: {error}',
  'webhooks.GONE': 'webhooks: paused, because the endpoint answered 410 Gone',
  'webhooks.EXHAUSTED': 'webhooks: paused, because the endpoint has failed for 5 days',
  'webhooks.failing': {
    one: 'webhooks: the last attempt failed with status {status}',
    other: 'webhooks: the last # attempts failed with status {status}',
  },
  'webhooks.silent': {
    one: 'webhooks: the last attempt failed with no response',
    other: 'webhooks: the last # attempts failed with no response',
  },
  'remedy.keys_unavailable': REMEDIES.keys_unavailable,
  'remedy.invalid_token': REMEDIES.invalid_token,
  'remedy.invalid_signature': REMEDIES.invalid_signature,
  'remedy.signature_expired': REMEDIES.signature_expired,
  'remedy.unknownFields':
    'Check the names in the API reference: fields and parameters that a route does not know are ignored.',
  'remedy.resume': 'Fix the endpoint, then resume the webhook: POST /admin/partners/…/webhook/resume.',
  'remedy.webhooks': {
    one: 'Let the endpoint answer 2xx within 15 seconds. # undelivered event is sent again by itself.',
    other:
      'Let the endpoint answer 2xx within 15 seconds. # undelivered events are sent again by themselves.',
  },

  // Tokens
  'token.length': 'The token has {length} characters. The maximum is {maxLength}.',
  'token.parts': 'A signed JWT has three parts with dots between them. This text has {parts}.',
  'token.characters': 'The token has characters that are not base64url.',
  'token.header': 'The header is not a JSON object in base64url.',
  'token.payload': 'The claims are not a JSON object in base64url.',
  'token.refusedHeader': 'The header {header} is not accepted.',
  'token.algorithm': 'The algorithm is {value}. Accepted: {algorithms}.',
  'token.unsigned': 'The token has no signature.',
  'token.kid': 'The header kid is not text.',
  'token.notText': 'The claim iss is {value}. It must be text.',
  'token.unknownIssuer': 'No partner has the issuer {value}.',
  'token.issuer': 'The claim iss is {value}, the partner’s issuer is {expected}.',
  'token.noSubject': 'The claim sub is {value}. It must be the external user id.',
  'token.subject': 'The claim sub is too long, or is a text that cannot be stored.',
  'token.notATime': 'The claim {claim} is {value}. It must be a number of seconds since 1970.',
  'token.audience': 'The claim aud is {value}, expected {expected}.',
  'token.noIssueTime': 'The claim iat is missing. The partner has a maximum lifetime.',
  'token.lifetime': 'The token lives {seconds} seconds. The maximum is {maxSeconds}.',
  'token.early': 'The token is valid from {start} on (iat, nbf). Our clock says {now}.',
  'token.milliseconds':
    'The claim exp is {value}, more than ten years ahead. It looks like milliseconds, expected seconds.',
  'token.expired': 'The token expired at {end}. Our clock says {now}.',
  'token.keyNotFetched': 'The partner’s keys could not be fetched, and no recent ones are cached.',
  'token.unknownKey': 'The kid {kid} is not in the JWKS fetched {seconds} s ago (kids: {kids}).',
  'token.wrongKey':
    'No key of the partner verifies the signature. The token names the kid {kid} and uses {algorithm}. Keys: {kids}.',
  'token.wrongKey:unnamed':
    'No key of the partner verifies the signature. The token names no kid and uses {algorithm}. Keys: {kids}.',
  'token.disabled': 'The partner is disabled.',
  'token.notChecked': 'Not checked, since an earlier check failed.',
  'token.passed.format': 'The token is a signed JWT with an accepted algorithm.',
  'token.passed.issuer': 'The claim iss is the partner’s issuer.',
  'token.passed.subject': 'The claim sub can be used as the external user id.',
  'token.passed.times': 'The claims exp, iat and nbf are numbers or, except exp, absent.',
  'token.passed.audience': 'The claim aud includes the partner’s audience, or none is registered.',
  'token.passed.lifetime': 'The lifetime is within the partner’s maximum, or none is set.',
  'token.passed.signature': 'A key of the partner verifies the signature.',
  'token.passed.notBefore': 'The token is valid already, and expires within ten years.',
  'token.passed.expiry': 'The token has not expired.',
  'token.passed.partner': 'The partner is enabled.',

  // What each rule of a redemption has checked
  'rule.partnerEnabled': 'The partner is enabled.',
  'rule.partnerDisabled': 'The partner is disabled: all requests of its users are refused.',
  'rule.hidden': 'Not shown to this partner.',
  'rule.noVoucher': 'There is no voucher to check.',
  'rule.noOutletChosen': 'No outlet was chosen.',
  'rule.noOutlet': 'There is no outlet to check.',
  'rule.wait': {
    one: 'The user has to wait # more second.',
    other: 'The user has to wait # more seconds.',
  },
  'rule.attemptsLeft': 'The user has attempts left.',
  'rule.defended': {
    one: 'The outlet is defended against PIN guessing for # more second: a user who has never redeemed there must send a position.',
    other:
      'The outlet is defended against PIN guessing for # more seconds: a user who has never redeemed there must send a position.',
  },
  'rule.voucherStatus': 'The voucher is {status}.',
  'rule.voucherUnknown': 'No voucher has this id.',
  'rule.scopeAll': 'The partner’s scope includes all merchants.',
  'rule.voucherScope':
    'The voucher’s merchant is in the category {category}. The partner’s scope is limited.',
  'rule.outletUnknown': 'No outlet has this id.',
  'rule.outletExists': 'The outlet exists.',
  'rule.outletScope': 'The outlet’s merchant is in the category {category}. The partner’s scope is limited.',
  'rule.merchantActive': 'Its merchant is active.',
  'rule.merchantInactive': 'Its merchant is not active.',
  'rule.validFrom': 'The voucher is valid from {at}.',
  'rule.validNoStart': 'The validity period has no start.',
  'rule.validUntil': 'The voucher is valid until {at}.',
  'rule.validNoEnd': 'The validity period has no end.',
  'rule.otherMerchant': 'The outlet belongs to another merchant.',
  'rule.allOutlets': 'The voucher is for all outlets of its merchant.',
  'rule.chosenOutlets': {
    one: 'The voucher is for # chosen outlet.',
    other: 'The voucher is for # chosen outlets.',
  },
  'rule.isChosen': 'This is one of them.',
  'rule.isNotChosen': 'This is not one of them.',
  'rule.outletActive': 'The outlet is active.',
  'rule.outletInactive': 'The outlet is not active.',
  'rule.outletCodesOnly': 'The outlet takes codes only, so it needs no PIN.',
  'rule.outletPin': 'The outlet has a PIN.',
  'rule.outletNoPin': 'The outlet has no PIN.',
  'rule.pinAtOutlet': 'The PIN is checked at the outlet only.',
  'rule.distance': 'The device must be within {maxMeters} m of the outlet if it sends its position.',
  'rule.positionAtOutlet': 'The position is known at the outlet only.',
  'rule.noPosition': 'The outlet has no position, so the distance is never checked.',
  'rule.favoritesOnly': 'The voucher is for favorites only.',
  'rule.favorite': 'The merchant is among the user’s favorites.',
  'rule.noFavorite': 'The merchant is not among the user’s favorites.',
  'rule.favoriteNotNeeded': 'The voucher needs no favorite.',
  'rule.claimNotNeeded': 'The voucher needs no claim.',
  'rule.claimed': 'The user has claimed the voucher.',
  'rule.notClaimed': 'The user has not claimed the voucher.',
  'rule.applicableFrom': 'The redemption period starts at {at}.',
  'rule.applicableNoStart': 'The redemption period has no start.',
  'rule.applicableUntil': 'The redemption period ends at {at}.',
  'rule.applicableNoEnd': 'The redemption period has no end.',
  'rule.used': 'The user has used {used} of {limit} redemptions.',
  'rule.used:cycle':
    'The user has used {used} of {limit} redemptions in the cycle {cycleKey}, which ends at {resetsAt}.',
  'rule.allUsed': 'All users together have used {used} of {limit} redemptions.',
  'rule.allUsed:cycle':
    'All users together have used {used} of {limit} redemptions in the cycle {cycleKey}, which ends at {resetsAt}.',
  'rule.noCap': 'The voucher has no cap.',
  'rule.noPool': 'The voucher has no pool of codes.',
  'rule.codesLeft': 'The pool has codes left.',
  'rule.poolEmpty': 'The pool is empty.',

  ...ENGLISH_ISSUES,
} as const
