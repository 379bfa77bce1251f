import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../domain/deps.ts'
import { deviceOf } from '../../domain/staff/sessions/device.ts'
import { openDeviceCookie, readDeviceCookie } from '../../domain/staff/sessions/known-device.ts'
import { readSessionCookie } from '../../domain/staff/sessions/session-cookie.ts'
import { resolveSession, type SignedIn, type Visitor } from '../../domain/staff/sessions/sessions.ts'
import { sendRefusal } from '../../platform/http/refusal-reply.ts'
import { type Serve, type Served, serveOn } from '../../platform/http/serve.ts'
import { isLoopback } from '../../platform/input/network.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { requireRecentProof } from './recent-proof.ts'
import { isForeignOrigin, isSameOrigin } from './same-origin.ts'

/** For the sign-in routes: anybody may call them, but a page of another site must not sign its visitors in. */
export function refuseForeignPages(app: FastifyInstance, { config }: Deps): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isForeignOrigin(request.headers, config.publicUrl))
      return sendRefusal(reply, refuse('cross_site_request'))
  })
}

export function serveVisitor(app: FastifyInstance, served: Served, deps: Deps): Serve<Visitor> {
  return serveOn(app, served, (request) => visitorOf(request, deps))
}

/** Authenticates a session cookie, for the routes about a staff member's own session. */
export function requireSession(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('signedIn', null)
  app.addHook('onRequest', async (request, reply) => {
    const found = (await signedInOf(request, deps)) ?? refuse('unauthorized')
    if (found instanceof Refusal) return sendRefusal(reply, found)
    request.signedIn = found
  })
  requireRecentProof(app, deps)
}

export function serveSession(app: FastifyInstance, served: Served): Serve<SignedIn> {
  return serveOn(app, served, ({ signedIn }) => {
    if (!signedIn) throw new Error('a session route is registered outside requireSession')
    return signedIn
  })
}

/**
 * The member who is signed in by the cookie of a request; null without a cookie. Browsers send the cookie with requests
 * that other pages cause, too, so a change must also come from our own page.
 */
export async function signedInOf(request: FastifyRequest, deps: Deps): Promise<SignedIn | Refusal | null> {
  const visitor = visitorOf(request, deps)
  if (visitor.cookieToken === null) return null
  const isChange = request.method !== 'GET' && request.method !== 'HEAD'
  if (isChange && !isSameOrigin(request.headers, deps.config.publicUrl)) return refuse('cross_site_request')
  const found = await resolveSession(deps, visitor.cookieToken)
  return found ? { ...visitor, ...found } : refuse('unauthorized')
}

/** `ip` is the client's address if a trusted proxy forwards the request. */
function visitorOf(request: FastifyRequest, deps: Deps): Visitor {
  const { ip, headers } = request
  const isLocalHttp = isLocalHttpRequest(request, deps)
  const cookieToken = readSessionCookie(headers.cookie, isLocalHttp)
  const device = deviceOf(headers['user-agent'])
  const deviceCookie = readDeviceCookie(headers.cookie, isLocalHttp)
  const isKnownDeviceOf = (staffId: string) =>
    deviceCookie !== null && openDeviceCookie(deps, deviceCookie)?.staffId === staffId
  const connection = { address: ip, device, isLocalHttp, host: headers.host ?? '' }
  return { ...connection, cookieToken, deviceCookie, isKnownDeviceOf }
}

/** Whether this is plain http at localhost, where browsers refuse cookies for https only. */
export function isLocalHttpRequest({ headers }: FastifyRequest, { config }: Deps): boolean {
  const url = new URL(config.publicUrl)
  return (
    url.protocol === 'http:' && isLoopback(hostName(url.host)) && isLoopback(hostName(headers.host ?? ''))
  )
}

function hostName(host: string): string {
  return host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
}
