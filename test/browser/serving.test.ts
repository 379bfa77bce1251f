import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { onboard } from '../support/signing.ts'
import { openBrowsing } from './visits.ts'

const { admin, as } = await openBrowsing()
const get = (path: string, headers: Record<string, string> = {}) =>
  as(undefined)('GET', path, undefined, headers)
const NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const assetOf = (html: string) => html.match(/src="([^"]+\.js)"/)?.[1] ?? ''

test.each([
  '/app/',
  '/app/wallet',
  '/app/vouchers/0197-a?lang=ms',
  '/app/vouchers/0197-a/redeem',
  '/app/acme-pay/wallet/history',
  '/console/',
  '/console/merchants?q=a',
])('200 %s: the page, with a content security policy that allows only this host', async (path) => {
  const { status, headers, body } = await get(path, NAVIGATION)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': expect.stringContaining('text/html'),
    'cache-control': 'no-cache',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  const policy = headers['content-security-policy']
  const inline = [...body.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, code = '']) => ` 'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
  expect(inline).toHaveLength(path.startsWith('/app') ? 1 : 0)
  expect(policy).toContain(`default-src 'none'; script-src 'self'${inline.join('')}; style-src 'self'`)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy?.includes("'unsafe-inline'")).toBe(path.startsWith('/console'))
})

test('/app/<slug>/ can be framed only by the origins that the partner registered', async () => {
  const frameAncestors = ['https://app.acme.example', 'https://www.acme.example:8443']
  const { id } = await onboard(admin, { slug: 'acme-pay', frameAncestors })
  const policy = async (screen = '') =>
    (await get(`/app/acme-pay/${screen}`, NAVIGATION)).headers['content-security-policy']
  expect(await policy()).toMatch(
    /; frame-ancestors https:\/\/app\.acme\.example https:\/\/www\.acme\.example:8443$/,
  )
  expect(await policy('vouchers/0197-a')).toBe(await policy())
  await admin('PATCH', `/admin/partners/${id}`, { frameAncestors: [] })
  expect(await policy()).toMatch(/; frame-ancestors 'none'$/)
})

test('the preview of the webview can be framed by this host only, and requests nothing; the console may frame it', async () => {
  const { status, headers, body } = await get('/app/_preview/', NAVIGATION)
  expect([status, headers['cache-control']]).toEqual([200, 'no-cache'])
  expect(headers['content-security-policy']).toContain("connect-src 'none'")
  expect(headers['content-security-policy']).toMatch(/; frame-ancestors 'self'$/)
  expect((await get(assetOf(body))).status).toBe(200)
  const frames = async (path: string) =>
    (await get(path, NAVIGATION)).headers['content-security-policy']?.match(/frame-src [^;]*/)?.[0]
  expect(await frames('/console/')).toBe("frame-src 'self'")
  expect(await frames('/app/')).toBe("frame-src 'none'")
})

test('/app/<slug>/: an unknown slug gets the same response as a partner without origins', async () => {
  await onboard(admin, { slug: 'quiet-bank' })
  const responseTo = async (path: string) => {
    const { status, headers, body } = await get(path, NAVIGATION)
    const { date: _, 'x-request-id': __, ...same } = headers
    return { status, headers: same, body }
  }
  const known = await responseTo('/app/quiet-bank/')
  expect([known.status, known.headers['content-security-policy']]).toEqual([
    200,
    expect.stringMatching(/; frame-ancestors 'none'$/),
  ])
  expect(await responseTo('/app/nobody/')).toEqual(known)
})

test('308 without the trailing slash: redirects to the folder and keeps the query', async () => {
  for (const [from, to] of [
    ['/app', '/app/'],
    ['/app/acme-pay?x=1/2', '/app/acme-pay/?x=1/2'],
    ['/console?y', '/console/?y'],
  ] as const) {
    const { status, headers } = await get(from)
    expect([status, headers.location]).toEqual([308, to])
  }
})

test('assets are cached forever and compressed as the browser prefers', async () => {
  for (const page of ['/app/', '/console/']) {
    const path = assetOf((await get(page)).body)
    const plain = await get(path)
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(plain.headers['content-type']).toContain('javascript')
    const small = await get(path, { 'accept-encoding': 'br, gzip' })
    expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(Number(small.headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']) / 2)
  }
})

test('404 not_found: not a navigation, not an asset, or outside the folder', async () => {
  for (const path of [
    '/console/merchants',
    '/console/_assets/none.js',
    '/app/_assets/none.js',
    '/app/_assets/..%2findex.html',
    '/app/_assets/..%2f.built-from',
    '/app/index.html/',
    '/app/acme-pay/deeper',
    '/app/vouchers/0197-a',
  ]) {
    const { status, body } = await get(path)
    expect([path, status, body]).toEqual([path, 404, { error: 'not_found' }])
  }
})

test('each path of the webview has its own service worker, which is checked for a new release every time', async () => {
  for (const path of ['/app/sw.js', '/app/acme-pay/sw.js']) {
    const { status, headers, body } = await get(path)
    expect([status, headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(headers['content-type']).toMatch(/javascript/)
    expect(body).not.toMatch(/^import /m)
  }
  expect((await get('/app/_other/sw.js')).status).toBe(404)
})

test('the webview’s first screen loads at most 29 KiB of script and 4 KiB of CSS, both compressed, without schemas', async () => {
  const html: string = (await get('/app/')).body
  const scripts = [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path = '']) => path)
  const weigh = async (path: string) =>
    Number((await get(path, { 'accept-encoding': 'gzip' })).headers['content-length'])
  const weights = await Promise.all(scripts.map(weigh))
  expect(weights.reduce((sum, weight) => sum + weight)).toBeLessThan(29 * 1024)
  expect(await weigh(html.match(/href="([^"]+\.css)"/)?.[1] ?? '')).toBeLessThan(4 * 1024)
  for (const path of scripts) {
    expect((await get(path)).body).not.toMatch(/typebox|maxLength|additionalProperties/i)
  }
})

test.each(['index', 'index.ms', 'index.zh-Hans', 'index.ar'])(
  'the console’s first screen loads less than 250 KiB of script, compressed by Brotli, in at most 16 files, whichever screen it is: %s',
  (page) => {
    const manifest = readFileSync(`console/dist/${page}.html`, 'utf8')
    const entry = [...manifest.matchAll(/(?:src|href)="\/console\/_assets\/([^"]+\.js)"/g)].map(
      ([, name = '']) => name,
    )
    const sizeOf = (name: string) => statSync(`console/dist/_assets/${name}.br`).size
    const all = [...new Set(entry.flatMap((name) => reachable(name)))]
    const screens = all.filter((name) => !entry.includes(name))
    expect(screens.length).toBeGreaterThan(4)
    const loads = screens.map((name) => [...entry, ...withImports(name, entry)])
    const weights = loads.map((names) => names.reduce((sum, name) => sum + sizeOf(name), 0))
    expect(Math.max(...weights)).toBeLessThan(250 * 1024)
    expect(Math.max(...loads.map((names) => names.length))).toBeLessThanOrEqual(16)
  },
)

/** All chunks of a language: those that a chunk imports, now or on demand. */
function reachable(name: string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return []
  seen.add(name)
  const text = readFileSync(`console/dist/_assets/${name}`, 'utf8')
  for (const [, path = ''] of text.matchAll(/["'`](?:\.\/|_assets\/)([\w.-]+\.js)["'`]/g))
    reachable(path, seen)
  return [...seen]
}

/** A chunk and its imports, without chunks that are loaded already. */
function withImports(name: string, loaded: string[], seen = new Set<string>()): string[] {
  if (loaded.includes(name) || seen.has(name)) return []
  seen.add(name)
  const text = readFileSync(`console/dist/_assets/${name}`, 'utf8')
  const imported = [...text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].map(
    ([, path = '']) => path,
  )
  return [name, ...imported.flatMap((path) => withImports(path, loaded, seen))]
}

test('the console’s page is in the language of the cookie, otherwise in that of the browser', async () => {
  const languageOf = async (headers: Record<string, string>) => {
    const { body, headers: got } = await get('/console/', { accept: 'text/html', ...headers })
    expect(got.vary).toMatch('cookie, accept-language')
    expect([got.etag, got['last-modified']]).toEqual([undefined, undefined])
    return [got['content-language'], ...(/<html lang="([^"]+)" dir="([^"]+)"/.exec(body)?.slice(1) ?? [])]
  }
  expect(await languageOf({})).toEqual(['en', 'en', 'ltr'])
  expect(await languageOf({ 'accept-language': 'ar-EG,en;q=0.5' })).toEqual(['ar', 'ar', 'rtl'])
  expect(await languageOf({ 'accept-language': 'zh-TW' })).toEqual(['en', 'en', 'ltr'])
  const cookie = 'a=b; console-language=zh-Hans'
  expect(await languageOf({ cookie, 'accept-language': 'ar' })).toEqual(['zh-Hans', 'zh-Hans', 'ltr'])
  expect(await languageOf({ cookie: 'console-language=xx', 'accept-language': 'ms-MY' })).toEqual([
    'ms',
    'ms',
    'ltr',
  ])
})

test('the webview uses no API that Chrome 100 or Safari 15 lack', () => {
  const built = globSync('webview/dist/_assets/*.{js,css}').map((path) => readFileSync(path, 'utf8'))
  expect(built.length).toBeGreaterThan(5)
  const young =
    /\.at\(-|\bstructuredClone\b|\.randomUUID\b|AbortSignal\.(?:timeout|any)|Object\.hasOwn|\.findLast|\.to(?:Sorted|Reversed|Spliced)\b|:has\(|color-mix\(|@layer|\.showModal\(/
  expect(built.flatMap((text) => text.match(young) ?? [])).toEqual([])
})
