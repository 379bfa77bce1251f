import type { Route } from '@counterfoil/contract/route.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../domain/deps.ts'
import { isProofRecent, type SignedIn } from '../../domain/staff/sessions.ts'
import { sendRefusal } from '../../platform/http/refusal-reply.ts'
import { refuse } from '../../platform/refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for a caller with an API key. */
    signedIn: SignedIn | null
  }
}

/**
 * A session that was left open, or stolen, is not enough for a route with `needsRecentProof`: the person must have proved
 * who they are within the last 15 minutes. Runs when the body is read, before it is validated.
 */
export function requireRecentProof(app: FastifyInstance, deps: Pick<Deps, 'now'>): void {
  app.addHook('preValidation', async ({ signedIn, body, routeOptions }, reply) => {
    if (!signedIn || !asksForProof(routeOptions.config.route, body)) return
    if (!isProofRecent(signedIn.session, deps.now()))
      return sendRefusal(reply, refuse('reauthentication_required'))
  })
}

function asksForProof(route: Route | undefined, body: unknown): boolean {
  const { needsRecentProof } = route ?? {}
  if (!needsRecentProof || needsRecentProof === true) return needsRecentProof === true
  const given: Record<string, unknown> = typeof body === 'object' ? { ...body } : {}
  return Object.entries(needsRecentProof).some(([name, value]) => given[name] === value)
}
