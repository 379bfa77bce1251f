import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isWebviewScreen } from '@counterfoil/contract/consumer/webview-screens.ts'
import { SLUG_PATTERN } from '@counterfoil/contract/shapes/fields.ts'
import { STAFF_LANGUAGES } from '@counterfoil/contract/shapes/staff-language.ts'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../domain/deps.ts'
import { LanguageChoice } from '../../domain/languages/language-choice.ts'
import { PAGE_HEADERS } from '../../platform/http/security-headers.ts'

/** The builds put a hash into the name of each asset, so an asset never changes. */
const ASSET = /^[\w-]+\.(?:js|css|svg)$/
const SLUG = new RegExp(SLUG_PATTERN)
const FOREVER = { maxAge: '365d', immutable: true }

/** Serves the web apps that scripts/build-web.mjs has built. */
export async function webRoutes(server: FastifyInstance, deps: Deps): Promise<void> {
  await server.register(async (web) => {
    await web.register(staticFiles, { serve: false, preCompressed: true, acceptRanges: false })
    const webview = builtApp('webview', deps)
    if (webview) serveWebview(web, webview, deps)
    if (webview) serveCounter(web, join(webview, '_counter'))
    const backOffice = builtApp('console', deps)
    if (backOffice) serveConsole(web, backOffice)
  })
}

function builtApp(name: string, deps: Deps): string | null {
  const folder = fileURLToPath(new URL(`../../../${name}/dist`, import.meta.url))
  if (existsSync(join(folder, 'index.html'))) return folder
  deps.log.warn({ app: name }, 'web app not built, so it is not served: run `node scripts/build-web.mjs`')
  return null
}

/** The path names the partner whose origins may frame the app: the token is in the fragment, which we never see. */
function serveWebview(web: FastifyInstance, folder: string, deps: Deps): void {
  const scripts = ["'self'", ...inlineScriptHashes(join(folder, 'index.html'))].join(' ')
  const policy = (ancestors: string[]) => contentPolicy({ ancestors, scripts })
  serveAssets(web, '/app', folder)
  servePreview(web, join(folder, '_preview'))
  web.get('/app', redirectToFolder)
  // Each partner's path has its own service worker: a worker answers only below its own address.
  web.get('/app/sw.js', (_request, reply) => sendWorker(reply, folder))
  web.get<{ Params: { slug: string } }>('/app/:slug/sw.js', (request, reply) =>
    SLUG.test(request.params.slug) ? sendWorker(reply, folder) : reply.callNotFound(),
  )
  const sendFramed = async (reply: FastifyReply, slug: string) => {
    if (!SLUG.test(slug)) return reply.callNotFound()
    // An unknown slug gets the same page as a partner without origins, which keeps our partners secret.
    const partner = await deps.partners.bySlug(slug)
    return sendPage(reply, folder, policy(partner?.frameAncestors ?? []))
  }
  web.get('/app/', (_request, reply) => sendPage(reply, folder, policy([])))
  web.get<{ Params: { slug: string } }>('/app/:slug', async (request, reply) =>
    isWebviewScreen(request.params.slug)
      ? sendPage(reply, folder, policy([]))
      : redirectToFolder(request, reply),
  )
  web.get<{ Params: { slug: string } }>('/app/:slug/', (request, reply) =>
    sendFramed(reply, request.params.slug),
  )
  web.get<{ Params: { slug: string; '*': string } }>('/app/:slug/*', async (request, reply) => {
    if (!isNavigation(request)) return reply.callNotFound()
    const { slug } = request.params
    return isWebviewScreen(slug) ? sendPage(reply, folder, policy([])) : sendFramed(reply, slug)
  })
}

/** Serves the preview of the webview. Only the console frames it, and it requests nothing but its own files. */
function servePreview(web: FastifyInstance, folder: string): void {
  const policy = contentPolicy({ ancestors: ["'self'"], connections: "'none'" })
  serveAssets(web, '/app/_preview', folder)
  web.get('/app/_preview/', (_request, reply) => sendPage(reply, folder, policy, 'preview.html'))
}

/** The console sets it to the language that the signed-in person has chosen. */
const LANGUAGE_COOKIE = /(?:^|;\s*)console-language=([\w-]+)/

/** Whether a browser opens a screen of an app. Each screen has an address, which answers other requests with 404. */
const isNavigation = ({ headers }: FastifyRequest): boolean => Boolean(headers.accept?.includes('text/html'))

function serveConsole(web: FastifyInstance, folder: string): void {
  // Mantine writes its theme into a style element. The frame is the preview of the webview.
  const policy = contentPolicy({ styles: "'self' 'unsafe-inline'", frames: "'self'" })
  serveAssets(web, '/console', folder)
  web.get('/console', redirectToFolder)
  const languages = new LanguageChoice('en', STAFF_LANGUAGES)
  const send = ({ headers }: FastifyRequest, reply: FastifyReply) => {
    const [, cookie] = LANGUAGE_COOKIE.exec(headers.cookie ?? '') ?? []
    const tag =
      STAFF_LANGUAGES.find((one) => one === cookie) ??
      languages.choose({ lang: undefined, acceptLanguage: headers['accept-language'] ?? null })?.tag ??
      'en'
    reply.headers({ ...PAGE_HEADERS, vary: 'cookie, accept-language', 'content-language': tag })
    // Pages of two languages can have the same length and time, which is all that an ETag is made of.
    const page = tag === 'en' ? 'index.html' : `index.${tag}.html`
    return sendPage(reply, folder, policy, page, { etag: false, lastModified: false })
  }
  web.get('/console/', send)
  web.get('/console/*', (request, reply) =>
    isNavigation(request) ? send(request, reply) : reply.callNotFound(),
  )
}

/** Serves the page of an outlet's device. Nobody can frame it, and it may use the camera. */
function serveCounter(web: FastifyInstance, folder: string): void {
  const headers = { ...PAGE_HEADERS, 'permissions-policy': 'camera=(self)' }
  serveAssets(web, '/counter', folder)
  web.get('/counter', redirectToFolder)
  web.get('/counter/', (_request, reply) =>
    sendPage(reply.headers(headers), folder, contentPolicy({}), 'counter.html'),
  )
}

function serveAssets(web: FastifyInstance, base: string, folder: string): void {
  web.get<{ Params: { name: string } }>(`${base}/_assets/:name`, (request, reply) => {
    const { name } = request.params
    return ASSET.test(name) ? reply.sendFile(name, join(folder, '_assets'), FOREVER) : reply.callNotFound()
  })
}

function sendPage(
  reply: FastifyReply,
  folder: string,
  policy: string,
  page = 'index.html',
  options: { etag?: boolean; lastModified?: boolean } = {},
): FastifyReply {
  return reply
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
    .sendFile(page, folder, { cacheControl: false, ...options })
}

function sendWorker(reply: FastifyReply, folder: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').sendFile('sw.js', folder, { cacheControl: false })
}

/** 308 keeps the query, and the browser keeps the fragment. */
function redirectToFolder(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.redirect(request.url.replace(/^[^?]*/, '$&/'), 308)
}

/** The webview shows with an inline script that its other scripts failed to load. */
function inlineScriptHashes(page: string): string[] {
  const scripts = readFileSync(page, 'utf8').matchAll(/<script>(.*?)<\/script>/gs)
  return [...scripts].map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
}

/** Everything comes from this host, except for images, which a merchant may host elsewhere over https. */
function contentPolicy({
  scripts = "'self'",
  styles = "'self'",
  connections = "'self'",
  frames = "'none'",
  ancestors = [],
}: {
  scripts?: string
  styles?: string
  connections?: string
  frames?: string
  ancestors?: string[]
}): string {
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    "img-src 'self' https: data:",
    `connect-src ${connections}`,
    `frame-src ${frames}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors.join(' ') || "'none'"}`,
  ].join('; ')
}
