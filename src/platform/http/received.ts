import { Readable } from 'node:stream'
import type { Input, Route } from '@counterfoil/contract/define-route.ts'
import type { FastifyRequest } from 'fastify'
import { isUuid } from '../input/uuid.ts'

/** The input of a handler: the parsed parts of the request, and the headers that operations need. */
export type Received<R extends Route> = Input<R> & {
  /** The version in the If-Match header. */
  expectedVersion: number | null
  idempotencyKey: string | null
  /** The entity tags in the If-None-Match header. */
  ifNoneMatch: string[]
  /** The Accept-Language header. */
  acceptLanguage: string | null
  /** The id that the response header x-request-id has. */
  requestId: string
  /** A body that is not JSON, as a stream. `declaredBytes` is null without a Content-Length header. */
  upload: { type: string; declaredBytes: number | null; stream: Readable } | null
  /** Whether the client is still connected. */
  isClientConnected: () => boolean
}

export function readRequest<R extends Route>(route: R, request: FastifyRequest): Received<R> {
  const { params, query, body, headers } = request
  const upload = body instanceof Readable ? uploadOf(headers, body) : null
  return {
    // The ids of partners are opaque and stay as they are.
    params:
      route.surface === 'integration' ? params : lowerCaseIds(params as Record<string, string> | undefined),
    query,
    body: upload ? undefined : body,
    expectedVersion: expectedVersion(headers['if-match']),
    idempotencyKey: (headers['idempotency-key'] as string | undefined) ?? null,
    ifNoneMatch: headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? [],
    acceptLanguage: headers['accept-language'] ?? null,
    requestId: request.id,
    upload,
    isClientConnected: () => isClientConnected(request),
  } as Received<R>
}

/** Whether the client is still connected. Work for a client that has gone need not begin. */
export function isClientConnected({ raw }: FastifyRequest): boolean {
  return !raw.socket.destroyed
}

/**
 * Our UUIDs are accepted in upper case, and converted to lower case so that they compare as text. Other parameters stay as
 * they are: an idempotency key may look like a UUID.
 */
function lowerCaseIds(params: Record<string, string> = {}): Record<string, string> {
  const isOurId = (name: string, value: string) => /^id$|Id$/.test(name) && isUuid(value)
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, isOurId(name, value) ? value.toLowerCase() : value]),
  )
}

function uploadOf(headers: FastifyRequest['headers'], stream: Readable): Received<Route>['upload'] {
  const length = headers['content-length']
  const declaredBytes = length === undefined ? null : Number(length)
  return { type: mediaType(headers['content-type']), declaredBytes, stream }
}

function mediaType(contentType = ''): string {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

function expectedVersion(ifMatch: string | undefined): number | null {
  return ifMatch === undefined || ifMatch === '*' ? null : Number(ifMatch.replaceAll('"', ''))
}
