import type { FastifyInstance, FastifyReply } from 'fastify'

/** The client closed the connection before it had the whole answer. nginx logs the same number. */
const CLIENT_CLOSED_REQUEST = 499

/** Logs one line per request, by route. Never by URL, which may contain an external id or a search for a person. */
export function logRequests(server: FastifyInstance): void {
  const unlogged = new Set<FastifyReply>()
  const log = (reply: FastifyReply, status: number) => {
    if (!unlogged.delete(reply)) return
    const { id: requestId, method, routeOptions } = reply.request
    const route = routeOptions.config.route?.path ?? routeOptions.url ?? null
    const fields = { requestId, method, route, status, ms: Math.round(reply.elapsedTime) }
    server.log[status >= 500 ? 'error' : 'info'](fields, 'request')
  }
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    unlogged.add(reply)
    reply.raw.on('close', () => log(reply, CLIENT_CLOSED_REQUEST))
    done()
  })
  server.addHook('onResponse', (_request, reply, done) => {
    log(reply, reply.statusCode)
    done()
  })
}
