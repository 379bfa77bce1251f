import type { Input, Output, Route } from '@counterfoil/contract/define-route.ts'
import type { ErrorBody } from '@counterfoil/contract/error-body.ts'
import { requestProof } from '../session/proof-store.ts'
import { requireFactor, signInAgain } from '../session/session-store.ts'
import { ApiError } from './api-error.ts'
import { SentForApproval } from './sent-for-approval.ts'

/** Keys that a caller must give; a part whose properties are all optional may be left out. */
type Parts<R extends Route> = {
  [K in 'params' | 'query' | 'body' as undefined extends Input<R>[K] ? never : K]: Input<R>[K]
}
type Loose<T> = Partial<T> extends T ? Partial<T> : T
type AllowedToOmit<P> = { [K in keyof P as Record<never, never> extends P[K] ? K : never]?: Loose<P[K]> }
type Required<P> = { [K in keyof P as Record<never, never> extends P[K] ? never : K]: P[K] }

/** The input of a route, by its own schemas. `file` replaces the JSON body of a route that reads other types. */
export type RouteInput<R extends Route> = (R extends { bodyTypes: readonly string[] }
  ? AllowedToOmit<Omit<Parts<R>, 'body'>> & Required<Omit<Parts<R>, 'body'>> & { body?: Input<R>['body'] }
  : AllowedToOmit<Parts<R>> & Required<Parts<R>>) &
  (R extends { bodyTypes: readonly string[] } ? { file?: Blob } : unknown) &
  (R extends { headers: object } ? { ifMatch?: number } : unknown)

/** A guarded change answers 202 if it needs approval. `call` throws `SentForApproval` then. */
type Made<R extends Route> = Exclude<Output<R>, { status: 202; body: { requestedBy: unknown } }>
export type ResponseBody<R extends Route> = Made<R>['body']

type AnyRouteInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  file?: Blob
  ifMatch?: number
}

const TIMEOUT_MS = 30_000

/**
 * Calls a route of the contract with the session cookie. When the session has ended, the sign-in opens on top of the
 * page; after it, the same request is sent again, so that whatever waits for it goes on. The same happens when a
 * sensitive act needs a new proof of identity.
 */
export async function call<const R extends Route>(route: R, input: RouteInput<R>): Promise<ResponseBody<R>> {
  return (await repeatAfterSignIn(route, () => send(route, input as AnyRouteInput))) as ResponseBody<R>
}

/** Sends a request again after a sign-in, as often as the session ends. */
export async function repeatAfterSignIn<T>(
  route: Pick<Route, 'surface'>,
  attempt: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null
      if (code === 'reauthentication_required' && (await requestProof())) continue
      if (code === 'second_factor_required') requireFactor()
      if (code !== 'unauthorized' || route.surface === 'public') throw await inWords(error)
      await signInAgain()
    }
  }
}

/** Sends one request. An ended session is an error like any other. */
export async function send(route: Route, input: AnyRouteInput): Promise<unknown> {
  const { body, file, ifMatch } = input
  const response = await fetch(addressOf(route, input), {
    method: route.method,
    headers: {
      ...(file
        ? { 'content-type': file.type }
        : body !== undefined && { 'content-type': 'application/json' }),
      ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
    },
    ...(file ? { body: file } : body !== undefined && { body: JSON.stringify(body) }),
    credentials: 'same-origin',
    cache: 'no-store',
    signal: AbortSignal.timeout(route.timeoutMs ?? TIMEOUT_MS),
  }).catch(() => null)
  if (response === null) throw new ApiError({ code: 'unreachable' })
  if (response.status === 204) return null
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const responseBody = await (isJson ? response.json() : response.text()).catch(() => null)
  const sent = SentForApproval.in(response.status, responseBody)
  if (sent) throw sent
  if (response.ok && responseBody !== null) return responseBody
  throw errorOf(responseBody, response.headers.get('x-request-id'))
}

/** The words of issues load with the first one. Without them, the service’s English stays. */
async function inWords(error: unknown): Promise<unknown> {
  if (!(error instanceof ApiError) || error.issues.length === 0) return error
  const words = await import('../facts/issues.ts').catch(() => null)
  if (words === null) return error
  return new ApiError({ ...error, issues: words.writeIssues(error.issues) })
}

export function errorOf(body: Partial<ErrorBody> | string | null, requestId: string | null): ApiError {
  if (body === null || typeof body === 'string' || typeof body.error !== 'string')
    return new ApiError({ code: 'unreachable' })
  const { error: code, issues, details } = body
  return new ApiError({ code, issues, details, requestId })
}

/** The one place where an address of the API is built. Empty query values are left out. */
export function addressOf(route: Pick<Route, 'path'>, { params = {}, query = {} }: AnyRouteInput): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])))
  const filled = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(filled.map(([name, value]) => [name, String(value)]))
  return search.size > 0 ? `${path}?${search}` : path
}
