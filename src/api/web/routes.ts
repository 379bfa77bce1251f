import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SLUG_PATTERN } from '@counterfoil/contract/fields.ts'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../domain/deps.ts'

const HEADERS = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }
/** The builds hash the name of an asset; an asset of that name never changes. */
const ASSET = /^[\w-]+\.(?:js|css|svg)$/
const SLUG = new RegExp(SLUG_PATTERN)
const FOREVER = { maxAge: '365d', immutable: true }

/** The two web apps, as scripts/build-web.mjs built them. */
export async function webRoutes(server: FastifyInstance, deps: Deps): Promise<void> {
  await server.register(async (web) => {
    web.addHook('onRequest', async (_request, reply) => void reply.headers(HEADERS))
    await web.register(staticFiles, { serve: false, preCompressed: true, acceptRanges: false })
    const webview = builtApp('webview', deps)
    if (webview) serveWebview(web, webview, deps)
    const backOffice = builtApp('console', deps)
    if (backOffice) serveConsole(web, backOffice)
  })
}

function builtApp(name: string, deps: Deps): string | null {
  const folder = fileURLToPath(new URL(`../../../${name}/dist`, import.meta.url))
  if (existsSync(join(folder, 'index.html'))) return folder
  deps.log.warn({ app: name }, 'web app not built, so not served: run `node scripts/build-web.mjs`')
  return null
}

/** The fragment with the token never reaches us, so the path says whose origins may frame the app. */
function serveWebview(web: FastifyInstance, folder: string, deps: Deps): void {
  const policy = (ancestors: string[]) => contentPolicy("'self'", ancestors)
  serveAssets(web, '/app', folder)
  web.get('/app', redirectToFolder)
  web.get('/app/', (_request, reply) => sendPage(reply, folder, policy([])))
  web.get('/app/:slug', redirectToFolder)
  web.get<{ Params: { slug: string } }>('/app/:slug/', async (request, reply) => {
    const { slug } = request.params
    if (!SLUG.test(slug)) return reply.callNotFound()
    // A slug that nobody has answers like one without origins: nobody learns here who our partners are.
    const partner = await deps.partners.bySlug(slug)
    return sendPage(reply, folder, policy(partner?.frameAncestors ?? []))
  })
}

/** Every path below is a screen of the app; whatever is not asked for by a browser's address bar is not there. */
function serveConsole(web: FastifyInstance, folder: string): void {
  // Mantine writes its theme into a style element.
  const policy = contentPolicy("'self' 'unsafe-inline'", [])
  serveAssets(web, '/console', folder)
  web.get('/console', redirectToFolder)
  web.get('/console/', (_request, reply) => sendPage(reply, folder, policy))
  web.get('/console/*', (request, reply) =>
    request.headers.accept?.includes('text/html') ? sendPage(reply, folder, policy) : reply.callNotFound(),
  )
}

function serveAssets(web: FastifyInstance, base: string, folder: string): void {
  web.get<{ Params: { name: string } }>(`${base}/_assets/:name`, (request, reply) => {
    const { name } = request.params
    return ASSET.test(name) ? reply.sendFile(name, join(folder, '_assets'), FOREVER) : reply.callNotFound()
  })
}

function sendPage(reply: FastifyReply, folder: string, policy: string): FastifyReply {
  return reply
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
    .sendFile('index.html', folder, { cacheControl: false })
}

/** 308 keeps the query, and the browser keeps the fragment. */
function redirectToFolder(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.redirect(request.url.replace(/^[^?]*/, '$&/'), 308)
}

/** All from this host; images may be a merchant's own, by https. */
function contentPolicy(styles: string, frameAncestors: string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' https: data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors.join(' ') || "'none'"}`,
  ].join('; ')
}
