import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { openTwin } from '../support/sandbox-scene.ts'
import { OUTLET_AT, openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, clock, db } = harness
const market = openMarket(admin)
const issuer = await onboardIssuer(harness)
const visitor = visitorsOf(harness, issuer)
const till = await openTill(harness, { name: 'Till' })
await market.change(`/admin/merchants/${till.merchant.id}`, { timezone: 'UTC' })

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(clock.now.getTime() + days * DAY_MS).toISOString()
const home = async (sub: string, query = '') => (await visitor(sub)('GET', `/home${query}`)).body
const NEAR = `?lat=${OUTLET_AT.latitude}&lng=${OUTLET_AT.longitude}`

async function claimed(sub: string, changes: object = {}) {
  const voucher = await till.offer({ claimFlow: 'WALLET', ...changes })
  await visitor(sub)('POST', '/me/claims', { voucherId: voucher.id })
  return voucher
}

test('200: branding, greeting, categories, rows and counts, as the routes of each part return them', async () => {
  for (let i = 0; i < 9; i += 1) await market.merchant({ name: `New ${i}`, isNew: true })
  const { body: all } = await visitor()('GET', '/merchants')
  const featured = all.slice(0, 9).map(({ id }: { id: string }) => id)
  await admin('PUT', '/admin/featured', { merchantIds: featured.toReversed() })
  await visitor('mei')('POST', '/me/favorites', { merchantId: featured[8] })
  const part = async (path: string) => (await visitor('mei')('GET', path)).body
  expect(await home('mei', NEAR)).toEqual({
    branding: await part('/branding'),
    greeting: { displayName: null },
    categories: await part('/categories'),
    counts: { merchants: all.length, featured: 9, new: 9 },
    wallet: { endsSoon: [], counts: { ready: 0, favoritesOnly: 0, later: 0, usedUp: 0, ended: 0 } },
    featured: await part('/merchants?featured=true&limit=8'),
    new: await part('/merchants?isNew=true&limit=8'),
    nearest: (await part(`/merchants${NEAR}`)).slice(0, 1),
  })
  expect((await home('mei')).featured[0]).toMatchObject({ id: featured[8], favorited: true })
  expect(await home('mei')).not.toHaveProperty('nearest')
})

test('200: counts and categories only of the partner’s scope', async () => {
  const category = await market.category()
  await market.merchant({ category: category.slug, isNew: true })
  const scope = { merchantIds: [], categories: [category.slug] }
  const { body } = await visitorsOf(harness, await onboardIssuer(harness, { scope }))()('GET', '/home')
  expect(body.counts).toEqual({ merchants: 1, featured: 0, new: 1 })
  expect(body.categories.map(({ slug }: { slug: string }) => slug)).toEqual([category.slug])
})

test('200: what ends soon in the wallet, soonest first, and how many claims each group has', async () => {
  const sub = 'holder'
  for (const days of [7, 1, 30]) await claimed(sub, { title: `ends in ${days}`, validUntil: inDays(days) })
  await claimed(sub, { title: 'no end' })
  await claimed(sub, { title: 'for favorites', favoritesOnly: true, validUntil: inDays(2) })
  await claimed(sub, { title: 'later', validFrom: inDays(1), validUntil: inDays(2) })
  const used = await claimed(sub, { title: 'used up', validUntil: inDays(2) })
  await till.redeem(visitor(sub), used.id)
  const withdrawn = await claimed(sub, { title: 'withdrawn', validUntil: inDays(2) })
  await market.unpublish(withdrawn.id)
  const { wallet } = await home(sub)
  expect(wallet.counts).toEqual({ ready: 4, favoritesOnly: 1, later: 1, usedUp: 1, ended: 1 })
  const { items } = (await visitor(sub)('GET', '/me/wallet')).body
  expect(wallet.endsSoon.map(({ title }: { title: string }) => title)).toEqual(['ends in 1', 'ends in 7'])
  expect(wallet.endsSoon).toEqual(items.slice(0, 2))
  const [nearby] = (await home(sub, NEAR)).wallet.endsSoon
  expect(nearby.outlets[0].distanceMeters).toBe(0)
})

test('200: no more than eight vouchers that end soon', async () => {
  for (let i = 0; i < 9; i += 1) await claimed('hoarder', { validUntil: inDays(1) })
  const { wallet } = await home('hoarder')
  expect([wallet.endsSoon.length, wallet.counts.ready]).toEqual([8, 9])
})

test('200: an unknown user is not created; for them and an anonymized one, the wallet is left out', async () => {
  const usersNamed = async (sub: string) =>
    (await db`select from users where external_user_id = ${sub}`).length
  const named = visitor('stranger', { displayName: 'Sam' })
  const { body } = await named('GET', '/home')
  expect([body.greeting, 'wallet' in body, await usersNamed('stranger')]).toEqual([
    { displayName: 'Sam' },
    false,
    0,
  ])
  await named('GET', '/me')
  await claimed('stranger')
  expect(await home('stranger')).toMatchObject({
    greeting: { displayName: 'Sam' },
    wallet: { counts: { ready: 1 } },
  })
  await db`update users set anonymized_at = now(), display_name = null where external_user_id = 'stranger'`
  const anonymized = await home('stranger')
  expect([anonymized.greeting, 'wallet' in anonymized]).toEqual([{ displayName: null }, false])
})

test('304: the etag matches, until a part changes; the response is private', async () => {
  const get = (known = '', headers = {}) =>
    visitor('returning')('GET', '/home', undefined, { 'if-none-match': known, ...headers })
  await visitor('returning')('GET', '/me')
  let last = (await get()).headers.etag ?? ''
  clock.advance(60_000)
  const again = await get(last)
  expect([again.status, again.body, again.headers['cache-control']]).toEqual([304, '', 'private, no-cache'])
  const expectChange = async () => {
    const { status, headers } = await get(last)
    expect(status).toBe(200)
    last = headers.etag ?? ''
    expect((await get(last)).status).toBe(304)
  }
  await claimed('returning', { translations: { ms: { title: 'Kopi' } } })
  await expectChange()
  await admin('PUT', '/admin/featured', { merchantIds: [till.merchant.id] })
  await expectChange()
  await visitor('returning')('POST', '/me/favorites', { merchantId: till.merchant.id })
  await expectChange()
  await market.change(`/admin/partners/${issuer.id}`, { accentColor: '#123456' })
  await expectChange()
  expect((await get(last, { 'accept-language': 'ms' })).status).toBe(200)
})

test('200: a test partner has only its own sandbox', async () => {
  const twin = await openTwin(harness)
  const { body } = await (await twin.user())('GET', '/home')
  expect(body.featured).toEqual([])
  const { body: merchants } = await (await twin.user())('GET', '/merchants')
  expect(body.counts.merchants).toBe(merchants.length)
})

test.each(['lat=1', 'lng=1', 'lat=91&lng=0'])('400 validation_failed: %s', async (query) => {
  expect(await home('mei', `?${query}`)).toMatchObject({ error: 'validation_failed' })
})
