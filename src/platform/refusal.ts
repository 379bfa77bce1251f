import type { ErrorCode } from '@counterfoil/contract/errors.ts'

export type Issue = { path: string; message: string }

/**
 * A no, as a value: operations return it, and it becomes an HTTP error at the edge, through the one error table.
 * A class of its own, so that `instanceof` tells it from any answer.
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

/** 400 with the place and the mend, for what a schema alone cannot see. */
export function invalid(...issues: Issue[]): Refusal {
  return new Refusal('validation_failed', { issues })
}

/** Passes the value to `next`, or returns the refusal unchanged. */
export function unlessRefused<T, U>(result: T | Refusal, next: (value: T) => U): U | Refusal {
  return result instanceof Refusal ? result : next(result)
}
