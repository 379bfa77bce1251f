import type { FastifyInstance } from 'fastify'

/** Closes each connection with its last response. Without this, a kept-alive connection delays shutdown by a minute. */
export function closeIdleConnectionsOnShutdown(server: FastifyInstance): void {
  let isClosing = false
  server.addHook('preClose', async () => {
    isClosing = true
  })
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done()
  })
  server.addHook('onResponse', ({ raw }, _reply, done) => {
    // A response that began before the shutdown has no `connection: close` header.
    if (isClosing) raw.socket.end()
    done()
  })
}
