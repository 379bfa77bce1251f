import type { FastifyInstance } from 'fastify'

const REQUEST_HEADERS = 'authorization, content-type, idempotency-key, if-none-match'
const EXPOSED_HEADERS = 'retry-after, link, etag, idempotency-replayed, x-request-id'
/** Two hours: browsers take no more. */
const MAX_AGE_SECONDS = '7200'

/**
 * Lets the pages of any origin call the routes of this context, refusals included: the bearer token is the credential,
 * and no cookie is. Preflights are answered in front of the door, since browsers send no credential with them.
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
