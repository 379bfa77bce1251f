import { Readable } from 'node:stream'
import { ERRORS, type ErrorCode } from '@counterfoil/contract/errors.ts'
import type { Input, Output, Route } from '@counterfoil/contract/route.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUuid } from '../input/uuid.ts'
import { invalid, Refusal } from '../refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route
  }
  interface FastifyRequest {
    /** The bytes of a JSON body as they came, for signatures. */
    rawBody?: Buffer
  }
}

/** What a handler is given beside its parsed input. */
export type Received<R extends Route> = Input<R> & {
  /** The version that an If-Match header named. */
  expectedVersion: number | null
  idempotencyKey: string | null
  /** The entity tags that an If-None-Match header named. */
  ifNoneMatch: string[]
  /** A body that is not JSON, as it arrives. */
  upload: { type: string; stream: Readable } | null
  /** Whether the client is still there to be answered. */
  isWanted: () => boolean
}

export type Handle<R extends Route, Caller> = (
  input: Received<R>,
  caller: Caller,
) => Promise<Output<R> | Refusal> | Output<R> | Refusal

/** Every route that the app answers, in order: what the OpenAPI document describes. */
export type Served = Route[]

/** Registers one contract route on a surface: what the `routes.ts` and `admin.ts` of each noun are given. */
export type Serve<Caller> = <R extends Route>(route: R, handle: Handle<R, Caller>) => void

/** `identify` reads the caller that the surface's authentication hook has put on the request. */
export function serveOn<Caller>(
  app: FastifyInstance,
  served: Served,
  identify: (request: FastifyRequest) => Caller,
): Serve<Caller> {
  return (route, handle) => register(app, served, route, identify, handle)
}

function register<R extends Route, Caller>(
  app: FastifyInstance,
  served: Served,
  route: R,
  identify: (request: FastifyRequest) => Caller,
  handle: Handle<R, Caller>,
): void {
  served.push(route)
  app.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { route },
    ...(route.bodyLimitBytes && { bodyLimit: route.bodyLimitBytes }),
    ...(route.timeoutMs && { handlerTimeout: route.timeoutMs }),
    schema: {
      ...(route.params && { params: route.params }),
      ...(route.query && { querystring: route.query }),
      ...(route.headers && { headers: route.headers }),
      ...(route.body && { body: { content: { 'application/json': { schema: route.body } } } }),
      response: Object.fromEntries(
        Object.entries(route.answers).flatMap(([status, { body, type }]) =>
          body && !type ? [[status, body]] : [],
        ),
      ),
    },
    handler: async (request, reply) => {
      // The framework validates no body where none was announced.
      if (route.body && request.body === undefined)
        return sendRefusal(reply, malformed('a JSON body is needed'))
      return send(reply, await handle(received(route, request), identify(request)))
    },
  })
}

/** A declared answer, or the refusal that came instead. */
export function answer<S extends number, T>(
  status: S,
  body: T | Refusal,
  headers: Record<string, string> = {},
) {
  return body instanceof Refusal ? body : { status, body, headers }
}

/** A body that was written as JSON already, for answers that are the same for many. */
export class Written {
  readonly json: Buffer

  constructor(json: Buffer) {
    this.json = json
  }

  /** Where a handler must give a declared body, this stands for it; the tests hold it against the schema. */
  static as<T>(json: Buffer): T {
    return new Written(json) as T
  }
}

export function send(reply: FastifyReply, result: Output<Route> | Refusal): FastifyReply {
  if (result instanceof Refusal) return sendRefusal(reply, result)
  const body: unknown = result.body
  if (body instanceof Written) {
    if (result.headers) reply.headers(result.headers)
    return reply.code(result.status).type('application/json; charset=utf-8').send(body.json)
  }
  const version = (result.body as { version?: unknown } | null)?.version
  if (version !== undefined) reply.header('etag', `"${version}"`)
  if (result.headers) reply.headers(result.headers)
  return reply.code(result.status).send(result.body ?? undefined)
}

const RETRY_AFTER_SECONDS = '1'

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status } = ERRORS[refusal.code]
  // The framework's own failures come before any hook has named the request.
  reply.header('x-request-id', reply.request.id)
  // A cache may otherwise keep a 404 on its own account.
  reply.header('cache-control', 'no-store')
  // RFC 9110, 15.5.2: every 401 says what would be accepted, and some clients fail on one that does not.
  if (status === 401 && !reply.hasHeader('www-authenticate')) reply.header('www-authenticate', 'Bearer')
  const wait = refusal.details?.retryAfterSeconds
  if (wait !== undefined) reply.header('retry-after', String(wait))
  if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', RETRY_AFTER_SECONDS)
  // Not through the route's own serialiser: that one knows its successes only.
  return reply.code(status).serializer(JSON.stringify).type('application/json').send(errorBody(refusal))
}

export function errorBody({ code, details, issues }: Refusal): { error: ErrorCode } {
  return { error: code, ...(details && { details }), ...(issues && { issues }) }
}

function received<R extends Route>(route: R, request: FastifyRequest): Received<R> {
  const { params, query, body, headers } = request
  const upload = body instanceof Readable ? { type: mediaType(headers['content-type']), stream: body } : null
  return {
    params: route.surface === 'integration' ? params : plainIds(params as Record<string, string> | undefined),
    query,
    body: upload ? undefined : body,
    expectedVersion: expectedVersion(headers['if-match']),
    idempotencyKey: (headers['idempotency-key'] as string | undefined) ?? null,
    ifNoneMatch: headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? [],
    upload,
    isWanted: () => isWanted(request),
  } as Received<R>
}

/** Whether the client is still there: what it asked for need not be begun otherwise. */
export function isWanted({ raw }: FastifyRequest): boolean {
  return !raw.socket.destroyed
}

/** Our own ids are the same in either case; from here on also the same text. A partner's ids are opaque, and stay. */
function plainIds(params: Record<string, string> = {}): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const [name, value] of Object.entries(params))
    plain[name] = isUuid(value) ? value.toLowerCase() : value
  return plain
}

export function mediaType(contentType = ''): string {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

function expectedVersion(ifMatch: string | undefined): number | null {
  return ifMatch === undefined || ifMatch === '*' ? null : Number(ifMatch.replaceAll('"', ''))
}

export const malformed = (message: string): Refusal => invalid({ path: '', message })
