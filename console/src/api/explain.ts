import { ERRORS, type ErrorCode } from '@counterfoil/contract/errors.ts'
import { ERROR_WORDS, issueWords, retryWords, UNKNOWN_ERROR } from '../words/errors.ts'
import { ApiError } from './api-error.ts'

/** Describes any error in a sentence or two, with the request id where the log has more. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return UNKNOWN_ERROR
  const { code, issues, details, requestId } = error
  const words = ERROR_WORDS[code as ErrorCode]
  const sentence =
    typeof words === 'function' ? words(details) : (words ?? ERRORS[code as ErrorCode]?.meaning ?? code)
  const wait = typeof details.retryAfterSeconds === 'number' ? retryWords(details.retryAfterSeconds) : ''
  const parts = [sentence, wait, ...issues.map(({ path, message }) => issueWords(path, message))]
  if (code === 'internal_error' && requestId) parts.push(`(${requestId})`)
  return parts.filter(Boolean).join(' ')
}
