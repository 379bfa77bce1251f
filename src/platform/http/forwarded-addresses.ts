import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const WARNING_INTERVAL_MS = 60 * 60_000

/**
 * Warns, at most once an hour, about an `X-Forwarded-For` header from an address that TRUSTED_PROXIES does not list. It is
 * probably the installation's own proxy: then all callers have one address, and a stranger's failed sign-ins lock out all staff.
 */
export function warnAboutUntrustedProxies(server: FastifyInstance, now: () => Date): void {
  // Looking an address up costs 2 µs, so each connection of a trusted proxy is looked up once.
  const trusted = new WeakSet<Socket>()
  let quietUntilMs = 0
  const check = ({ raw: { socket }, ips = [] }: FastifyRequest) => {
    // Fastify lists the sender first. It adds the forwarded addresses only if the sender is trusted.
    if (ips.length > 1) return void trusted.add(socket)
    quietUntilMs = now().getTime() + WARNING_INTERVAL_MS
    server.log.warn(
      { peer: socket.remoteAddress },
      'ignored X-Forwarded-For from an address that is not in TRUSTED_PROXIES: if it is your proxy, add its address ' +
        'there. Until then all staff have this one address, and failed sign-ins of a stranger lock them all out',
    )
  }
  server.addHook('onRequest', (request, _reply, done) => {
    const { headers, socket } = request.raw
    if (headers['x-forwarded-for'] && !trusted.has(socket) && now().getTime() >= quietUntilMs) check(request)
    done()
  })
}
