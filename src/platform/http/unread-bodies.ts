import type { FastifyInstance } from 'fastify'

const MAX_UPLOAD_AFTER_ANSWER_MS = 5_000

/**
 * Limits how long a client may keep sending after its response. Most clients read the response only when they have sent
 * everything, so they get some time to finish.
 */
export function limitUnreadBodies(server: FastifyInstance): void {
  server.addHook('onResponse', ({ raw }, _reply, done) => {
    if (raw.complete === false) {
      const timer = setTimeout(() => raw.socket.destroy(), MAX_UPLOAD_AFTER_ANSWER_MS)
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}
