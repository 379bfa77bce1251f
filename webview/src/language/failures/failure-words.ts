import type { CodeWithFacts, FactsOf, FailureCode } from '../../api/failure.ts'

/** A longer wait is given as a clock time and in minutes, a shorter one in seconds. */
export const LONG_WAIT_SECONDS = 90

/** The operator's message may be in another language, so its direction is kept apart. */
export function withMessage(text: string, message: string | null | undefined): string {
  return message ? `${text} \u2068${message}\u2069` : text
}

/** Codes that mean the same to a user as another one, and have its words in every language. */
export const SAME_AS = {
  validation_failed: 'internal_error',
  request_timeout: 'internal_error',
  payload_too_large: 'internal_error',
  uri_too_long: 'internal_error',
  unsupported_media_type: 'internal_error',
  keys_unavailable: 'unavailable',
  merchant_inactive: 'not_found',
  missing_token: 'invalid_token',
  headers_too_large: 'invalid_token',
  voucher_inactive: 'voucher_not_found',
  qr_not_enabled: 'outlet_pin_not_set',
  code_used: 'internal_error',
  confirmation_refused: 'internal_error',
} as const satisfies Partial<Record<FailureCode, FailureCode>>

/** The words for every other failure code. Codes with facts get a function, which must also work without facts. */
export type FailureWords = {
  [C in Exclude<FailureCode, keyof typeof SAME_AS>]: {
    title: string
    text: C extends CodeWithFacts ? (facts?: Partial<FactsOf<C>>) => string : string
  }
}
