import type { ErrorCode } from '@counterfoil/contract/errors.ts'
import { ERROR_WORDS, issueWords, retryWords, UNKNOWN_ERROR } from '../words/errors.ts'
import { ApiError } from './api-error.ts'

/** Describes any error in a sentence or two, with the request id where the log has more. */
export function explain(error: unknown): string {
  const isInLog = error instanceof ApiError && error.code === 'internal_error' && error.requestId !== null
  return isInLog ? `${explainWithoutId(error)} (${error.requestId})` : explainWithoutId(error)
}

/** For places that show the request id on a line of its own. */
export function explainWithoutId(error: unknown): string {
  if (!(error instanceof ApiError)) return UNKNOWN_ERROR
  const { code, issues, details } = error
  const words = ERROR_WORDS[code as ErrorCode]
  const sentence = typeof words === 'function' ? words(details) : (words ?? code)
  const wait = typeof details.retryAfterSeconds === 'number' ? retryWords(details.retryAfterSeconds) : ''
  const parts = [
    sentence,
    wait,
    ...issues.map(({ path, field = path.slice(1), message }) => issueWords(field, message)),
  ]
  return parts.filter(Boolean).join(' ')
}
