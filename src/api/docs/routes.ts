import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Route } from '@counterfoil/contract/define-route.ts'
import { openapiDocument, partnerRoutes } from '@counterfoil/contract/openapi/openapi.ts'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../../domain/deps.ts'
import { PAGE_HEADERS } from '../../platform/http/security-headers.ts'
import type { Served } from '../../platform/http/serve.ts'

const SITE = fileURLToPath(new URL('../../../site/dist', import.meta.url))
/** Everything on a page comes from this host. The requests that readers try out on a page go to it, too. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'"
/** The build puts a hash into the name of each asset, so an asset never changes. */
const FOREVER = { maxAge: '365d', immutable: true }
const TYPES: Record<string, string> = { md: 'text/markdown; charset=utf-8', txt: 'text/plain; charset=utf-8' }

/** Serves the documentation that scripts/build-web.mjs has built, and the OpenAPI document of the routes that this app serves. */
export async function docsRoutes(server: FastifyInstance, served: Served, deps: Deps): Promise<void> {
  await server.register(async (docs) => {
    serveDocument(docs, served, deps.config.publicUrl)
    await serveSite(docs, deps)
  })
}

function serveDocument(docs: FastifyInstance, served: Served, publicUrl: string): void {
  const serve = (path: string, routes: () => readonly Route[]) => {
    let document: string | null = null
    docs.get(path, async (_request, reply) => {
      document ??= JSON.stringify(openapiDocument(routes(), { serverUrl: publicUrl }))
      return reply.type('application/json').header('access-control-allow-origin', '*').send(document)
    })
  }
  serve('/openapi.json', () => served)
  serve('/openapi-partner.json', () => partnerRoutes(served))
}

async function serveSite(docs: FastifyInstance, { log }: Deps): Promise<void> {
  if (!existsSync(join(SITE, 'index.html'))) {
    log.warn('documentation not built, so it is not served: run `node scripts/build-web.mjs`')
    return
  }
  /** The files by address. No other file is served. */
  const files = new Map(siteFiles().map((file) => [addressOf(file), file]))
  await docs.register(staticFiles, { serve: false, preCompressed: true, acceptRanges: false })
  docs.get('/docs', (request, reply) => reply.redirect(request.url.replace('/docs', '/docs/'), 308))
  for (const file of ['llms.txt', 'llms-full.txt'])
    docs.get(`/${file}`, (_request, reply) => sendFile(reply, file))
  docs.get<{ Params: { '*': string } }>('/docs/*', (request, reply) => {
    const address = request.params['*']
    const file = files.get(address)
    if (file) return sendFile(reply, file)
    // `/docs/tokens/` and `/docs/tokens.html` redirect to `/docs/tokens`.
    const plain = address.replace(/\/$|\.html$/, '')
    if (files.has(plain)) return reply.redirect(`/docs/${plain}`, 308)
    const isNavigation = request.headers.accept?.includes('text/html')
    return isNavigation ? sendFile(reply.code(404), '404.html') : reply.callNotFound()
  })
}

const SERVED = /\.(?:html|md|txt|atom|js|css|json|png|svg|webp)$/

const siteFiles = (): string[] =>
  readdirSync(SITE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => SERVED.test(file) && file !== '404.html',
  )

const addressOf = (file: string): string => file.replace(/(?:^|(?<=\/))index\.html$|\.html$/, '')

function sendFile(reply: FastifyReply, file: string): FastifyReply {
  const folder = join(SITE, dirname(file))
  const name = file.slice(dirname(file) === '.' ? 0 : dirname(file).length + 1)
  if (file.startsWith('_assets/')) return reply.sendFile(name, folder, FOREVER)
  const type = TYPES[name.split('.').at(-1) ?? '']
  if (type) reply.type(type)
  return reply
    .headers({ 'content-security-policy': POLICY, ...PAGE_HEADERS, 'cache-control': 'no-cache' })
    .sendFile(name, folder, { cacheControl: false })
}
