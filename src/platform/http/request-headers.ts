import type { FastifyInstance } from 'fastify'
import { malformed } from '../refusal.ts'
import { sendRefusal } from './refusal-reply.ts'

/** Serves requests with any `Expect` header. Node would answer 417 itself, without our error body. */
export function ignoreExpectHeader(server: FastifyInstance): void {
  server.server.on('checkExpectation', (request, response) => server.routing(request, response))
}

/**
 * 400 unless a request has exactly one `Host` header (RFC 9112, section 3.2); HTTP/1.0 may have none. Node's own check
 * (`requireHostHeader`) is off, because its response lacks our error body.
 */
export function requireOneHostHeader(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw }, reply, done) => {
    const hosts = hostCount(raw.rawHeaders)
    if (hosts === 0 && raw.httpVersion === '1.1') sendRefusal(reply, malformed('issue.hostMissing'))
    else if (hosts > 1) sendRefusal(reply, malformed('issue.hosts'))
    else done()
  })
}

/** Counts raw headers: Node keeps the first host only, and a proxy in front of us may use the last. */
function hostCount(rawHeaders: string[]): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}
