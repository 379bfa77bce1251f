import { ERRORS, type ErrorCode } from '@counterfoil/contract/errors.ts'
import type { FastifyReply } from 'fastify'
import type { Refusal } from '../refusal.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** What was refused; null if nothing was. */
    refusal: Refusal | null
  }
}

const RETRY_AFTER_SECONDS = '1'

/** Sends a refusal with the status that the contract gives its code. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status } = ERRORS[refusal.code]
  reply.refusal = refusal
  // Again: an error of the framework comes before the hook that names the request.
  reply.header('x-request-id', reply.request.id)
  // Otherwise a cache may keep a 404.
  reply.header('cache-control', 'no-store')
  // RFC 9110, section 15.5.2: every 401 names the accepted scheme, and some clients fail without it.
  if (status === 401 && !reply.hasHeader('www-authenticate')) reply.header('www-authenticate', 'Bearer')
  const wait = refusal.details?.retryAfterSeconds
  if (wait !== undefined) reply.header('retry-after', String(wait))
  if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', RETRY_AFTER_SECONDS)
  // The route's own serializer knows its successes only.
  return reply.code(status).serializer(JSON.stringify).type('application/json').send(errorBody(refusal))
}

export function errorBody({ code, details, issues }: Refusal): { error: ErrorCode } {
  return { error: code, ...(details && { details }), ...(issues && { issues }) }
}
