import { DAYS } from '@counterfoil/contract/hours-text.ts'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { openTwin } from '../support/sandbox-scene.ts'
import { signedCalls } from '../support/signing.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, clock, db } = harness
const market = openMarket(admin)
const issuer = await onboardIssuer(harness)
const visitor = visitorsOf(harness, issuer)
const call = visitor('searcher')

const shop = await market.merchant({ name: 'Kopi Corner', translations: { ar: { name: 'ركن القهوة' } } })
const outlet = await market.outlet(shop.id, {
  ...{ name: 'Station', latitude: 4.5975, longitude: 101.0734 },
  translations: { 'zh-Hans': { city: '怡保' } },
})
const voucher = await market.offer(shop.id, {
  title: '{b}Roti{/b} bakar',
  translations: { 'zh-Hans': { title: '免费{b}烤面包{/b}' } },
})

const search = async (q: string, more = '', visit = call) =>
  (await visit('GET', `/search?q=${encodeURIComponent(q)}${more}`)).body

test('200: merchants, vouchers, outlets and cities, with what matched', async () => {
  const { distanceMeters: _, ...merchant } = (await call('GET', `/merchants?lat=0&lng=0`)).body[0]
  const matched = (field: string, text: string, start: number, end: number) => ({
    matches: [{ field, text, ranges: [{ start, end }] }],
  })
  expect(await search('koppi')).toEqual({
    merchants: [{ ...merchant, ...matched('name', 'Kopi Corner', 0, 4) }],
    ...{ vouchers: [], outlets: [], cities: [] },
  })
  const { title, imagePath, validUntil } = voucher
  expect(await search('ROTI')).toEqual({
    vouchers: [
      {
        ...{ id: voucher.id, merchantId: shop.id, merchantName: 'Kopi Corner', title, imagePath, validUntil },
        ...matched('title', 'Roti bakar', 0, 4),
      },
    ],
    ...{ merchants: [], outlets: [], cities: [] },
  })
  const [shown] = (await call('GET', `/merchants/${shop.id}`)).body.outlets
  expect(await search('ipoh', '&lat=4.5975&lng=101.0734')).toEqual({
    outlets: [
      {
        ...shown,
        ...{ merchantId: shop.id, merchantName: 'Kopi Corner', distanceMeters: 0 },
        ...matched('city', 'Ipoh', 0, 4),
      },
    ],
    cities: [
      {
        name: 'Ipoh',
        countryCode: 'MY',
        outletCount: 1,
        distanceMeters: 0,
        ...matched('name', 'Ipoh', 0, 4),
      },
    ],
    ...{ merchants: [], vouchers: [] },
  })
})

test('200: words in Arabic and Chinese, whatever the language of the response', async () => {
  expect((await search('قهوة')).merchants).toMatchObject([
    { name: 'Kopi Corner', matches: [{ text: 'ركن القهوة' }] },
  ])
  expect((await search('面包', '&lang=zh-Hans')).vouchers).toMatchObject([
    { title: '免费{b}烤面包{/b}', matches: [{ text: '免费烤面包', ranges: [{ start: 3, end: 5 }] }] },
  ])
  expect((await search('怡保', '&lang=ms')).cities).toMatchObject([
    { name: 'Ipoh', matches: [{ text: '怡保' }] },
  ])
})

test('200: only merchants of the category, and favorites are marked', async () => {
  await call('POST', '/me/favorites', { merchantId: shop.id })
  expect((await search('kopi', '&category=F_AND_B')).merchants).toMatchObject([{ favorited: true }])
  expect((await search('ipoh', '&category=F_AND_B')).outlets).toHaveLength(1)
  expect((await search('kopi', '&category=RETAIL')).merchants).toEqual([])
  expect(await search('ipoh', '&category=RETAIL')).toMatchObject({ outlets: [], cities: [] })
})

test('200: what one user asked before, for others with their favorites, language, position and scope', async () => {
  await call('POST', '/me/favorites', { merchantId: shop.id })
  const other = visitor('other')
  const isFavorite = async (visit: typeof call) => (await search('kopi', '', visit)).merchants[0].favorited
  expect([await isFavorite(other), await isFavorite(call), await isFavorite(other)]).toEqual([
    false,
    true,
    false,
  ])
  const shown = async (more: string) => (await search('roti', more, other)).vouchers[0]
  const base = await shown('')
  expect(base.title).toBe('{b}Roti{/b} bakar')
  expect((await shown('&lang=zh-Hans')).title).toBe('免费{b}烤面包{/b}')
  expect((await shown('&lat=0&lng=0')).distanceMeters).toBeGreaterThan(0)
  expect(await shown('')).toEqual(base)
  const { slug } = await market.category()
  const scope = { merchantIds: [], categories: [slug] }
  const stranger = visitorsOf(harness, await onboardIssuer(harness, { scope }))('other')
  expect((await search('kopi', '', stranger)).merchants).toEqual([])
})

test('200: an outlet that opens or closes changes the result of the same search', async () => {
  const tomorrow = new Date(clock.now.getTime() + 86_400_000).toISOString().slice(0, 10)
  const weekly = DAYS.map((day) => ({ day, opens: '09:00', closes: '18:00' }))
  const openingHours = { weekly, exceptions: [] }
  const { id } = await market.outlet(shop.id, { name: 'Jetty', timezone: 'Asia/Kuala_Lumpur', openingHours })
  const isOpen = async () => (await search('jetty')).outlets[0].opening.isOpen
  clock.advance(Date.parse(`${tomorrow}T09:59:59.999Z`) - clock.now.getTime())
  expect([await isOpen(), await isOpen()]).toEqual([true, true])
  clock.advance(1)
  expect(await isOpen()).toBe(false)
  clock.advance(15 * 3_600_000)
  expect(await isOpen()).toBe(true)
  await market.change(`/admin/outlets/${id}`, { isActive: false })
})

test('200: browsing creates no user, and works for an anonymized user', async () => {
  await search('kopi', '', visitor('unknown'))
  const count = () => db`select from users where external_user_id = 'unknown'`
  expect(await count()).toHaveLength(0)
  const partnerCall = (await signedCalls(harness))(issuer.partner)
  await visitor('gone')('POST', '/me/favorites', { merchantId: shop.id })
  await partnerCall('DELETE', '/integrations/users/gone')
  expect((await search('kopi', '', visitor('gone'))).merchants).toMatchObject([{ favorited: false }])
})

test('200: live users find no test merchants, and test users only those of their sandbox', async () => {
  const [one, other] = [await openTwin(harness), await openTwin(harness)]
  const { voucherId } = one.scenario('succeeds')
  await market.change(`/admin/vouchers/${voucherId}`, { title: 'Zucchini' })
  const vouchersFor = async (visit: typeof call) => (await search('zucchini', '', visit)).vouchers.length
  expect(await vouchersFor(await one.user())).toBe(1)
  expect(await vouchersFor(await other.user())).toBe(0)
  expect(await vouchersFor(call)).toBe(0)
  expect((await search('kopi corner', '', await one.user())).merchants).toEqual([])
  const test = await one.user()
  expect((await search('ipoh', '', test)).cities).toEqual([])
})

test('200: only vouchers that the merchant’s list shows', async () => {
  const { id } = await market.draft(shop.id, { title: 'Durian' })
  const found = async () => (await search('durian')).vouchers.length
  expect(await found()).toBe(0)
  await admin('POST', `/admin/vouchers/${id}/publish`)
  expect(await found()).toBe(1)
  const validUntil = new Date(clock.now.getTime() + 60_000).toISOString()
  await market.change(`/admin/vouchers/${id}`, { validUntil })
  expect(await found()).toBe(1)
  clock.advance(60_000)
  expect(await found()).toBe(0)
  await market.change(`/admin/vouchers/${id}`, { validUntil: null })
  expect(await found()).toBe(1)
  await market.unpublish(id)
  expect(await found()).toBe(0)
})

test('200: the next search at the same node sees every change, and inactive merchants are gone', async () => {
  const { id } = await market.shop({ name: 'Unnamed' })
  for (const name of ['Aubergine', 'Broccoli', 'Cauliflower']) {
    await market.change(`/admin/merchants/${id}`, { name })
    expect((await search(name)).merchants).toMatchObject([{ id, name }])
  }
  await market.change(`/admin/outlets/${outlet.id}`, { isActive: false })
  expect((await search('station')).outlets).toEqual([])
  await market.change(`/admin/outlets/${outlet.id}`, { isActive: true })
  await market.change(`/admin/merchants/${id}`, { isActive: false })
  expect((await search('cauliflower')).merchants).toEqual([])
})

test('304: the etag matches until the result changes', async () => {
  const path = '/search?q=corner'
  const { headers } = await call('GET', path)
  expect(headers['cache-control']).toBe('private, no-cache')
  const again = () => call('GET', path, undefined, { 'if-none-match': headers.etag as string })
  expect((await again()).status).toBe(304)
  await market.change(`/admin/merchants/${shop.id}`, { isNew: true })
  expect((await again()).status).toBe(200)
})

const Q = 'must be 1 to 100 characters, not counting spaces at both ends'

test.each([
  ['no q', '', { path: '/q', message: 'is required' }],
  ['an empty q', '?q=', { path: '/q', message: Q }],
  ['only spaces', '?q=%20%09', { path: '/q', message: Q }],
  ['101 characters', `?q=${'%F0%9F%A6%8A'.repeat(101)}`, { path: '/q', message: Q }],
  ['half a position', '?q=a&lat=1', { path: '/lng', message: 'is required together with lat' }],
])('400 validation_failed: %s', async (_what, query, issue) => {
  const { status, body } = await call('GET', `/search${query}`)
  expect([status, body]).toMatchObject([400, { error: 'validation_failed', issues: [issue] }])
})

test('200: 100 characters, and spaces at both ends', async () => {
  const response = await call('GET', `/search?q=%20${'%F0%9F%A6%8A'.repeat(100)}%20`)
  expect(response.status).toBe(200)
  expect((await search('  kopi  ')).merchants).toHaveLength(1)
})

test('401 missing_token: no token', async () => {
  const response = await harness.as(undefined)('GET', '/search?q=kopi')
  expect([response.status, response.body]).toEqual([401, { error: 'missing_token' }])
})
