import type { FastifyError } from 'fastify'
import { isRaceLost, isUnreachable } from '../database/failures.ts'
import { toIssues } from '../input/issues.ts'
import { malformed, Refusal, refuse } from '../refusal.ts'
import { StoreUnavailable } from '../store-unavailable.ts'

/** Fastify's own errors as refusals of the contract. */
const FASTIFY_ERRORS: Record<string, () => Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => refuse('payload_too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => refuse('unsupported_media_type'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => malformed('issue.bodyLength'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => malformed('issue.bodyNotJson'),
  FST_ERR_BAD_URL: () => malformed('issue.path'),
  FST_ERR_MAX_PARAM_LENGTH: () => refuse('uri_too_long'),
  FST_ERR_HANDLER_TIMEOUT: () => refuse('unavailable'),
}

/** Translates a thrown error into a refusal. An unknown error is `internal_error`. */
export function refusalOf(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error
  if (error.validation) {
    // An id in the path that is malformed cannot exist.
    if (error.validationContext === 'params') return refuse('not_found')
    return new Refusal('validation_failed', { issues: toIssues(error.validation) })
  }
  const known = FASTIFY_ERRORS[error.code]?.()
  if (known) return known
  if (isUnreachable(error) || isRaceLost(error) || error instanceof StoreUnavailable)
    return refuse('unavailable')
  // SQLSTATE class 22: a value that passes its schema and cannot be stored, such as the year 0000.
  if (/^22\w{3}$/.test(error.code ?? '')) return malformed('issue.outOfRange')
  return error.statusCode && error.statusCode < 500 ? malformed('issue.malformed') : refuse('internal_error')
}
