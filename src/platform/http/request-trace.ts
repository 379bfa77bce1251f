import type { Socket } from 'node:net'
import { finished } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { isTracing, startRequestSpan, untraced } from '../tracing/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The trace that the request is part of; null if it is not traced. */
    traceId: string | null
  }
}

/**
 * Traces each sampled request as a span; statements and other work of the request become parts of it. Adds one hook, and
 * only if tracing is on: most requests are not sampled, and each hook slows down all of them.
 */
export function traceRequests(server: FastifyInstance): void {
  server.decorateRequest('traceId', null)
  if (!isTracing()) return
  const tracedSockets = new WeakSet<Socket>()
  server.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    const span = startRequestSpan(raw.method ?? '', raw.headers)
    if (!span) {
      // The connection may still be in the trace of an earlier request.
      return tracedSockets.has(raw.socket) ? untraced(done) : done()
    }
    request.traceId = span.traceId
    tracedSockets.add(raw.socket)
    finished(reply.raw, () => {
      const route = request.routeOptions.config.route?.path ?? request.routeOptions.url ?? 'unmatched'
      span.end(route, reply.statusCode)
    })
    span.run(done)
  })
}
