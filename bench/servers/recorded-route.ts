import type { AddressInfo } from 'node:net'
import { type FastifyInstance, fastify } from 'fastify'
import { requireToken } from '../../src/api/auth/jwt.ts'
import type { Deps } from '../../src/domain/deps.ts'

export const RECORDED = '/recorded'

/**
 * A floor: a bare Fastify that verifies the token in the same way as the service, and sends the bytes that the service sent
 * for the same path.
 */
export function bareServer(deps: Deps): { bare: FastifyInstance; bodies: Map<string, Buffer> } {
  const bodies = new Map<string, Buffer>()
  const bare = fastify()
  bare.register(async (app) => {
    requireToken(app, deps)
    app.get(`${RECORDED}/*`, (request, response) => {
      const body = bodies.get(request.url.slice(RECORDED.length))
      response
        .code(body ? 200 : 404)
        .type('application/json; charset=utf-8')
        .send(body)
    })
  })
  return { bare, bodies }
}

/** Keeps what the service sends for each path. */
export async function record(
  bodies: Map<string, Buffer>,
  { port, token, paths }: { port: number; token: string; paths: readonly string[] },
): Promise<void> {
  bodies.clear()
  for (const path of paths) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
    bodies.set(path, Buffer.from(await response.arrayBuffer()))
  }
}

/** Listens on a free port of this machine. */
export async function listen(server: FastifyInstance): Promise<number> {
  await server.listen({ port: 0, host: '127.0.0.1' })
  return (server.server.address() as AddressInfo).port
}
