import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ADMIN_KEY_FROM_ENVIRONMENT, type Caller } from '../../domain/actors/caller.ts'
import type { Deps } from '../../domain/deps.ts'
import { resolveKey } from '../../domain/staff/keys/api-keys.ts'
import { sendRefusal } from '../../platform/http/refusal-reply.ts'
import { type Serve, type Served, serveOn } from '../../platform/http/serve.ts'
import { isSameKey } from '../../platform/key-hash.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { requireRecentProof } from './recent-proof.ts'
import { signedInOf } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** Authenticates an API key or a session: every route behind it has a caller whose role may call it. */
export function requireStaff(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('caller', null)
  app.decorateRequest('signedIn', null)
  app.addHook('onRequest', async (request, reply) => {
    const found = await findCaller(request, deps)
    if (found instanceof Refusal) return sendRefusal(reply, found)
    if (!request.routeOptions.config.route?.roles?.includes(found.role))
      return sendRefusal(reply, refuse('forbidden'))
    request.caller = { ...found, address: request.ip }
  })
  requireRecentProof(app, deps)
}

export function serveStaff(app: FastifyInstance, served: Served): Serve<Caller> {
  return serveOn(app, served, callerOf)
}

function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('a back-office route is registered outside requireStaff')
  return request.caller
}

/** The caller by API key or session cookie. If a request has both, the key counts: no browser adds one on its own. */
async function findCaller(request: FastifyRequest, deps: Deps): Promise<Caller | Refusal> {
  const { authorization } = request.headers
  if (authorization !== undefined)
    return callerOfKey(deps, authorization.match(/^Bearer (\S+)$/i)?.[1], request.ip)
  const signedIn = (await signedInOf(request, deps)) ?? refuse('unauthorized')
  if (signedIn instanceof Refusal) return signedIn
  if (signedIn.session.mustAddFactor) return refuse('second_factor_required')
  request.signedIn = signedIn
  const { staffId: id, name, role, merchantIds, partnerId } = signedIn.session
  return { kind: 'staff', id, name, role, merchantIds, partnerId }
}

export async function callerOfKey(
  deps: Deps,
  key: string | undefined,
  address: string,
): Promise<Caller | Refusal> {
  if (!key) return refuse('unauthorized')
  if (deps.config.adminApiKey && isSameKey(key, deps.config.adminApiKey)) return ADMIN_KEY_FROM_ENVIRONMENT
  return (await resolveKey(deps, key, address)) ?? refuse('unauthorized')
}
