import { ERRORS, type ErrorCode } from '@counterfoil/contract/errors.ts'
import { helpLink } from '@counterfoil/contract/help-link.ts'
import type { FastifyReply } from 'fastify'
import type { Refusal } from '../refusal.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** The refusal that was sent; null if there was none. */
    refusal: Refusal | null
  }
}

const RETRY_AFTER_SECONDS = '1'

/** Sends a refusal with the status that the contract gives its code. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status } = ERRORS[refusal.code]
  reply.refusal = refusal
  // The hook that adds this header has not run yet if the framework itself refuses the request.
  reply.header('x-request-id', reply.request.id)
  reply.header('link', helpLink(refusal.code))
  // Without this header, a cache may keep a 404.
  reply.header('cache-control', 'no-store')
  // RFC 9110, section 15.5.2: every 401 names the accepted scheme, and some clients fail without it.
  if (status === 401 && !reply.hasHeader('www-authenticate')) reply.header('www-authenticate', 'Bearer')
  const wait = refusal.details?.retryAfterSeconds
  if (wait !== undefined) reply.header('retry-after', String(wait))
  if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', RETRY_AFTER_SECONDS)
  // The route's own serializer only knows successful responses.
  return reply.code(status).serializer(JSON.stringify).type('application/json').send(errorBody(refusal))
}

export function errorBody({ code, details, issues }: Refusal): { error: ErrorCode } {
  return { error: code, ...(details && { details }), ...(issues && { issues }) }
}
