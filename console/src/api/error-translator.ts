import { ERRORS, type ErrorCode } from '@counterfoil/contract/errors.ts'
import { ApiError } from './client.ts'

/** Where the contract speaks to a programmer, the same for whoever sits at the console. */
const FOR_PEOPLE: Partial<Record<ErrorCode | 'unreachable', string>> = {
  unreachable: 'The service cannot be reached. Check the connection and try again.',
  unavailable: 'The service is busy or its database is away. Try again in a moment.',
  unauthorized: 'This key is not known here, or has been revoked.',
  forbidden: 'This key’s role does not allow that.',
  not_found: 'There is no such thing, or it is out of reach of this key.',
  validation_failed: 'The service does not accept this:',
  voucher_incomplete: 'This voucher is not ready to go live:',
  image_quota_reached: 'You have uploaded as many images as you can. Ask an admin to upload more.',
  publication_limit_reached: 'You have published a lot within the last hour. Try again later.',
}

/** Whatever went wrong, in a sentence or two. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return 'The console has a fault of its own. Reload it and try again.'
  const { code, issues, requestId } = error
  if (code === 'internal_error')
    return `The service has a fault. Its log knows more under request ${requestId}.`
  const said =
    FOR_PEOPLE[code as ErrorCode] ?? ERRORS[code as ErrorCode]?.meaning ?? `The service says “${code}”.`
  return [said, ...issues.map(({ path, message }) => `${fieldName(path)}${message}.`)].join(' ')
}

/** `/validUntil` as “Valid until: ”, `/imagePath` as “Image: ”. */
function fieldName(path: string): string {
  const words = path.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const noun = words.replace(/ (?:ids?|path)$/, '')
  return noun === '' ? '' : `${noun.charAt(0).toUpperCase()}${noun.slice(1)}: `
}
