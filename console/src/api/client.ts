import type { ErrorBody } from '@counterfoil/contract/error-body.ts'
import { type Answered, type Given, type RouteId, requestLine } from './routes.ts'

/** `code` is the contract's, or `unreachable` when no answer came that is ours. */
export class ApiError extends Error {
  readonly code: string
  readonly issues: NonNullable<ErrorBody['issues']>
  readonly requestId: string | null

  constructor(code: string, issues: NonNullable<ErrorBody['issues']> = [], requestId: string | null = null) {
    super(code)
    this.code = code
    this.issues = issues
    this.requestId = requestId
  }
}

export type Api = <Id extends RouteId>(id: Id, given: Given<Id>) => Promise<Answered<Id>>

/** What a header can carry at all. */
const SENDABLE = /^[\x21-\x7e]+$/
const TIMEOUT_MS = 30_000

/** The console is only a client: it can do what its key can do, and knows nothing that the API does not say. */
export function createApi(key: string): Api {
  return async (id, given) => {
    if (!SENDABLE.test(key)) throw new ApiError('unauthorized')
    const { method, path } = requestLine(id, given)
    const response = await fetch(path, {
      method,
      headers: { authorization: `Bearer ${key}` },
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null)
    const body = await response?.json().catch(() => null)
    if (response?.ok && body !== null) return body
    if (typeof body?.error !== 'string') throw new ApiError('unreachable')
    throw new ApiError(body.error, body.issues, response?.headers.get('x-request-id') ?? null)
  }
}
