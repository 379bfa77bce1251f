import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readDeviceToken } from '../../domain/counter/device-cookie.ts'
import type { ConnectedDevice } from '../../domain/counter/device-queries.ts'
import { resolveDevice } from '../../domain/counter/devices.ts'
import type { Deps } from '../../domain/deps.ts'
import type { SandboxLock } from '../../domain/sandbox/sandbox-lock.ts'
import { sendRefusal } from '../../platform/http/refusal-reply.ts'
import { type Serve, type Served, serveOn } from '../../platform/http/serve.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { isSameOrigin } from './same-origin.ts'
import { isLocalHttpRequest } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    device: ConnectedDevice | null
  }
}

/** Authenticates a device of an outlet by its cookie. The published order checks the schema first. */
export function requireDevice(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('device', null)
  app.addHook('preHandler', async (request, reply) => {
    const found = await deviceOf(request, deps)
    if (found instanceof Refusal) return sendRefusal(reply, found)
    request.device = found
  })
}

/** Browsers send the cookie with requests that other pages cause, too, so a change must also come from our own page. */
async function deviceOf(request: FastifyRequest, deps: Deps): Promise<ConnectedDevice | Refusal> {
  const token = readDeviceToken(request.headers.cookie, isLocalHttpRequest(request, deps))
  if (token === null) return refuse('unauthorized')
  if (request.method !== 'GET' && !isSameOrigin(request.headers, deps.config.publicUrl))
    return refuse('cross_site_request')
  return (await resolveDevice(deps, token)) ?? refuse('unauthorized')
}

/** Serves routes that share the sandbox of a test merchant: a reset waits until the request is complete. */
export function serveDevice(
  app: FastifyInstance,
  served: Served,
  sandboxes: SandboxLock,
): Serve<ConnectedDevice> {
  const serve = serveOn(app, served, ({ device }) => {
    if (!device) throw new Error('a counter route is registered outside requireDevice')
    return device
  })
  return (route, handle) =>
    serve(route, (input, device) =>
      device.sandboxId === null
        ? handle(input, device)
        : sandboxes.share(device.sandboxId, async () => handle(input, device)),
    )
}
