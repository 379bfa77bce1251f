import type { ErrorBody } from '@counterfoil/contract/error-body.ts'

/** `field` is the label of the field, as `facts/issues.ts` finds it. */
type Issue = NonNullable<ErrorBody['issues']>[number] & { field?: string }

/** An error response of the service. `code` is the contract's, or `unreachable` if there was no response of ours. */
export class ApiError extends Error {
  readonly code: string
  readonly issues: Issue[]
  readonly details: Record<string, unknown>
  readonly requestId: string | null

  constructor({
    code,
    issues = [],
    details = {},
    requestId = null,
  }: {
    code: string
    issues?: Issue[] | undefined
    details?: Record<string, unknown> | undefined
    requestId?: string | null
  }) {
    super(code)
    this.code = code
    this.issues = issues
    this.details = details
    this.requestId = requestId
  }
}
