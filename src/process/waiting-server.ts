import { randomUUIDv7 } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Config } from '../platform/config.ts'
import { errorBody } from '../platform/http/refusal-reply.ts'
import { type SecurityHeaders, securityHeaders } from '../platform/http/security-headers.ts'
import { refuse } from '../platform/refusal.ts'
import { listenError } from './listen-error.ts'

export type WaitingServer = { close(): Promise<void> }

const NOT_READY = { reads: 'the database cannot be reached', schema: 'unknown', draining: false }

/** Answers on the port of the service until the database is there: alive, not ready, and 503 for everything else. */
export async function openWaitingServer({
  host,
  port,
  publicUrl,
}: Pick<Config, 'host' | 'port' | 'publicUrl'>): Promise<WaitingServer> {
  const headers = securityHeaders(publicUrl)
  const server = createServer((request, response) => respond(request, response, headers))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, { host, port })))
    server.listen(port, host, resolve)
  })
  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function respond({ url = '/' }: IncomingMessage, response: ServerResponse, headers: SecurityHeaders): void {
  const path = url.split('?')[0]
  const isAlive = path === '/healthz'
  const refusal = path === '/readyz' ? refuse('unavailable', NOT_READY) : refuse('unavailable')
  response.writeHead(isAlive ? 200 : 503, {
    ...headers,
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-request-id': randomUUIDv7(),
    ...(!isAlive && { 'retry-after': '1' }),
  })
  response.end(JSON.stringify(isAlive ? { status: 'ok' } : errorBody(refusal)))
}
