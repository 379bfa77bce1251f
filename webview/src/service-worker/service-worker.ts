/**
 * Keeps the page, the app's files and the pictures that were shown, and nothing else: no response of the API passes
 * through it. The page comes from the network if that responds in time, so that a new release and a change of the hosts
 * that may embed it take effect.
 */

type ExtendableEvent = Event & { waitUntil(task: Promise<unknown>): void }
type FetchEvent = ExtendableEvent & { request: Request; respondWith(response: Promise<Response>): void }
type Scope = {
  registration: { scope: string }
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener<E>(type: string, listener: (event: E) => void): void
}
const worker = globalThis as unknown as Scope & { location: Location }

/** The same expression as in routing/path.ts: the page of another partner is none of ours. */
const BASE = /^\/app\/(?:(?!(?:merchants|vouchers|wallet|redemptions)(?:\/|$))[^/]+\/)?/
const SCOPE = new URL(worker.registration.scope).pathname
const SHELL = `counterfoil-shell ${SCOPE}`
const PICTURES = `counterfoil-pictures ${SCOPE}`
const MAX_PICTURES = 300
/** A page that is slower than this is shown from the cache. */
const PAGE_TIMEOUT_MS = 800

worker.addEventListener<ExtendableEvent>('install', (event) => {
  event.waitUntil(fetchPage().then(() => worker.skipWaiting()))
})
worker.addEventListener<ExtendableEvent>('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener<ExtendableEvent & MessageEvent>('message', (event) => {
  event.waitUntil(keepFiles(event.data as string[]))
})
worker.addEventListener<FetchEvent>('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== worker.location.origin || request.method !== 'GET') return
  if (request.mode === 'navigate' && isOwn(pathname)) event.respondWith(openPage())
  else if (isFile(pathname)) event.respondWith(fromCache(SHELL, request))
  else if (isPicture(pathname)) event.respondWith(showPicture(request))
})

const isOwn = (pathname: string) => BASE.exec(pathname)?.[0] === SCOPE
const isFile = (pathname: string) => pathname.startsWith('/app/_assets/')
const isPicture = (pathname: string) => pathname.startsWith('/uploads/')

async function openPage(): Promise<Response> {
  const kept = await (await caches.open(SHELL)).match(SCOPE)
  const fetched = fetchPage()
  if (!kept) return fetched
  const timeout = new Promise<Response>((resolve) => setTimeout(resolve, PAGE_TIMEOUT_MS, kept))
  return Promise.race([fetched.catch(() => kept), timeout])
}

/** Fetches the page without the path of a screen, which is the same page. A new release drops the files of the old one. */
async function fetchPage(): Promise<Response> {
  const response = await fetch(SCOPE, { credentials: 'omit' })
  if (!response.ok) return response
  const shell = await caches.open(SHELL)
  const [kept, page] = [await shell.match(SCOPE), response.clone()]
  const isNew = kept !== undefined && (await kept.text()) !== (await page.clone().text())
  if (isNew) for (const file of await shell.keys()) await shell.delete(file)
  await shell.put(SCOPE, page)
  return response
}

async function keepFiles(urls: string[]): Promise<void> {
  for (const url of urls) {
    const { origin, pathname } = new URL(url)
    if (origin !== worker.location.origin) continue
    if (isFile(pathname)) await fromCache(SHELL, new Request(url)).catch(() => {})
    // Every browser that runs the app shows WebP.
    const headers = { accept: 'image/webp' }
    if (isPicture(pathname)) await fromCache(PICTURES, new Request(url, { headers })).catch(() => {})
  }
}

/** Files never change: their names contain a hash. */
async function fromCache(name: string, request: Request): Promise<Response> {
  const cache = await caches.open(name)
  const kept = await cache.match(request)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) await cache.put(request, response.clone())
  return response
}

/** Without a connection, another width or format of the same picture is better than none. */
async function showPicture(request: Request): Promise<Response> {
  try {
    const response = await fromCache(PICTURES, request)
    void dropOldPictures()
    return response
  } catch (cause) {
    const other = await (await caches.open(PICTURES)).match(request, { ignoreSearch: true, ignoreVary: true })
    if (other) return other
    throw cause
  }
}

async function dropOldPictures(): Promise<void> {
  const pictures = await caches.open(PICTURES)
  const kept = await pictures.keys()
  for (const picture of kept.slice(0, Math.max(0, kept.length - MAX_PICTURES))) await pictures.delete(picture)
}
