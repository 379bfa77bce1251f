import {
  type BlockReason,
  blockAccess,
  currentToken,
  currentUser,
  isWithoutToken,
  renewToken,
} from '../session/session.ts'
import { readServerClock } from '../time/server-clock.ts'
import { Failure, type FailureCode } from './failure.ts'
import { noteMaintenance } from './maintenance.ts'
import { sendRequest, takePrefetched } from './request.ts'
import { type BodyOf, type InputOf, ROUTES, type RouteId } from './routes.ts'

export type Reply<T> = {
  body: T
  status: number
  /** The path of the next page, to pass as `next`. */
  next: string | null
  /** Changes with the body. */
  etag: string | null
  /** The response repeats that of an earlier request with the same Idempotency-Key. */
  isReplay: boolean
}

export type CallOptions = { next?: string | null; idempotencyKey?: string }

type Request = { method: string; path: string; body: unknown; options: CallOptions }

/** The characters that a header can carry. */
const SENDABLE_TOKEN = /^[\x21-\x7e]+$/
/** Errors about the user rather than the request. Access is blocked, and the request waits until it is restored. */
const ACCESS_ERRORS = new Set<string>([
  'missing_token',
  'invalid_token',
  'token_expired',
  'headers_too_large',
  'partner_disabled',
  'user_not_found',
] satisfies BlockReason[])

/**
 * Calls the service. Rejects with a Failure, except for a missing or rejected token: then it asks the host for a new one
 * and retries the request when the token arrives.
 */
export async function call<Id extends RouteId>(
  id: Id,
  input: InputOf<Id>,
  options: CallOptions = {},
): Promise<Reply<BodyOf<Id>>> {
  const { params, query, body } = input as {
    params?: Record<string, string>
    query?: Record<string, string | number | undefined>
    body?: unknown
  }
  const [method = '', pattern = ''] = ROUTES[id].split(' ')
  const path = pattern.replace(/\{(\w+)\}/, (_, name) => encodeURIComponent(params?.[name] ?? ''))
  const request = { method, path: options.next ?? path + searchOf(query), body, options }

  const user = currentUser()
  for (;;) {
    const outcome = await attempt<BodyOf<Id>>(request)
    // Never retry in the name of another user, nor show them the response: the caller's user has left.
    if (currentUser() !== user) return new Promise(() => {})
    if (outcome instanceof Failure) {
      if (outcome.code === 'maintenance') noteMaintenance(outcome)
      throw outcome
    }
    if (outcome === 'retry') continue
    if (method !== 'GET' && id !== 'previewRedemption' && !outcome.isReplay) noteMaintenance(null)
    return outcome
  }
}

async function attempt<T>(request: Request): Promise<Reply<T> | Failure | 'retry'> {
  const token = currentToken()
  const user = currentUser()
  try {
    return await send(token, request)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (!ACCESS_ERRORS.has(error.code) || currentUser() !== user) return error
    const canBeRenewed = error.status === 401 && token !== null
    if (canBeRenewed && (await renewToken(token)) !== null) return 'retry'
    await blockAccess(error.code as BlockReason)
    return 'retry'
  }
}

async function send<T>(token: string | null, { method, path, body, options }: Request): Promise<Reply<T>> {
  if (isWithoutToken()) throw new Failure('unreachable')
  if (token === null) throw new Failure('missing_token', { status: 401 })
  if (!SENDABLE_TOKEN.test(token)) throw new Failure('invalid_token', { status: 401 })
  const init = {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  const exchange = takePrefetched(path, token) ?? sendRequest(path, init)
  const {
    response,
    body: received,
    sentAt,
  } = await exchange.catch(() => {
    throw new Failure('unreachable')
  })
  readServerClock(response.headers, sentAt)
  if (!response.ok) throw failureOf(response, received)
  return {
    body: received as T,
    status: response.status,
    next: nextPage(response.headers.get('link')),
    etag: response.headers.get('etag'),
    isReplay: response.headers.get('idempotency-replayed') === 'true',
  }
}

function failureOf(response: Response, body: unknown): Failure {
  const { error, details } = (body ?? {}) as { error?: unknown; details?: unknown }
  if (typeof error !== 'string') return new Failure('unreachable')
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const isOfPartner = error === 'rate_limited' && (details as { limit?: unknown })?.limit === 'partner'
  return new Failure(isOfPartner ? 'partner_limited' : (error as FailureCode), {
    status: response.status,
    details,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
  })
}

function searchOf(query: Record<string, string | number | undefined> = {}): string {
  const present = Object.entries(query).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined,
  )
  return present.length === 0
    ? ''
    : `?${new URLSearchParams(present.map(([name, value]) => [name, String(value)]))}`
}

/** Only path and query of `<…>; rel="next"`, so the token is never sent to another host. */
function nextPage(link: string | null): string | null {
  const target = link?.match(/<([^>]*)>\s*;\s*rel="?next"?/)?.[1]
  if (target === undefined) return null
  const { pathname, search } = new URL(target, location.href)
  return pathname + search
}
