import { randomUUIDv7 } from 'node:crypto'
import { DAYS } from '@counterfoil/contract/hours-text.ts'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, clock, db } = harness
const market = openMarket(admin)
const issuer = await onboardIssuer(harness)
const visitor = visitorsOf(harness, issuer)
const call = visitor()

const view = (id: string, headers = {}) => call('GET', `/merchants/${id}`, undefined, headers)

test('200: the merchant as in the list, with its active outlets sorted by name', async () => {
  const category = await market.category('Coffee')
  const fields = {
    name: 'Kopi Corner',
    category: category.slug,
    subCategoryIds: category.subCategoryIds,
    isNew: true,
  }
  const { id } = await market.merchant({ ...fields, description: 'Charcoal "toast"' })
  const address = {
    addressLine: 'Lot 241',
    addressFull: 'Lot 241, Suria KLCC',
    city: 'Kuala Lumpur',
    state: 'Wilayah Persekutuan',
    postalCode: '050088',
    countryCode: 'MY',
  }
  const far = await market.outlet(id, { name: 'West', ...address, latitude: 3.1579, longitude: 101.7116 })
  const plain = await market.outlet(id, { name: 'East', pin: '0042' })
  await market.outlet(id, { name: 'Closed', isActive: false })
  await market.offer(id)
  const { body } = await view(id)
  const [listed] = (await call('GET', `/merchants?category=${category.slug}`)).body
  expect(body).toEqual({
    ...listed,
    outlets: [
      {
        ...{
          id: plain.id,
          name: 'East',
          addressLine: '1 Market Street',
          addressFull: '',
          city: 'Ipoh',
          state: '',
        },
        ...{ postalCode: '', countryCode: 'MY', isActive: true, hasPin: true },
      },
      {
        ...{ id: far.id, name: 'West', ...address, isActive: true, hasPin: false },
        ...{ latitude: 3.1579, longitude: 101.7116 },
      },
    ],
  })
})

test('200: outlets are in natural order, 2 before 10, whatever the case', async () => {
  const { id } = await market.merchant()
  for (const name of ['Outlet 10', 'outlet 9', 'Outlet 2', 'Annex', 'Outlet 1 B', 'Outlet 1 A']) {
    await market.outlet(id, { name })
  }
  const names = (await view(id)).body.outlets.map(({ name }: { name: string }) => name)
  expect(names).toEqual(['Annex', 'Outlet 1 A', 'Outlet 1 B', 'Outlet 2', 'outlet 9', 'Outlet 10'])
})

test('200: an outlet has latitude and longitude only if it has a position, even 0, 0', async () => {
  const { id } = await market.merchant()
  const outlet = await market.outlet(id, { latitude: 0, longitude: 0 })
  const keys = async () => Object.keys((await view(id)).body.outlets[0])
  expect((await view(id)).body.outlets[0]).toMatchObject({ latitude: 0, longitude: 0 })
  await market.change(`/admin/outlets/${outlet.id}`, { latitude: null, longitude: null })
  expect(await keys()).not.toEqual(expect.arrayContaining(['latitude']))
  expect(await keys()).not.toEqual(expect.arrayContaining(['longitude']))
})

test('200: a merchant without outlets; never a distance, a PIN or its hash', async () => {
  const { id } = await market.merchant()
  expect((await view(`${id}?lat=1&lng=1`)).body).toMatchObject({ id, outlets: [] })
  const outlet = await market.outlet(id, { pin: '7391', latitude: 1, longitude: 1 })
  const shown = JSON.stringify((await view(`${id}?lat=1&lng=1`)).body)
  const [stored] = await db`select pin_hash from outlets where id = ${outlet.id}`
  for (const secret of [
    '7391',
    stored?.pinHash.toString('hex'),
    stored?.pinHash.toString('base64'),
    'distance',
  ])
    expect(shown).not.toContain(secret)
})

test('200: an id in capitals is the same id', async () => {
  const { id } = await market.merchant()
  expect((await view(id.toUpperCase())).body.id).toBe(id)
})

test('200: an outlet is open until it closes, in its own time zone or else in its merchant’s', async () => {
  const dayAfter = (days: number) =>
    new Date(clock.now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const [tomorrow, theDayAfter] = [dayAfter(1), dayAfter(2)]
  const setClock = (time: string) => clock.advance(Date.parse(time) - clock.now.getTime())
  const weekly = DAYS.map((day) => ({ day, opens: '09:00', closes: '18:00' }))
  const hours = { openingHours: { weekly, exceptions: [] } }
  const { id } = await market.merchant({ timezone: 'Asia/Kuala_Lumpur' })
  const east = await market.outlet(id, { name: 'East', ...hours })
  await market.outlet(id, { name: 'West', ...hours, timezone: 'America/Phoenix' })
  const openings = async () =>
    (await view(id)).body.outlets.map(({ opening }: { opening: object }) => opening)
  const [here, away] = [{ timezone: 'Asia/Kuala_Lumpur' }, { timezone: 'America/Phoenix' }]
  const openUntil = (closesAt: string) => ({ isOpen: true, closesAt, opensAt: null })
  const closedUntil = (opensAt: string) => ({ isOpen: false, closesAt: null, opensAt })
  setClock(`${tomorrow}T09:30:00.000Z`)
  expect(await openings()).toEqual([
    { ...openUntil(`${tomorrow}T10:00:00.000Z`), ...here },
    { ...closedUntil(`${tomorrow}T16:00:00.000Z`), ...away },
  ])
  const { etag } = (await view(id)).headers
  setClock(`${tomorrow}T09:59:59.999Z`)
  expect((await view(id, { 'if-none-match': etag })).status).toBe(304)
  clock.advance(1)
  expect((await view(id, { 'if-none-match': etag })).status).toBe(200)
  expect((await openings())[0]).toEqual({ ...closedUntil(`${theDayAfter}T01:00:00.000Z`), ...here })
  await market.change(`/admin/merchants/${id}`, { timezone: 'Asia/Dubai' })
  expect((await openings())[0]).toMatchObject({ isOpen: true, timezone: 'Asia/Dubai' })
  await market.change(`/admin/outlets/${east.id}`, { openingHours: null })
  expect((await view(id)).body.outlets[0]).not.toHaveProperty('opening')
})

test('200: changes of the merchant, its outlets and its vouchers are visible at once', async () => {
  const { id } = await market.merchant({ name: 'Before' })
  expect((await view(id)).body).toMatchObject({ name: 'Before', outlets: [], topVoucher: null })
  await market.change(`/admin/merchants/${id}`, { name: 'After' })
  const outlet = await market.outlet(id, { name: 'First' })
  const voucher = await market.offer(id)
  expect((await view(id)).body).toMatchObject({
    name: 'After',
    outlets: [{ name: 'First', hasPin: false }],
    topVoucher: { id: voucher.id },
  })
  await market.change(`/admin/outlets/${outlet.id}`, { name: 'Renamed', pin: '1234' })
  expect((await view(id)).body.outlets).toMatchObject([{ name: 'Renamed', hasPin: true }])
  await market.change(`/admin/outlets/${outlet.id}`, { isActive: false })
  await market.unpublish(voucher.id)
  expect((await view(id)).body).toMatchObject({ outlets: [], topVoucher: null })
})

test('200: topVoucher is null after the end of its validity, with only the clock moved', async () => {
  const { id } = await market.shop()
  const validUntil = new Date(clock.now.getTime() + 60_000).toISOString()
  await market.offer(id, { validUntil })
  expect((await view(id)).body.topVoucher).not.toBeNull()
  clock.advance(60_000)
  expect((await view(id)).body.topVoucher).toBeNull()
})

test('200: favorited is per user, and viewing creates no user', async () => {
  const { id } = await market.merchant()
  const favoritedFor = async (sub: string) => (await visitor(sub)('GET', `/merchants/${id}`)).body.favorited
  expect(await favoritedFor('looker')).toBe(false)
  expect(await db`select from users where external_user_id = 'looker'`).toHaveLength(0)
  await visitor('looker')('POST', '/me/favorites', { merchantId: id })
  expect([await favoritedFor('looker'), await favoritedFor('other')]).toEqual([true, false])
})

test('304: nothing has changed; 200 after a change of a favorite, a name or an outlet', async () => {
  const { id } = await market.merchant()
  let { etag = '' } = (await view(id)).headers
  expect(etag).toMatch(/^W\/"/)
  const expectChange = async () => {
    const response = await view(id, { 'if-none-match': etag })
    expect(response.status).toBe(200)
    etag = response.headers.etag ?? ''
    const again = await view(id, { 'if-none-match': etag })
    expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag])
  }
  await call('POST', '/me/favorites', { merchantId: id })
  await expectChange()
  await market.change(`/admin/merchants/${id}`, { name: 'Renamed' })
  await expectChange()
  const outlet = await market.outlet(id)
  await expectChange()
  await market.change(`/admin/outlets/${outlet.id}`, { pin: '1234' })
  await expectChange()
})

test.each([
  'not-a-uuid',
  '0',
  'null',
  '%20',
  '0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9',
  '%F0%9F%A6%8A',
  '%00',
  'x'.repeat(300),
])('404 not_found: the invalid id %s', async (id) => {
  const response = await view(id)
  expect([response.status, response.body]).toEqual([404, { error: 'not_found' }])
  expect(response.headers['access-control-allow-origin']).toBe('*')
})

test('404 not_found: an unknown, an inactive and an out-of-scope merchant, with the same body', async () => {
  const inactive = await market.merchant({ isActive: false })
  const { slug } = await market.category()
  const inside = await market.merchant({ category: slug })
  const outside = await market.merchant()
  const narrow = await onboardIssuer(harness, { scope: { merchantIds: [], categories: [slug] } })
  const narrowed = visitorsOf(harness, narrow)()
  for (const response of [
    await view(randomUUIDv7()),
    await view(inactive.id),
    await narrowed('GET', `/merchants/${outside.id}`),
    await narrowed('GET', `/merchants/${outside.id}`, undefined, { 'if-none-match': '*' }),
  ]) {
    expect([response.status, response.body]).toEqual([404, { error: 'not_found' }])
  }
  expect((await narrowed('GET', `/merchants/${inside.id}`)).status).toBe(200)
  await market.change(`/admin/partners/${narrow.id}`, {
    scope: { merchantIds: [outside.id], categories: [] },
  })
  expect((await narrowed('GET', `/merchants/${outside.id}`)).status).toBe(200)
  expect((await narrowed('GET', `/merchants/${inside.id}`)).status).toBe(404)
})
