import type { FastifyInstance, preHandlerHookHandler } from 'fastify'
import type { Deps } from '../../domain/deps.ts'
import { sendRefusal } from '../../platform/http/refusal-reply.ts'
import { refuse } from '../../platform/refusal.ts'

/**
 * While the database does not commit, routes that write answer 503 at once. Reads have no such hook: it would cost each
 * request a little. Call it before the routes of the surface are registered.
 */
export function refuseWritesWhileStalled(surface: FastifyInstance, { commits }: Deps): void {
  const refuseIfStalled: preHandlerHookHandler = (_, reply, done) => {
    if (commits.isStalled()) sendRefusal(reply, refuse('unavailable'))
    else done()
  }
  surface.addHook('onRoute', (options) => {
    const route = options.config?.route
    if (!route || route.method === 'GET' || route.readsOnly) return
    options.preHandler = refuseIfStalled
  })
}
