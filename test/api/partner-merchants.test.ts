import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'
import { onboard, signedCalls } from '../support/signing.ts'

const harness = await createHarness()
const { admin } = harness
const signedAs = await signedCalls(harness)
const market = openMarket(admin)
const kopi = await market.merchant({ name: 'Kopi Corner' })
const spa = await market.merchant({ name: 'Spa', category: 'BEAUTY', isActive: false })
const outlet = await market.outlet(kopi.id, { name: 'Suria' })
const everything = await onboard(admin)

const list = async (partner: typeof everything, query = '') =>
  (await signedAs(partner)('GET', `/integrations/merchants${query}`)).body
const names = async (partner: typeof everything) =>
  (await list(partner)).items.map(({ name }: { name: string }) => name)

test('200: all merchants with their outlets, inactive ones too, in pages', async () => {
  const first = await list(everything, '?limit=1')
  expect(first).toEqual({
    items: [
      {
        ...{ id: kopi.id, name: 'Kopi Corner', slug: kopi.slug, category: kopi.category, isActive: true },
        outlets: [{ id: outlet.id, name: 'Suria', isActive: true }],
      },
    ],
    next: kopi.id,
  })
  expect(await list(everything, `?limit=1&after=${first.next}`)).toMatchObject({
    items: [{ id: spa.id, isActive: false, outlets: [] }],
    next: null,
  })
})

test('200: only the merchants in scope, by id or by category', async () => {
  const byId = await onboard(admin, { scope: { merchantIds: [spa.id], categories: [] } })
  const byCategory = await onboard(admin, { scope: { merchantIds: [], categories: [kopi.category] } })
  const none = await onboard(admin, { scope: { merchantIds: [], categories: [] } })
  expect([await names(byId), await names(byCategory), await names(none)]).toEqual([
    ['Spa'],
    ['Kopi Corner'],
    [],
  ])
})

test.each(['?limit=0', '?limit=201', '?limit=x', '?after=x'])('400 validation_failed: %s', async (query) => {
  expect((await list(everything, query)).error).toBe('validation_failed')
})

test('401 invalid_signature: another secret', async () => {
  const response = await signedAs(everything)('GET', '/integrations/merchants', undefined, {
    secret: 'x'.repeat(32),
  })
  expect([response.status, response.body]).toEqual([401, { error: 'invalid_signature' }])
})

test('x-unknown-fields names the fields and parameters that are ignored', async () => {
  const call = signedAs(everything)
  const upsert = (body: object, query = '') => call('POST', `/integrations/users${query}`, body)
  const plain = await upsert({ externalUserId: 'user-42', displayName: 'Aina' })
  expect([plain.status, plain.headers['x-unknown-fields']]).toEqual([201, undefined])
  const ignored = await upsert(
    { externalUserId: 'user-42', displayname: 'Aina', 'e,mail\\né': 1 },
    '?dryRun=1',
  )
  expect([ignored.status, ignored.headers['x-unknown-fields']]).toEqual([
    200,
    `displayname, ${encodeURIComponent('e,mail\\né')}, dryRun`,
  ])
  const events = await call('GET', '/integrations/events?limit=1&since=now')
  expect([events.status, events.headers['x-unknown-fields']]).toEqual([200, 'since'])
  const refused = await upsert({ externalUserId: '', nickname: 'A' })
  expect([refused.status, refused.headers['x-unknown-fields']]).toEqual([400, 'nickname'])
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`field-${i}-${'x'.repeat(90)}`, 1]))
  const capped = (await upsert({ externalUserId: 'user-42', ...many })).headers['x-unknown-fields'] ?? ''
  expect(capped.split(', ')).toHaveLength(20)
  expect(capped.length).toBeLessThan(2000)
})

test('nobody without the secret learns which fields are known', async () => {
  const forged = { secret: 'x'.repeat(32) }
  const response = await signedAs(everything)('POST', '/integrations/users?a=1', { b: 1 }, forged)
  expect([response.status, response.headers['x-unknown-fields']]).toEqual([401, undefined])
})
