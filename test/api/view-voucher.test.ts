import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, clock, db } = harness
const market = openMarket(admin)
const visitor = visitorsOf(harness, await onboardIssuer(harness))
const call = visitor()

const view = (id: string) => call('GET', `/vouchers/${id}`)

test('200: as in the merchant’s list', async () => {
  const { id } = await market.shop({ timezone: 'Pacific/Auckland' })
  const voucher = await market.offer(id, { cycle: 'BIWEEKLY', redemptionCount: 2 })
  clock.now = new Date('2026-11-15T10:59:59.999Z')
  const { body } = await view(voucher.id)
  expect(body).toEqual((await call('GET', `/merchants/${id}/vouchers`)).body[0])
  expect(body.me).toMatchObject({ cycleKey: '2026-11-02/P2W', cycleResetsAt: '2026-11-15T11:00:00.000Z' })
  clock.advance(1)
  expect((await view(voucher.id)).body.me).toMatchObject({
    cycleKey: '2026-11-16/P2W',
    cycleResetsAt: '2026-11-29T11:00:00.000Z',
  })
  expect((await view(voucher.id.toUpperCase())).body.id).toBe(voucher.id)
})

test('200: a voucher that is no longer live: unpublished, of an inactive merchant, expired', async () => {
  const { id } = await market.shop()
  const voucher = await market.offer(id, { validUntil: new Date(clock.now.getTime() + 1000).toISOString() })
  const isActive = async () => (await view(voucher.id)).body.isActive
  expect(await isActive()).toBe(true)
  await market.unpublish(voucher.id)
  expect(await isActive()).toBe(false)
  await admin('POST', `/admin/vouchers/${voucher.id}/publish`)
  expect(await isActive()).toBe(true)
  await market.change(`/admin/merchants/${id}`, { isActive: false })
  expect(await isActive()).toBe(false)
  await market.change(`/admin/merchants/${id}`, { isActive: true })
  clock.advance(1000)
  expect((await view(voucher.id)).status).toBe(200)
})

test('200: claimed is true only for the user who claimed; viewing creates no user', async () => {
  const { id } = await market.shop()
  const voucher = await market.offer(id)
  const meOf = async (sub: string) => (await visitor(sub)('GET', `/vouchers/${voucher.id}`)).body.me
  expect((await meOf('holder')).claimed).toBe(false)
  expect(await db`select from users where external_user_id = 'holder'`).toHaveLength(0)
  const { body: claim } = await visitor('holder')('POST', '/me/claims', { voucherId: voucher.id })
  expect(await meOf('holder')).toMatchObject({ claimed: true, claimedAt: claim.claimedAt })
  expect((await meOf('other')).claimed).toBe(false)
})

test('200: imagePath is null if an unpublished voucher has lost its image', async () => {
  const { id } = await market.shop()
  const voucher = await market.offer(id)
  await market.unpublish(voucher.id)
  await market.change(`/admin/vouchers/${voucher.id}`, { imagePath: null })
  expect((await view(voucher.id)).body.imagePath).toBeNull()
})

test('403 voucher_out_of_scope; a draft out of scope is 404', async () => {
  const [inside, outside] = [await market.shop(), await market.shop()]
  const [seen, hidden] = [await market.offer(inside.id), await market.offer(outside.id)]
  const draft = await market.draft(outside.id)
  const narrow = await onboardIssuer(harness, { scope: { merchantIds: [inside.id], categories: [] } })
  const narrowed = visitorsOf(harness, narrow)()
  const statusOf = async (id: string) => (await narrowed('GET', `/vouchers/${id}`)).status
  expect([await statusOf(seen.id), await statusOf(hidden.id), await statusOf(draft.id)]).toEqual([
    200, 403, 404,
  ])
  expect((await narrowed('GET', `/vouchers/${hidden.id}`)).body).toEqual({ error: 'voucher_out_of_scope' })
  await market.change(`/admin/partners/${narrow.id}`, { scope: null })
  expect(await statusOf(hidden.id)).toBe(200)
})

test('404 voucher_not_found: malformed, unknown or never published', async () => {
  const { id } = await market.shop()
  const draft = await market.draft(id)
  for (const unknown of ['nothing', '%00', '0199a7f0', randomUUIDv7(), draft.id, id]) {
    const response = await view(unknown)
    expect([unknown, response.status, response.body]).toEqual([unknown, 404, { error: 'voucher_not_found' }])
  }
})
