import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isTracing, startRequestSpan } from '../tracing.ts'

/** Makes each request a span, and what it does part of it. Adds no hook unless tracing is on. */
export function traceRequests(server: FastifyInstance): void {
  if (!isTracing()) return
  const spans = new WeakMap<FastifyRequest, NonNullable<ReturnType<typeof startRequestSpan>>>()
  server.addHook('onRequest', (request, _reply, done) => {
    const span = startRequestSpan(request.method, request.headers)
    if (!span) return done()
    spans.set(request, span)
    span.run(done)
  })
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.config.route?.path ?? request.routeOptions.url ?? 'unmatched'
    spans.get(request)?.end(route, reply.statusCode)
    done()
  })
}
