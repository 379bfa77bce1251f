import { ERRORS, type ErrorCode } from '@counterfoil/contract/errors.ts'
import { ApiError } from './client.ts'

/** Messages for console users, where the contract's meaning is written for programmers. */
const FOR_PEOPLE: Partial<Record<ErrorCode | 'unreachable', string>> = {
  unreachable: 'We couldn’t reach the service. Check your connection and try again.',
  unavailable: 'The service is busy, or the database is unavailable. Try again in a moment.',
  unauthorized: 'This key is unknown or has been revoked.',
  forbidden: 'This key’s role does not allow that.',
  not_found: 'Not found, or this key has no access to it.',
  validation_failed: 'Please correct the following:',
  voucher_incomplete: 'This voucher is not ready to go live:',
  image_quota_reached: 'You’ve reached your image limit. Ask an admin to upload more.',
  publication_limit_reached: 'You’ve reached the hourly limit for publishing. Try again later.',
}

/** Describes any error in a sentence or two. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong in the console. Reload it and try again.'
  const { code, issues, requestId } = error
  if (code === 'internal_error')
    return `Something went wrong in the service. Its log has details for request ${requestId}.`
  const message =
    FOR_PEOPLE[code as ErrorCode] ?? ERRORS[code as ErrorCode]?.meaning ?? `The service answered “${code}”.`
  return [message, ...issues.map(({ path, message }) => `${fieldName(path)}${message}.`)].join(' ')
}

/** `/validUntil` as “Valid until: ”, `/imagePath` as “Image: ”. */
function fieldName(path: string): string {
  const words = path.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const noun = words.replace(/ (?:ids?|path)$/, '')
  return noun === '' ? '' : `${noun.charAt(0).toUpperCase()}${noun.slice(1)}: `
}
