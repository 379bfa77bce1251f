import { randomUUIDv7 } from 'node:crypto'
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

const favorite = (merchantId: unknown, by = call) => by('POST', '/me/favorites', { merchantId })
const rows = (merchantId: string) =>
  db`select user_id, created_at from favorites where merchant_id = ${merchantId}`

test('201, then 200 with the same body, however much later', async () => {
  const { id } = await market.merchant()
  const first = await favorite(id)
  const [user] = await db`select id from users where external_user_id = 'user-42'`
  expect([first.status, first.body]).toEqual([
    201,
    { userId: user?.id, merchantId: id, createdAt: clock.now.toISOString() },
  ])
  clock.advance(60_000)
  const second = await favorite(id.toUpperCase())
  expect([second.status, second.body]).toEqual([200, first.body])
  expect(await rows(id)).toEqual([{ userId: user?.id, createdAt: first.body.createdAt }])
})

test('200: VOUCHER_PUBLISHED reaches the users who favorite the merchant at that time', async () => {
  const { id } = await market.shop()
  await favorite(id, visitor('fan'))
  await favorite(id, visitor('former fan'))
  await visitor('former fan')('DELETE', `/me/favorites/${id}`)
  const draft = await market.draft(id)
  const { body } = await admin('POST', `/admin/vouchers/${draft.id}/publish`)
  expect(body.eventsEnqueued).toBe(1)
})

test('201 once: a hundred favorites at once by an unknown user: one row', async () => {
  const { id } = await market.merchant()
  const crowd = visitor('a hundred hands')
  const responses = await Promise.all(Array.from({ length: 100 }, () => favorite(id, crowd)))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(99).fill(200), 201])
  expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await rows(id)).toHaveLength(1)
})

test('after many adds and removes at once, the last request decides', async () => {
  const { id } = await market.merchant()
  const visit = visitor('in the storm')
  for (const last of ['POST', 'DELETE', 'POST'] as const) {
    const storm = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        i % 2 === 0 ? favorite(id, visit) : visit('DELETE', `/me/favorites/${id}`),
      ),
    )
    const outcomes = new Set(storm.map(({ status }) => status))
    expect([...outcomes].every((status) => [200, 201, 204].includes(status))).toBe(true)
    const wasThere = (await rows(id)).length === 1
    if (last === 'POST') expect((await favorite(id, visit)).status).toBe(wasThere ? 200 : 201)
    else expect((await visit('DELETE', `/me/favorites/${id}`)).status).toBe(204)
    expect(await rows(id)).toHaveLength(last === 'POST' ? 1 : 0)
    expect((await visit('GET', `/merchants/${id}`)).body.favorited).toBe(last === 'POST')
    expect((await visit('GET', '/me/favorites')).body).toHaveLength(last === 'POST' ? 1 : 0)
  }
})

test.each([
  ['no body', undefined],
  ['an empty object', {}],
  ['null', { merchantId: null }],
  ['a list', { merchantId: [randomUUIDv7()] }],
  ['no uuid', { merchantId: 'kopi' }],
])('400 validation_failed: %s', async (_name, body) => {
  const response = await call('POST', '/me/favorites', body)
  expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
})

test('403 merchant_out_of_scope: active or not; nothing written', async () => {
  const [outside, inactive] = [await market.merchant(), await market.merchant({ isActive: false })]
  const narrow = await onboardIssuer(harness, { scope: { merchantIds: [], categories: ['TRAVEL'] } })
  const narrowed = visitorsOf(harness, narrow)()
  for (const { id } of [outside, inactive]) {
    const response = await favorite(id, narrowed)
    expect([response.status, response.body]).toEqual([403, { error: 'merchant_out_of_scope' }])
    expect(await rows(id)).toEqual([])
  }
  await market.change(`/admin/partners/${narrow.id}`, {
    scope: { merchantIds: [outside.id], categories: [] },
  })
  expect((await favorite(outside.id, narrowed)).status).toBe(201)
})

test('404 merchant_not_found: unknown', async () => {
  for (const id of [randomUUIDv7(), '00000000-0000-0000-0000-000000000000']) {
    const response = await favorite(id)
    expect([response.status, response.body]).toEqual([404, { error: 'merchant_not_found' }])
  }
})

test('422 merchant_inactive: a new favorite of an inactive merchant; nothing written', async () => {
  const { id } = await market.merchant({ isActive: false })
  const response = await favorite(id)
  expect([response.status, response.body]).toEqual([422, { error: 'merchant_inactive' }])
  expect(await rows(id)).toHaveLength(0)
})

test('200 with the original: an existing favorite whose merchant is inactive now', async () => {
  const { id } = await market.merchant()
  const first = await favorite(id)
  await market.change(`/admin/merchants/${id}`, { isActive: false })
  clock.advance(60_000)
  const second = await favorite(id)
  expect([second.status, second.body]).toEqual([200, first.body])
  expect((await favorite(id, visitor('newcomer'))).body).toEqual({ error: 'merchant_inactive' })
  expect(await rows(id)).toHaveLength(1)
})

test('403 merchant_out_of_scope: an existing favorite is not repeated once its merchant has left the scope', async () => {
  const { id } = await market.merchant()
  const narrow = await onboardIssuer(harness)
  const narrowed = visitorsOf(harness, narrow)()
  await favorite(id, narrowed)
  await market.change(`/admin/partners/${narrow.id}`, { scope: { merchantIds: [], categories: [] } })
  expect((await favorite(id, narrowed)).body).toEqual({ error: 'merchant_out_of_scope' })
})
