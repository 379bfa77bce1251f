import type { FastifyInstance } from 'fastify'

/** Private data: no cache may store any response of this surface, errors included. */
export function forbidCaching(server: FastifyInstance): void {
  server.addHook('onSend', (_request, reply, _payload, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
}
