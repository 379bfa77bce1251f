import { Readable } from 'node:stream'
import type { Input, Route } from '@counterfoil/contract/define-route.ts'
import type { FastifyRequest } from 'fastify'
import { isUuid } from '../input/uuid.ts'

/** The input of a handler: the parsed parts of the request, and the headers that operations need. */
export type Received<R extends Route> = Input<R> & {
  /** From If-Match. */
  expectedVersion: number | null
  idempotencyKey: string | null
  /** The entity tags of If-None-Match. */
  ifNoneMatch: string[]
  /** The Accept-Language header. */
  acceptLanguage: string | null
  /** As in the response header x-request-id. */
  requestId: string
  /** A body that is not JSON, as a stream. `declaredBytes` is null if it comes in chunks of any number. */
  upload: { type: string; declaredBytes: number | null; stream: Readable } | null
  /** Whether the client is still connected. */
  isClientConnected: () => boolean
}

export function readRequest<R extends Route>(route: R, request: FastifyRequest): Received<R> {
  const { params, query, body, headers } = request
  const upload = body instanceof Readable ? uploadOf(headers, body) : null
  return {
    // A partner's ids are opaque and stay as they are.
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
 * Our UUIDs are accepted in upper case; in lower case they compare as text. Other parameters stay as they are: an
 * idempotency key may look like a UUID.
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
