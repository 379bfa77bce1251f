import type { Route } from '@counterfoil/contract/define-route.ts'
import type { FastifyInstance, preHandlerHookHandler } from 'fastify'
import type { Deps } from '../../domain/deps.ts'
import { findWriteRefusal } from '../../domain/maintenance/write-refusal.ts'
import { sendRefusal } from '../../platform/http/refusal-reply.ts'
import { refuse } from '../../platform/refusal.ts'

/**
 * In maintenance, and while the database does not commit, routes that write answer 503 at once. Reads have no such hook,
 * because it would cost each request a little. Call it before the routes of the surface are registered.
 */
export function refuseWrites(surface: FastifyInstance, deps: Deps): void {
  const hookOf =
    ({ worksInMaintenance }: Route): preHandlerHookHandler =>
    (_, reply, done) => {
      const refusal = worksInMaintenance ? refusalWhileStalled(deps) : findWriteRefusal(deps)
      if (refusal) sendRefusal(reply, refusal)
      else done()
    }
  surface.addHook('onRoute', (options) => {
    const route = options.config?.route
    if (!route || route.method === 'GET' || route.readsOnly) return
    options.preHandler = hookOf(route)
  })
}

function refusalWhileStalled({ commits }: Deps) {
  return commits.isStalled() ? refuse('unavailable') : null
}
