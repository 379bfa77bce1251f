import type { FastifyInstance, FastifyReply } from 'fastify'

declare module 'fastify' {
  interface FastifyReply {
    isLogged: boolean
  }
}

/** The client closed the connection before it had the whole answer. nginx logs the same number. */
const CLIENT_CLOSED_REQUEST = 499

/** Logs one line per request, by route. Never by URL, which may contain an external id or a search for a person. */
export function logRequests(server: FastifyInstance): void {
  const log = (reply: FastifyReply, status: number) => {
    if (reply.isLogged) return
    reply.isLogged = true
    const { id: requestId, method, routeOptions } = reply.request
    const route = routeOptions.config.route?.path ?? routeOptions.url ?? null
    const fields = { requestId, method, route, status, ms: Math.round(reply.elapsedTime) }
    server.log[status >= 500 ? 'error' : 'info'](fields, 'request')
  }
  server.decorateReply('isLogged', false)
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
