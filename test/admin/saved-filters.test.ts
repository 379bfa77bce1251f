import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, createHarness } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'
import { openStaffScene, withCookie } from '../support/staff-scene.ts'

const harness = await createHarness()
const { served } = harness
const admin = heldToContract(served, harness.as(ADMIN_KEY))
const visitor = heldToContract(served, harness.as(undefined))
const { member } = openStaffScene(harness)
const market = openMarket(harness.admin)
const [shop, other] = [await market.merchant(), await market.merchant()]

const person = async (access: object) => {
  const { cookie } = await member(access)
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    visitor(method, path, body, withCookie(cookie))
  const names = async (query = '') =>
    (await call('GET', `/admin/saved-filters${query}`)).body.items.map(({ name }: { name: string }) => name)
  return { call, names }
}
const aina = await person({ role: 'support' })
const ben = await person({ role: 'admin' })
const chong = await person({ role: 'merchant', merchantIds: [shop.id] })
const devi = await person({ role: 'merchant', merchantIds: [shop.id] })
const elsa = await person({ role: 'merchant', merchantIds: [other.id] })

const FILTER = { list: 'redemptions', name: 'To void', search: { reviewOutcome: 'REJECTED', voided: false } }

test('own filters are one’s own; shared ones are for colleagues; the same name replaces', async () => {
  const { status, body } = await aina.call('POST', '/admin/saved-filters', { ...FILTER, isShared: false })
  expect([status, body]).toMatchObject([201, { ...FILTER, isOwn: true, ownerName: 'Aina' }])
  expect([await aina.names(), await ben.names()]).toEqual([['To void'], []])
  await aina.call('POST', '/admin/saved-filters', { ...FILTER, search: { voided: true }, isShared: true })
  expect((await ben.call('GET', '/admin/saved-filters')).body.items).toMatchObject([
    { id: body.id, search: { voided: true }, isOwn: false },
  ])
  expect(await ben.names('?list=vouchers')).toEqual([])

  await chong.call('POST', '/admin/saved-filters', { ...FILTER, name: 'Ours', isShared: true })
  expect([await devi.names(), await elsa.names(), await aina.names()]).toEqual([['Ours'], [], ['To void']])

  expect((await elsa.call('DELETE', `/admin/saved-filters/${body.id}`)).status).toBe(404)
  const { id } = (await ben.call('POST', '/admin/saved-filters', { ...FILTER, isShared: true })).body
  expect((await aina.call('DELETE', `/admin/saved-filters/${id}`)).status).toBe(403)
  expect((await ben.call('DELETE', `/admin/saved-filters/${body.id}`)).status).toBe(204)
})

test.each([{ userId: '0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9d' }, { cursor: 'x' }, { colour: 'red' }])(
  '400: %o names a user, a page, or nothing',
  async (search) => {
    const response = await aina.call('POST', '/admin/saved-filters', { ...FILTER, search, isShared: false })
    expect([response.status, response.body.issues[0].path]).toEqual([
      400,
      `/search/${Object.keys(search)[0]}`,
    ])
  },
)

test('403 forbidden: an API key has no filters', async () => {
  expect((await admin('POST', '/admin/saved-filters', { ...FILTER, isShared: false })).status).toBe(403)
})
