import type { ErrorCode } from '@counterfoil/contract/errors.ts'
import { formatNumber } from '../time/numbers.ts'

type Words = string | ((details: Record<string, unknown>) => string)

export const UNKNOWN_ERROR = 'Something went wrong on this page. Reload it and try again.'

/** Error codes in words for people. A code of a newer service is shown as it is. */
export const ERROR_WORDS: Partial<Record<ErrorCode | 'unreachable', Words>> = {
  unreachable: 'We couldn’t reach the service. Check your connection and try again.',
  unavailable: 'The service is busy or its database is unavailable. Try again in a moment.',
  maintenance: 'Maintenance is on, so nothing was changed. Try again when it is over.',
  internal_error: 'Something went wrong in the service. If it happens again, pass the request id on.',
  unauthorized: 'Your session has ended. Sign in again.',
  forbidden: 'Your role doesn’t allow this.',
  not_found: 'This doesn’t exist, or you have no access to it.',
  validation_failed: 'Please correct the following.',
  payload_too_large: 'This is too large.',
  unsupported_media_type: 'This type of file isn’t accepted.',
  cross_site_request: 'The request came from another page. Reload this page and try again.',
  reauthentication_required: 'Nothing was changed: you didn’t confirm that it’s you.',
  no_webhook_url: 'This partner has no webhook URL. Set one first.',
  no_next_secret: 'There is no next secret to promote. Create one first.',
  invalid_credentials: 'The e-mail address or the password is wrong.',
  invalid_sign_in_link: 'This link doesn’t work. It may have expired, or it has already been used.',
  invalid_code: 'This code is wrong, or it was used already.',
  invalid_sign_in_step: 'This took longer than 10 minutes, or it began in another tab. Start again.',
  passkey_refused: 'This passkey doesn’t work here: it was removed, or its account is deactivated.',
  passkeys_unavailable:
    'Passkeys don’t work at this address. Open the console at its own address over https.',
  single_sign_on_only: 'Your organization signs in through single sign-on only.',
  single_sign_on_off: 'Single sign-on isn’t set up here.',
  single_sign_on_refused:
    'The response of your single sign-on service couldn’t be verified, so you’re not signed in. Try again.',
  issuer_unavailable: 'Your single sign-on service can’t be reached right now. Try again in a moment.',
  email_not_verified:
    'Your single sign-on service hasn’t verified your e-mail address. Verify it there, then try again.',
  email_not_invited:
    'Nobody with your e-mail address has been invited. Ask an admin for an invite. If you have a new account at your single sign-on service, ask the admin to release the old one.',
  email_off: 'This installation sends no e-mail. Ask an admin for a link.',
  totp_active: 'An authenticator app is already set up. Remove it first.',
  no_second_factor: 'Add an authenticator app or a passkey first.',
  second_factor_required: 'Your role needs a second factor. Add one to go on.',
  too_many_sign_ins: 'Too many failed sign-ins.',
  password_too_common: 'This password is too common. Choose one that is harder to guess.',
  staff_inactive: 'This person is deactivated. Activate them first.',
  slug_taken: 'Another record already uses this slug.',
  issuer_taken: 'Another partner already uses this token issuer.',
  email_taken: 'Another person already uses this e-mail address.',
  sub_category_in_use: 'Merchants still use a sub-category that you removed.',
  version_conflict: 'Somebody else has changed this in the meantime.',
  selection_changed: ({ total }) =>
    `The filters match ${formatNumber(Number(total))} records by now. Nothing was done. Check the new number and confirm again.`,
  voucher_incomplete: 'This voucher isn’t ready to go live.',
  rate_limited: 'Too many requests at once. Try again in a few seconds.',
  image_quota_reached: 'You’ve reached your limit for images. Ask an admin to upload more.',
  image_too_large: 'This image has too many pixels. Scale it down and upload it again.',
  image_unreadable: 'This file is damaged: it can’t be read as an image.',
  own_request: 'You requested this yourself. Another person has to decide.',
  approval_decided: 'Somebody has decided on this already, or it has ended.',
  record_changed: 'The record has changed since the request, so it can no longer be approved.',
  requester_not_allowed:
    'The person or key that requested this may no longer make the change. Reject it, and make the change yourself if it is right.',
  two_admins_needed: 'Approvals need a second active admin who has signed in once.',
  publication_limit_reached: 'You’ve published too often within an hour.',
  voucher_published: 'Codes, claiming and the reset of limits can’t be changed after the first publication.',
  voucher_takes_no_codes: 'This voucher takes no uploaded codes.',
  month_not_over: 'The month can be closed one hour after it has ended in every time zone.',
  earlier_month_open: 'An earlier month is still open. Close it first.',
  session_needed: 'API keys can’t decide. Sign in with your own account.',
  clock_backwards:
    'The clock can’t go back before the newest record of the sandbox. Reset the sandbox first.',
  outlet_inactive: 'This outlet is deactivated. Activate it first.',
  qr_not_enabled: 'This outlet takes no codes. Change how vouchers are redeemed there first.',
  too_many_devices: 'This outlet has 20 devices. Revoke one first.',
  user_not_found: 'This user doesn’t exist or has been anonymized.',
}

export function retryWords(seconds: number): string {
  return `Try again in ${waitWords(seconds)}.`
}

export function waitWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/** “Valid until” and “must be …” as “Valid until: must be ….” */
export function issueWords(field: string, message: string): string {
  return field === '' ? `${message}.` : `${field}: ${message}.`
}
