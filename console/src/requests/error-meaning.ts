import { ERRORS, type ErrorCode } from '@counterfoil/contract/errors.ts'

/** What an error code means. Partners read the same sentence in the documentation. */
export function errorMeaning(code: string): string {
  return ERRORS[code as ErrorCode]?.meaning.replaceAll('`', '') ?? code
}
