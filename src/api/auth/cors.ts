import type { FastifyInstance } from 'fastify'

const REQUEST_HEADERS = 'authorization, content-type, idempotency-key, if-none-match'
const EXPOSED_HEADERS =
  'retry-after, link, etag, idempotency-replayed, x-request-id, ratelimit, ratelimit-policy'
/** Two hours: browsers do not accept more. */
const MAX_AGE_SECONDS = '7200'

/**
 * Lets pages of any origin call the routes of this surface and read its errors: the credential is a bearer token, never
 * a cookie. Preflights are answered before authentication, because browsers send no credentials with them.
 */
export function allowAnyOrigin(app: FastifyInstance): void {
  const methods = new Map<string, Set<string>>()

  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('access-control-allow-origin', '*')
    reply.header('access-control-expose-headers', EXPOSED_HEADERS)
    done()
  })

  app.addHook('onRoute', ({ method, url }) => {
    const added = [method].flat()
    if (added.includes('OPTIONS')) return
    const known = methods.get(url)
    methods.set(url, new Set([...(known ?? []), ...added]))
    if (known) return
    app.options(url, async (_request, reply) => {
      reply.header('access-control-allow-methods', [...(methods.get(url) ?? [])].join(', '))
      reply.header('access-control-allow-headers', REQUEST_HEADERS)
      reply.header('access-control-max-age', MAX_AGE_SECONDS)
      return reply.code(204).send()
    })
  })
}
