import { type Closed, closeDoor, currentPerson, currentToken, renew } from '../session/session.ts'
import { exchange, takeAhead } from './exchange.ts'
import { Failure, type FailureCode } from './failure.ts'
import { type AskedOf, type BodyOf, ROUTES, type RouteId } from './routes.ts'
import { readServerClock } from './server-clock.ts'

export type Reply<T> = {
  body: T
  status: number
  /** The address of the next page, for `next` of the following call. */
  next: string | null
  /** The answer to an earlier request with the same Idempotency-Key. */
  isReplay: boolean
}

export type CallOptions = { next?: string | null; idempotencyKey?: string }

type Request = { method: string; path: string; body: unknown; options: CallOptions }

/** What a header can carry at all. */
const SENDABLE = /^[\x21-\x7e]+$/
/** Refusals of the person rather than of the request: the door closes, and the request waits for it to open. */
const AT_THE_DOOR = new Set<string>([
  'missing_token',
  'invalid_token',
  'token_expired',
  'headers_too_large',
  'partner_disabled',
  'user_not_found',
] satisfies Closed[])

/**
 * Asks the service. Rejects with a Failure, but never for want of a good token: then the host is asked for one, and
 * this very request is repeated with it, whenever it comes.
 */
export async function call<Id extends RouteId>(
  id: Id,
  asked: AskedOf<Id>,
  options: CallOptions = {},
): Promise<Reply<BodyOf<Id>>> {
  const { params, query, body } = asked as {
    params?: Record<string, string>
    query?: Record<string, string | number | undefined>
    body?: unknown
  }
  const [method = '', pattern = ''] = ROUTES[id].split(' ')
  const path = pattern.replace(/\{(\w+)\}/, (_, name) => encodeURIComponent(params?.[name] ?? ''))
  const request = { method, path: options.next ?? path + searchOf(query), body, options }

  const person = currentPerson()
  for (;;) {
    const outcome = await attempt<BodyOf<Id>>(request)
    // Nothing is repeated in the name of somebody else, nor shown to them: whoever asked has left.
    if (currentPerson() !== person) return new Promise(() => {})
    if (outcome instanceof Failure) throw outcome
    if (outcome !== 'again') return outcome
  }
}

async function attempt<T>(request: Request): Promise<Reply<T> | Failure | 'again'> {
  const token = currentToken()
  const person = currentPerson()
  try {
    return await send(token, request)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (!AT_THE_DOOR.has(error.code) || currentPerson() !== person) return error
    const canBeRenewed = error.status === 401 && token !== null
    if (canBeRenewed && (await renew(token)) !== null) return 'again'
    await closeDoor(error.code as Closed)
    return 'again'
  }
}

async function send<T>(token: string | null, { method, path, body, options }: Request): Promise<Reply<T>> {
  if (token === null) throw new Failure('missing_token', { status: 401 })
  if (!SENDABLE.test(token)) throw new Failure('invalid_token', { status: 401 })
  const init = {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  const exchanged = takeAhead(path, token) ?? exchange(path, init)
  const { response, answer, askedAt } = await exchanged.catch(() => {
    throw new Failure('unreachable')
  })
  readServerClock(response.headers, askedAt)
  if (!response.ok) throw failureOf(response, answer)
  return {
    body: answer as T,
    status: response.status,
    next: nextPage(response.headers.get('link')),
    isReplay: response.headers.get('idempotency-replayed') === 'true',
  }
}

function failureOf(response: Response, answer: unknown): Failure {
  const { error, details } = (answer ?? {}) as { error?: unknown; details?: unknown }
  if (typeof error !== 'string') return new Failure('unreachable')
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new Failure(error as FailureCode, {
    status: response.status,
    details,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
  })
}

function searchOf(query: Record<string, string | number | undefined> = {}): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined,
  )
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

/** Of `<…>; rel="next"` the path and query: the token goes to our own host whatever the header names. */
function nextPage(link: string | null): string | null {
  const target = link?.match(/<([^>]*)>\s*;\s*rel="?next"?/)?.[1]
  if (target === undefined) return null
  const { pathname, search } = new URL(target, location.href)
  return pathname + search
}
