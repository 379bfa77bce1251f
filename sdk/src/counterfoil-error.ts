import type { Issue, KnownErrorCode } from './contract-types.ts'

/** The codes of the service, and those of the SDK itself. New codes of the service may be added. */
export type CounterfoilErrorCode =
  | KnownErrorCode
  /** No response: the connection failed, or was cut off in the middle of a response. */
  | 'connection_failed'
  /** No complete response within `timeoutMs`. */
  | 'timeout'
  /** A response that is not from the service, for example from a proxy. */
  | 'unexpected_response'
  | (string & {})

type ErrorFields = {
  code: CounterfoilErrorCode
  status: number
  details?: Record<string, unknown> | undefined
  issues?: Issue[] | undefined
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

/** A call that failed, after all its retries. */
export class CounterfoilError extends Error {
  override readonly name = 'CounterfoilError'
  readonly code: CounterfoilErrorCode
  /** The HTTP status; 0 if there was no response. */
  readonly status: number
  readonly details: Record<string, unknown> | undefined
  readonly issues: Issue[] | undefined
  /** Quote it when you contact us. */
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(call: string, fields: ErrorFields) {
    super(messageOf(call, fields), { cause: fields.cause })
    this.code = fields.code
    this.status = fields.status
    this.details = fields.details
    this.issues = fields.issues
    this.requestId = fields.requestId
    this.retryAfterSeconds = fields.retryAfterSeconds
  }
}

function messageOf(call: string, { code, status, issues = [], requestId }: ErrorFields): string {
  const problems = issues.map(({ path, message }) => `${path} ${message}`).join('; ')
  return [
    `${call}: ${status === 0 ? '' : `${status} `}${code}`,
    problems && ` (${problems})`,
    requestId && ` [request ${requestId}]`,
  ]
    .filter(Boolean)
    .join('')
}
