import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { openTwin } from '../support/sandbox-scene.ts'
import { OUTLET_AT, openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, clock } = harness
const market = openMarket(admin)
const issuer = await onboardIssuer(harness)
const visitor = visitorsOf(harness, issuer)
const till = await openTill(harness)

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(clock.now.getTime() + days * DAY_MS).toISOString()
type Item = { id: string; title: string; group: string; state: string }

/** A published wallet voucher of the till's merchant, claimed by the user. */
async function claimed(sub: string, changes: object = {}) {
  const voucher = await till.offer({ claimFlow: 'WALLET', ...changes })
  const { status, body } = await visitor(sub)('POST', '/me/claims', { voucherId: voucher.id })
  expect(status).toBe(201)
  return { voucher, claim: body }
}
const wallet = async (sub: string, query = '') => (await visitor(sub)('GET', `/me/wallet${query}`)).body
const titlesOf = ({ items }: { items: Item[] }) => items.map(({ title }) => title)

test('200: an item has all that a row and the screen of its voucher show', async () => {
  const by = visitor('mei')
  const { voucher, claim } = await claimed('mei', {
    ...{ title: '{b}Free{/b} kopi', redemptionCount: 2, cycle: 'MONTHLY' },
    ...{ validUntil: '2099-12-31T16:00:00.000Z', applicableUntil: '2099-12-24T16:00:00.000Z' },
  })
  await market.change(`/admin/merchants/${till.merchant.id}`, { timezone: 'Asia/Kuala_Lumpur' })
  const openingHours = { weekly: [], exceptions: [] }
  await market.change(`/admin/outlets/${till.outlet.id}`, { openingHours })
  await by('POST', '/me/favorites', { merchantId: till.merchant.id })
  await till.redeem(by, voucher.id)
  const { asOf, items, next } = await wallet('mei')
  const { body: shown } = await by('GET', `/vouchers/${voucher.id}`)
  const { outlets } = (await by('GET', `/merchants/${till.merchant.id}`)).body
  expect(outlets).toMatchObject([{ opening: { isOpen: false, timezone: 'Asia/Kuala_Lumpur' } }])
  const { id, name, slug, category, logoPath } = till.merchant
  expect([asOf, next]).toEqual([clock.now.toISOString(), null])
  expect(items).toEqual([
    {
      ...{ id: claim.id, voucherId: voucher.id, merchantId: id, claimedAt: claim.claimedAt },
      ...{ title: '{b}Free{/b} kopi', group: 'READY', state: 'READY', endsOn: '2099-12-24', voucher: shown },
      ...{ merchant: { id, name, slug, category, logoPath, favorited: true }, outlets, outletCount: 1 },
    },
  ])
  expect(shown.me).toMatchObject({ claimed: true, used: 1, remaining: 1 })
})

test('200: in the order to show, each with the state that a redemption would meet', async () => {
  const sub = 'collector'
  const pool = async (title: string, codes: string[]) => {
    const draft = await market.draft(till.merchant.id, { title, codeSource: 'MANUAL' })
    await admin('POST', `/admin/vouchers/${draft.id}/codes`, { codes })
    await admin('POST', `/admin/vouchers/${draft.id}/publish`)
    await visitor(sub)('POST', '/me/claims', { voucherId: draft.id })
    return draft
  }
  const other = visitor('another customer')
  const withdrawn = (await claimed(sub, { title: 'withdrawn' })).voucher
  await claimed(sub, { title: 'expired', validUntil: inDays(1) })
  const usedUp = (await claimed(sub, { title: 'used up' })).voucher
  const capped = (await claimed(sub, { title: 'capped', globalRedemptionCap: 1 })).voucher
  const empty = await pool('no codes', ['A-1'])
  await pool('codes left', ['B-1'])
  await claimed(sub, { title: 'later', applicableFrom: inDays(3), applicableUntil: inDays(4) })
  await claimed(sub, { title: 'favorites only', favoritesOnly: true })
  await claimed(sub, { title: 'ready', globalRedemptionCap: 5 })
  await claimed(sub, { title: 'ends soon', validUntil: inDays(2) })
  await till.redeem(visitor(sub), usedUp.id)
  for (const { id } of [capped, empty]) {
    await other('POST', '/me/claims', { voucherId: id })
    expect((await till.redeem(other, id)).status).toBe(201)
  }
  await market.unpublish(withdrawn.id)
  clock.advance(DAY_MS)
  const { items } = await wallet(sub)
  expect(items.map(({ title, group, state }: Item) => `${title}: ${group} ${state}`)).toEqual([
    'ends soon: READY READY',
    'ready: READY READY',
    'codes left: READY READY',
    'favorites only: FAVORITES_ONLY NOT_A_FAVORITE',
    'later: LATER NOT_YET_USABLE',
    'no codes: USED_UP CODES_EXHAUSTED',
    'capped: USED_UP CAP_REACHED',
    'used up: USED_UP USED_UP',
    'expired: ENDED EXPIRED',
    'withdrawn: ENDED WITHDRAWN',
  ])
})

test('200: with a position, outlets are sorted by distance; at most ten of those that accept the voucher', async () => {
  const chain = await market.merchant()
  const outlets = [await market.outlet(chain.id, { name: 'A, nowhere' })]
  for (let i = 0; i < 12; i += 1) {
    const latitude = OUTLET_AT.latitude + (12 - i) * 0.001
    outlets.push(await market.outlet(chain.id, { name: `Outlet ${i}`, ...OUTLET_AT, latitude }))
  }
  const [everywhere, somewhere] = [
    await market.offer(chain.id, { title: 'everywhere' }),
    await market.offer(chain.id, {
      title: 'somewhere',
      outletIds: [outlets[0].id, outlets[3].id, outlets[9].id],
    }),
  ]
  for (const { id } of [everywhere, somewhere])
    await visitor('traveler')('POST', '/me/claims', { voucherId: id })
  const { latitude: lat, longitude: lng } = OUTLET_AT
  const shown = async (query: string) =>
    (await wallet('traveler', query)).items.map(
      ({
        outlets,
        outletCount,
      }: {
        outlets: { name: string; distanceMeters?: number }[]
        outletCount: number
      }) => [outletCount, outlets.map(({ name, distanceMeters }) => [name, distanceMeters])],
    )
  const [[count, chosen], [total, nearest]] = await shown(`?lat=${lat}&lng=${lng}`)
  expect([count, chosen]).toEqual([
    3,
    [
      ['Outlet 8', 445],
      ['Outlet 2', 1112],
      ['A, nowhere', null],
    ],
  ])
  expect([total, nearest.length, nearest[0]]).toEqual([13, 10, ['Outlet 11', 111]])
  const [[, byName]] = await shown('')
  expect(byName).toEqual(['A, nowhere', 'Outlet 2', 'Outlet 8'].map((name) => [name, undefined]))
})

test('200: a claim stays if its voucher is withdrawn, its merchant inactive or out of scope, with what is still visible', async () => {
  const narrow = await onboardIssuer(harness)
  const by = visitorsOf(harness, narrow)()
  const shop = await market.shop()
  const voucher = await market.offer(shop.id, { validUntil: inDays(9) })
  await by('POST', '/me/claims', { voucherId: voucher.id })
  const item = async () => (await by('GET', '/me/wallet')).body.items[0]
  await market.unpublish(voucher.id)
  expect(await item()).toMatchObject({
    ...{ state: 'WITHDRAWN', voucher: { id: voucher.id, isActive: false }, merchant: { id: shop.id } },
    ...{ endsOn: expect.any(String), outletCount: 1 },
  })
  await admin('POST', `/admin/vouchers/${voucher.id}/publish`)
  expect(await item()).toMatchObject({ state: 'READY', voucher: { isActive: true } })
  await market.change(`/admin/merchants/${shop.id}`, { isActive: false })
  const hidden = { merchant: null, outlets: [], outletCount: 0 }
  expect(await item()).toMatchObject({ state: 'WITHDRAWN', voucher: { isActive: false }, ...hidden })
  await market.change(`/admin/merchants/${shop.id}`, { isActive: true })
  await market.change(`/admin/partners/${narrow.id}`, { scope: { merchantIds: [], categories: [] } })
  const { title, merchantId } = voucher
  expect(await item()).toMatchObject({
    ...{ title, merchantId, group: 'ENDED', state: 'WITHDRAWN', endsOn: null, voucher: null, ...hidden },
  })
})

test('200: all pages of any size are the whole wallet, by the time of the first page', async () => {
  const sub = 'reader'
  for (const days of [5, 1, 3, 2, 4, 6])
    await claimed(sub, { title: `ends in ${days}`, validUntil: inDays(days) })
  const whole = titlesOf(await wallet(sub))
  expect(whole).toEqual([1, 2, 3, 4, 5, 6].map((days) => `ends in ${days}`))
  for (const limit of [1, 2, 4, 5, 6, 200]) {
    const [titles, times]: [string[], string[]] = [[], []]
    for (let next = ''; next !== null; ) {
      const page = await wallet(sub, `?limit=${limit}${next && `&cursor=${next}`}`)
      titles.push(...titlesOf(page))
      times.push(page.asOf)
      next = page.next
      clock.advance(60_000)
    }
    expect([limit, titles, new Set(times).size]).toEqual([limit, whole, 1])
  }
})

test('200: a voucher that is redeemed between two pages moves nothing else', async () => {
  const sub = 'busy'
  const [first] = [await claimed(sub, { title: '1', validUntil: inDays(1) })]
  for (const days of [2, 3, 4]) await claimed(sub, { title: String(days), validUntil: inDays(days) })
  const page = await wallet(sub, '?limit=1')
  await till.redeem(visitor(sub), first.voucher.id)
  expect(titlesOf(await wallet(sub, `?cursor=${page.next}`))).toEqual(['2', '3', '4', '1'])
})

test('200: never cached; the etag changes with the items and the language, not with the time', async () => {
  const sub = 'keeper'
  const { voucher } = await claimed(sub, { redemptionCount: 2, translations: { ms: { title: 'Kopi' } } })
  const get = (headers = {}) => visitor(sub)('GET', '/me/wallet', undefined, headers)
  const first = await get()
  const { etag = '' } = first.headers
  expect(etag).toMatch(/^W\/"[\w-]+"$/)
  clock.advance(60_000)
  const later = await get({ 'if-none-match': etag })
  expect([later.status, later.headers.etag, later.headers['cache-control']]).toEqual([200, etag, 'no-store'])
  expect(later.body.asOf).not.toBe(first.body.asOf)
  expect((await get({ 'accept-language': 'ms' })).headers.etag).not.toBe(etag)
  await till.redeem(visitor(sub), voucher.id)
  expect((await get()).headers.etag).not.toBe(etag)
})

test('200: empty for a new user, who is created; 404 user_not_found: for an anonymized one', async () => {
  expect(await wallet('newcomer')).toMatchObject({ items: [], next: null })
  const [row] = await harness.db`select id from users where external_user_id = 'newcomer'`
  expect(row).toBeDefined()
  await harness.db`update users set anonymized_at = now() where external_user_id = 'newcomer'`
  expect(await wallet('newcomer')).toMatchObject({ error: 'user_not_found' })
})

test('200: a test partner has the time of its own clock, and only its own sandbox', async () => {
  const twin = await openTwin(harness)
  const user = await twin.user()
  const { voucherId } = twin.scenario('wallet-only')
  await user('POST', '/me/claims', { voucherId })
  await twin.call('PUT', '/integrations/test/clock', { advance: 'PT1H' })
  const { asOf, items } = (await (await twin.user())('GET', '/me/wallet')).body
  expect(Date.parse(asOf) - clock.now.getTime()).toBeGreaterThanOrEqual(3_600_000)
  expect(items).toMatchObject([{ voucherId, state: 'READY', outletCount: 1 }])
})

const forged = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')
test.each([
  'limit=0',
  'limit=201',
  'lat=1',
  'lng=1',
  'cursor=',
  'cursor=forged',
  `cursor=${forged({})}`,
  `cursor=${forged(['2026-11-15', 0, '~', 'x', 'x'])}`,
  `cursor=${forged(['2026-11-15T08:30:00.000Z', '0', '~', 'x', 'x'])}`,
  `cursor=${forged(['2026-11-15T08:30:00.000Z', 0, '~', 'x', 'x', 'x'])}`,
])('400 validation_failed: %s', async (query) => {
  expect(await wallet('mei', `?${query}`)).toMatchObject({ error: 'validation_failed' })
})
