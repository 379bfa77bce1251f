import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyReply {
    isLogged: boolean
  }
  interface FastifyRequest {
    /** The slug of the partner that sent the request; null until its signature or token was accepted. */
    partnerSlug: string | null
  }
}

/** The client closed the connection before it had the whole response. nginx logs the same number. */
const CLIENT_CLOSED_REQUEST = 499

/** The fields that connect the log lines about one request. Undefined fields are not written. */
export function requestFields({ id, traceId, partnerSlug }: FastifyRequest) {
  return { requestId: id, trace_id: traceId ?? undefined, partner: partnerSlug ?? undefined }
}

/** Logs one line per request by its route: the URL may contain an external id or a search for a person. */
export function logRequests(server: FastifyInstance): void {
  const log = (reply: FastifyReply, status: number) => {
    if (reply.isLogged) return
    reply.isLogged = true
    const { method, routeOptions } = reply.request
    const route = routeOptions.config.route?.path ?? routeOptions.url ?? null
    const ms = Math.round(reply.elapsedTime)
    const fields = { ...requestFields(reply.request), method, route, status, ms }
    server.log[status >= 500 ? 'error' : 'info'](fields, 'request')
  }
  server.decorateReply('isLogged', false)
  server.decorateRequest('partnerSlug', null)
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    reply.raw.on('close', () => log(reply, CLIENT_CLOSED_REQUEST))
    done()
  })
  server.addHook('onResponse', (_request, reply, done) => {
    log(reply, reply.statusCode)
    done()
  })
}
