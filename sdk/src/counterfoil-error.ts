import type { Issue, KnownErrorCode } from './contract-types.ts'
import { REMEDIES } from './remedies.ts'

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
  help?: string | undefined
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
  /** What to do about the error, in a sentence; undefined for a code that this version of the SDK does not know. */
  readonly remedy: string | undefined
  /** The URL of the page about the error; undefined if the response was not from the service. */
  readonly help: string | undefined

  constructor(call: string, fields: ErrorFields) {
    super(messageOf(call, fields), { cause: fields.cause })
    this.code = fields.code
    this.status = fields.status
    this.details = fields.details
    this.issues = fields.issues
    this.requestId = fields.requestId
    this.retryAfterSeconds = fields.retryAfterSeconds
    this.remedy = REMEDY_BY_CODE.get(fields.code)
    this.help = fields.help
  }
}

function messageOf(call: string, { code, status, issues = [], requestId }: ErrorFields): string {
  const remedy = REMEDY_BY_CODE.get(code)
  const problems = issues.map(({ path, message }) => `${path} ${message}`).join('; ')
  return [
    `${call}: ${status === 0 ? '' : `${status} `}${code}`,
    problems && ` (${problems})`,
    requestId && ` [request ${requestId}]`,
    remedy && `. ${remedy}`,
  ]
    .filter(Boolean)
    .join('')
}

/** Those of the service, and of the SDK itself. */
const REMEDY_BY_CODE = new Map(
  Object.entries({
    ...REMEDIES,
    connection_failed: 'Check `baseUrl` and your connection. `cause` says what failed.',
    timeout: 'Send the same request again, or raise `timeoutMs`.',
    unexpected_response: 'Check `baseUrl`: a proxy or another server has responded.',
  }),
)
