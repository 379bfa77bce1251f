import type { ErrorCode } from '@counterfoil/contract/errors.ts'

export type Issue = { path: string; message: string }

/**
 * The value that an operation returns instead of a result when it refuses. The HTTP layer looks up the code in the
 * contract's error table. It is a class, so that `instanceof` distinguishes it from every result.
 */
export class Refusal {
  readonly code: ErrorCode
  readonly details: Record<string, unknown> | undefined
  readonly issues: Issue[] | undefined

  constructor(code: ErrorCode, more: { details?: Record<string, unknown>; issues?: Issue[] } = {}) {
    this.code = code
    this.details = more.details
    this.issues = more.issues
  }
}

export function refuse(code: ErrorCode, details?: Record<string, unknown>): Refusal {
  return new Refusal(code, details && { details })
}

/** 400 with the place and the problem of each issue, for rules that a schema cannot express. */
export function invalid(...issues: Issue[]): Refusal {
  return new Refusal('validation_failed', { issues })
}

/** 400 for a request that is wrong as a whole. */
export function malformed(message: string): Refusal {
  return invalid({ path: '', message })
}

/** Calls `next` with a result; a refusal passes through unchanged. */
export function unlessRefused<T, U>(result: T | Refusal, next: (value: T) => U): U | Refusal {
  return result instanceof Refusal ? result : next(result)
}
