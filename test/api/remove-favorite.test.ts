import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, db } = harness
const market = openMarket(admin)
const issuer = await onboardIssuer(harness)
const visitor = visitorsOf(harness, issuer)
const call = visitor()

const remove = (merchantId: string, by = call, headers = {}) =>
  by('DELETE', `/me/favorites/${merchantId}`, undefined, headers)
const rows = (merchantId: string) => db`select from favorites where merchant_id = ${merchantId}`

test('204, empty: removed, also the second time', async () => {
  const { id } = await market.merchant()
  await call('POST', '/me/favorites', { merchantId: id })
  expect(await rows(id)).toHaveLength(1)
  for (const spelling of [id.toUpperCase(), id]) {
    const response = await remove(spelling)
    expect([response.status, response.body]).toEqual([204, ''])
    expect(await rows(id)).toHaveLength(0)
  }
})

test('204: removes only the caller’s own favorite', async () => {
  const { id } = await market.merchant()
  await visitor('one')('POST', '/me/favorites', { merchantId: id })
  await visitor('two')('POST', '/me/favorites', { merchantId: id })
  await remove(id, visitor('one'))
  expect(await rows(id)).toHaveLength(1)
  expect((await visitor('two')('GET', `/merchants/${id}`)).body.favorited).toBe(true)
})

test.each([
  'nobody',
  '0',
  '%20',
  '%00',
  '0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9',
  '%F0%9F%A6%8A',
  randomUUIDv7(),
])('204: %s was not a favorite', async (id) => {
  expect((await remove(id)).status).toBe(204)
})

test('204: with a content type and no body, and for an inactive merchant', async () => {
  const { id } = await market.merchant()
  await call('POST', '/me/favorites', { merchantId: id })
  await market.change(`/admin/merchants/${id}`, { isActive: false })
  expect((await remove(id, call, { 'content-type': 'application/json' })).status).toBe(204)
  expect(await rows(id)).toHaveLength(0)
})

test('204: for 20 removals at once', async () => {
  const { id } = await market.merchant()
  await call('POST', '/me/favorites', { merchantId: id })
  const responses = await Promise.all(Array.from({ length: 20 }, () => remove(id)))
  expect(responses.every(({ status }) => status === 204)).toBe(true)
  expect(await rows(id)).toHaveLength(0)
})

test('204: a favorite whose merchant has left the partner’s scope is removed', async () => {
  const { id } = await market.merchant()
  const narrow = await onboardIssuer(harness)
  const [narrowed, neighbor] = [visitorsOf(harness, narrow)(), visitorsOf(harness, narrow)('neighbor')]
  for (const by of [narrowed, neighbor]) await by('POST', '/me/favorites', { merchantId: id })
  await market.change(`/admin/partners/${narrow.id}`, { scope: { merchantIds: [], categories: [] } })
  const response = await remove(id.toUpperCase(), narrowed)
  expect([response.status, response.body]).toEqual([204, ''])
  expect(await rows(id)).toHaveLength(1)
  expect((await narrowed('GET', '/me/favorites')).body).toEqual([])
})

test('403 merchant_out_of_scope: never a favorite, or no longer one', async () => {
  const { id } = await market.merchant()
  const narrow = await onboardIssuer(harness)
  const narrowed = visitorsOf(harness, narrow)()
  await narrowed('POST', '/me/favorites', { merchantId: id })
  await market.change(`/admin/partners/${narrow.id}`, { scope: { merchantIds: [], categories: [] } })
  await remove(id, narrowed)
  for (const by of [narrowed, visitorsOf(harness, narrow)('never')]) {
    const response = await remove(id, by)
    expect([response.status, response.body]).toEqual([403, { error: 'merchant_out_of_scope' }])
  }
})
