import type { Output, Route } from '@counterfoil/contract/define-route.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { malformed, Refusal } from '../refusal.ts'
import { type Received, readRequest } from './received.ts'
import { sendRefusal } from './refusal-reply.ts'
import { serializerOf } from './response-serialization.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route
  }
  interface FastifyRequest {
    /** The raw bytes of a body, for signatures. */
    rawBody?: Buffer
  }
}

export type Handle<R extends Route, Caller> = (
  input: Received<R>,
  caller: Caller,
) => Promise<Output<R> | Refusal> | Output<R> | Refusal

/** Every registered route, in order. The OpenAPI document is made from it. */
export type Served = Route[]

/** Registers a contract route on a surface. `routes.ts` and `admin.ts` files receive one as a parameter. */
export type Serve<Caller> = <R extends Route>(route: R, handle: Handle<R, Caller>) => void

/** Returns the `serve` of a surface. `identify` reads the caller that its authentication hook put on the request. */
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
    schema: schemaOf(route),
    handler: async (request, reply) => {
      // Fastify skips body validation when the request has no body.
      if (route.body && request.body === undefined) return sendRefusal(reply, malformed('issue.bodyMissing'))
      return send(reply, route, await handle(readRequest(route, request), identify(request)))
    },
  })
}

/** Returns only the schemas of requests: `send` serializes the responses. */
function schemaOf(route: Route) {
  return {
    ...(route.params && { params: route.params }),
    ...(route.query && { querystring: route.query }),
    ...(route.headers && { headers: route.headers }),
    ...(route.body && { body: { content: { 'application/json': { schema: route.body } } } }),
  }
}

/** Combines a body with its status and headers. A refusal passes through unchanged. */
export function respond<S extends number, T>(
  status: S,
  body: T | Refusal,
  headers: Record<string, string | string[]> = {},
) {
  return body instanceof Refusal ? body : { status, body, headers }
}

/** A body that is already JSON, for responses that many callers share. */
export class SerializedJson {
  readonly json: Buffer

  constructor(json: Buffer) {
    this.json = json
  }

  /** Returns the JSON with the type of the route's declared body. Only the tests check that it matches the schema. */
  static as<T>(json: Buffer): T {
    return new SerializedJson(json) as T
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

function send(reply: FastifyReply, { responses }: Route, result: Output<Route> | Refusal): FastifyReply {
  if (result instanceof Refusal) return sendRefusal(reply, result)
  const body: unknown = result.body
  if (body instanceof SerializedJson) {
    if (result.headers) reply.headers(result.headers)
    return reply.code(result.status).type(JSON_TYPE).send(body.json)
  }
  const { body: schema, type } = responses[result.status] ?? {}
  if (schema && !type) reply.type(JSON_TYPE).serializer(serializerOf(reply, schema))
  const version = (result.body as { version?: unknown } | null)?.version
  if (version !== undefined) reply.header('etag', `"${version}"`)
  if (result.headers) reply.headers(result.headers)
  return reply.code(result.status).send(result.body ?? undefined)
}
