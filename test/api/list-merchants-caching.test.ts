import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, clock, server } = harness
const market = openMarket(admin)
const issuer = await onboardIssuer(harness)
const call = visitorsOf(harness, issuer)()

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(clock.now.getTime() + days * DAY_MS).toISOString()
const list = (category: { slug: string }, more = '') =>
  call('GET', `/merchants?category=${category.slug}${more}`)

test('304: the etag matches, until something in the list changes', async () => {
  const category = await market.category()
  const { id } = await market.merchant({ category: category.slug })
  const path = `/merchants?category=${category.slug}`
  const { etag = '' } = (await call('GET', path)).headers
  expect(etag).toMatch(/^W\/"[\w-]+"$/)
  for (const known of [etag, etag.slice(2), '*', `"other", ${etag}`, `W/"other",${etag} `]) {
    const response = await call('GET', path, undefined, { 'if-none-match': known })
    expect([known, response.status, response.body]).toEqual([known, 304, ''])
    expect(response.headers).toMatchObject({ etag, 'cache-control': 'private, no-cache' })
  }
  const compressing = await call('GET', path, undefined, {
    'if-none-match': etag,
    'accept-encoding': 'br, gzip',
  })
  expect([compressing.status, compressing.body]).toEqual([304, ''])
  expect((await call('GET', path, undefined, { 'if-none-match': '"other"' })).status).toBe(200)

  let last = etag
  const expectChange = async () => {
    const response = await call('GET', path, undefined, { 'if-none-match': last })
    expect(response.status).toBe(200)
    expect(response.headers.etag).not.toBe(last)
    last = response.headers.etag ?? ''
    expect((await call('GET', path, undefined, { 'if-none-match': last })).status).toBe(304)
  }
  await call('POST', '/me/favorites', { merchantId: id })
  await expectChange()
  await market.change(`/admin/merchants/${id}`, { name: 'Renamed' })
  await expectChange()
  await market.merchant({ category: category.slug })
  await expectChange()
  await call('DELETE', `/me/favorites/${id}`)
  await expectChange()
})

test('200, not 304: a page with the same merchants that has a next page now', async () => {
  const category = await market.category()
  await market.merchant({ name: 'First', category: category.slug })
  const page = (known = '') =>
    call('GET', `/merchants?category=${category.slug}&limit=1`, undefined, { 'if-none-match': known })
  const last = await page()
  expect(last.headers.link).toBeUndefined()
  const second = await market.merchant({ name: 'Second', category: category.slug })
  const { status, headers } = await page(last.headers.etag)
  expect([status, headers.link]).toEqual([200, expect.stringContaining('rel="next"')])
  expect((await page(headers.etag)).status).toBe(304)
  await market.change(`/admin/merchants/${second.id}`, { isActive: false })
  expect((await page(headers.etag)).status).toBe(200)
})

test('200: HEAD has the headers of GET and no body', async () => {
  const headers = { authorization: `Bearer ${issuer.mint()}` }
  const ask = (method: 'GET' | 'HEAD', more = {}) =>
    server.inject({ method, url: '/merchants', headers: { ...headers, ...more } })
  const [get, head] = [await ask('GET'), await ask('HEAD')]
  const { 'x-request-id': _, date: __, ...getHeaders } = get.headers
  expect(head.headers).toMatchObject(getHeaders)
  expect([head.statusCode, head.body]).toEqual([200, ''])
  expect((await ask('HEAD', { 'if-none-match': String(get.headers.etag) })).statusCode).toBe(304)
})

test('200, not 304: a voucher has expired, with only the clock moved', async () => {
  const category = await market.category()
  const { id } = await market.shop({ category: category.slug })
  await market.outlet(id, { latitude: 10, longitude: 20 })
  await market.offer(id, { validUntil: inDays(1) })
  for (const more of ['', '&lat=10&lng=20.5', '&limit=1']) {
    const path = `/merchants?category=${category.slug}${more}`
    const { etag = '' } = (await call('GET', path)).headers
    expect((await call('GET', path, undefined, { 'if-none-match': etag })).status).toBe(304)
    clock.advance(DAY_MS)
    const response = await call('GET', path, undefined, { 'if-none-match': etag })
    expect([response.status, response.body[0].topVoucher]).toEqual([200, null])
    clock.advance(-DAY_MS)
    // A new voucher each time: the clock of the catalog does not run backwards.
    await market.offer(id, { validUntil: inDays(1) })
  }
})

test('304: the same etag on every node; 200 for another position', async () => {
  const category = await market.category()
  const { id } = await market.merchant({ category: category.slug })
  await market.outlet(id, { latitude: 10, longitude: 20 })
  const elsewhere = visitorsOf({ ...harness, as: (await harness.startNode()).as }, issuer)()
  const path = `/merchants?category=${category.slug}`
  for (const more of ['', '&lat=10&lng=20']) {
    const { etag = '' } = (await call('GET', path + more)).headers
    const there = await elsewhere('GET', path + more, undefined, { 'if-none-match': etag })
    expect([there.status, there.headers.etag]).toEqual([304, etag])
    const moved = await elsewhere('GET', `${path}&lat=10&lng=20.1`, undefined, { 'if-none-match': etag })
    expect([moved.status, moved.body[0].distanceMeters]).toEqual([200, 10951])
  }
})

test('304: a page keeps its link to the next page', async () => {
  const category = await market.category()
  await market.merchant({ category: category.slug })
  await market.merchant({ category: category.slug })
  const first = await list(category, '&limit=1')
  expect(first.headers.link).toBeDefined()
  const again = await call('GET', `/merchants?category=${category.slug}&limit=1`, undefined, {
    'if-none-match': first.headers.etag ?? '',
  })
  expect([again.status, again.headers.link]).toEqual([304, first.headers.link])
})

test('200: compressed over 1 KiB if the client accepts it, otherwise uncompressed', async () => {
  const category = await market.category()
  const get = (headers: Record<string, string>) =>
    server.inject({
      url: `/merchants?category=${category.slug}`,
      headers: { authorization: `Bearer ${issuer.mint()}`, ...headers },
    })
  await market.merchant({ category: category.slug })
  expect((await get({ 'accept-encoding': 'br, gzip' })).headers['content-encoding']).toBeUndefined()
  for (let i = 0; i < 4; i += 1) {
    await market.merchant({ category: category.slug, description: 'Kopi and toast. '.repeat(20) })
  }
  const plain = await get({})
  expect(plain.rawPayload.length).toBeGreaterThan(1024)
  expect(plain.headers['content-encoding']).toBeUndefined()
  for (const [accepted, encoding, open] of [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip;q=1, br;q=0', 'gzip', gunzipSync],
  ] as const) {
    const response = await get({ 'accept-encoding': accepted })
    expect([accepted, response.headers['content-encoding']]).toEqual([accepted, encoding])
    expect(response.headers.vary).toMatch(/accept-encoding/i)
    expect(response.headers.etag).toBe(plain.headers.etag)
    expect(response.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    expect(open(response.rawPayload).toString()).toBe(plain.body)
  }
  for (const accepted of ['identity', 'deflate', 'zstd']) {
    expect((await get({ 'accept-encoding': accepted })).body, accepted).toBe(plain.body)
  }
})

test('200: any origin may read the list, preflight included', async () => {
  const response = await call('GET', '/merchants?limit=1', undefined, { origin: 'https://app.example.com' })
  expect(response.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-expose-headers':
      'retry-after, link, etag, idempotency-replayed, x-request-id, ratelimit, ratelimit-policy',
  })
  expect(response.headers['access-control-allow-credentials']).toBeUndefined()
  const preflight = await server.inject({
    method: 'OPTIONS',
    url: '/merchants',
    headers: { origin: 'https://app.example.com', 'access-control-request-method': 'GET' },
  })
  expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, '*'])
  expect(preflight.headers['access-control-allow-headers']).toContain('if-none-match')
})
