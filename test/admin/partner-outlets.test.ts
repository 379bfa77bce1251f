import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call, createHarness } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'
import { onboard } from '../support/signing.ts'

const harness = await createHarness()
const as = (key: string): Call => heldToContract(harness.served, harness.as(key))
const admin = as(ADMIN_KEY)
const market = openMarket(admin)
const fashion = await market.category()
const [kopi, shirts, hidden] = [
  await market.merchant({ name: 'Kopi Corner' }),
  await market.merchant({ name: 'Shirts', category: fashion.slug }),
  await market.merchant({ name: 'Hidden' }),
]
const suria = await market.outlet(kopi.id, { name: 'Suria', pin: '1234', latitude: 3.1, longitude: 101.7 })
const closed = await market.outlet(shirts.id, { name: 'Closed', city: 'Penang', isActive: false })
await market.outlet(hidden.id, { name: 'Elsewhere' })
const bank = await onboard(admin, {
  name: 'Bank',
  scope: { merchantIds: [kopi.id], categories: [fashion.slug] },
})
const ownKey = async (partnerId: string) =>
  as((await admin('POST', '/admin/keys', { name: 'own', role: 'partner', partnerId })).body.key)
const outletsOf = async (partnerId: string, call = admin, query = '') =>
  (await call('GET', `/admin/partners/${partnerId}/outlets${query}`)).body
const namesOf = (body: { items: { name: string }[] }) => body.items.map(({ name }) => name)

test('200: outlets of the merchants in scope, with address and state, and nothing about PINs and positions', async () => {
  const { items } = await outletsOf(bank.id, await ownKey(bank.id))
  expect(namesOf({ items })).toEqual(['Closed', 'Suria'])
  expect(items[1]).toEqual({
    ...{ id: suria.id, merchantId: kopi.id, merchantName: 'Kopi Corner', name: 'Suria', isActive: true },
    ...{ addressLine: '1 Market Street', addressFull: '', city: 'Ipoh', state: '', postalCode: '' },
    countryCode: 'MY',
  })
  expect(items[0]).toMatchObject({ id: closed.id, isActive: false })
})

test('200: an outlet of an inactive merchant is not active', async () => {
  await market.change(`/admin/merchants/${kopi.id}`, { isActive: false })
  expect((await outletsOf(bank.id)).items[1]).toMatchObject({ name: 'Suria', isActive: false })
  await market.change(`/admin/merchants/${kopi.id}`, { isActive: true })
})

test('200: found by merchant, name and address, page by page', async () => {
  for (const [q, found] of [
    ['kopi', ['Suria']],
    ['penang', ['Closed']],
    ['elsewhere', []],
  ] as const) {
    expect(namesOf(await outletsOf(bank.id, admin, `?q=${q}`))).toEqual(found)
  }
  const first = await outletsOf(bank.id, admin, '?limit=1')
  const second = await outletsOf(bank.id, admin, `?limit=1&cursor=${first.nextCursor}`)
  expect([namesOf(first), namesOf(second), second.nextCursor]).toEqual([['Closed'], ['Suria'], null])
})

test('200: all live outlets without a scope, none of them for a test partner; 404 for another partner’s key', async () => {
  const all = await onboard(admin, { name: 'All' })
  const trial = await onboard(admin, { name: 'Trial', slug: 'trial-test', mode: 'test' })
  expect(namesOf(await outletsOf(all.id))).toEqual(['Elsewhere', 'Closed', 'Suria'])
  expect(namesOf(await outletsOf(trial.id))).not.toContain('Suria')
  expect((await outletsOf(bank.id, await ownKey(all.id))).error).toBe('not_found')
})
