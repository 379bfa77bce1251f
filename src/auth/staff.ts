import { createHash, timingSafeEqual } from 'node:crypto'
import type { Role, Route } from '@counterfoil/contract/route.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { type Handle, type Served, sendRefusal, serve } from '../http.ts'
import { Refusal, refuse } from '../refusal.ts'
import { findActiveKeyByHash } from '../staff/queries.ts'

/** Who acts in the back office. `merchantId` and `partnerId` bound what a caller of that role can reach. */
export type Caller = {
  kind: 'key' | 'staff' | 'cli' | 'system'
  id: string | null
  name: string
  role: Role
  merchantId: string | null
  partnerId: string | null
}

export const SYSTEM: Caller = caller('system', 'counterfoil')
export const CLI: Caller = caller('cli', 'counterfoil command')
const ADMIN_FROM_ENVIRONMENT: Caller = caller('key', 'ADMIN_API_KEY')

function caller(kind: Caller['kind'], name: string): Caller {
  return { kind, id: null, name, role: 'admin', merchantId: null, partnerId: null }
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** The back office's door: every route behind it has a caller whose role may call it. */
export function requireStaff(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request, reply) => {
    const found = await callerOfKey(deps, request.headers.authorization?.match(/^Bearer (\S+)$/i)?.[1])
    if (found instanceof Refusal) return sendRefusal(reply, found)
    if (!request.routeOptions.config.route?.roles?.includes(found.role))
      return sendRefusal(reply, refuse('forbidden'))
    request.caller = found
  })
}

/** Hangs a back-office route in: what each noun's admin.ts is given. */
export type ServeStaff = <R extends Route>(route: R, handle: Handle<R, Caller>) => void

export function serveStaff(app: FastifyInstance, served: Served): ServeStaff {
  return (route, handle) => serve(app, served, route, callerOf, handle)
}

function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('a back-office route outside its door')
  return request.caller
}

export async function callerOfKey(deps: Deps, key: string | undefined): Promise<Caller | Refusal> {
  if (!key) return refuse('unauthorized')
  if (deps.config.adminApiKey && sameText(key, deps.config.adminApiKey)) return ADMIN_FROM_ENVIRONMENT
  const found = await findActiveKeyByHash(deps.db, hashKey(key))
  return found ? { kind: 'key', ...found } : refuse('unauthorized')
}

/** A key is 32 random bytes, so that a plain hash of it tells nothing. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** Constant time, whatever the lengths. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(hashKey(a), hashKey(b))
}
