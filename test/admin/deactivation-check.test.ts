import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { clock } = harness
const admin = heldToContract(harness.served, harness.as(ADMIN_KEY))
const market = openMarket(admin)
const user = visitorsOf(harness, await onboardIssuer(harness))
const check = (id: string) => admin('GET', `/admin/merchants/${id}/deactivation-check`)

test('200: counts published vouchers that have not ended, and their claims', async () => {
  const [shop, other] = [await market.shop(), await market.shop()]
  const inAnHour = new Date(clock.now.getTime() + 3_600_000).toISOString()
  const [live, ending, withdrawn] = [
    await market.offer(shop.id),
    await market.offer(shop.id, { validUntil: inAnHour }),
    await market.offer(shop.id),
  ]
  await market.draft(shop.id)
  const elsewhere = await market.offer(other.id)
  for (const name of ['mei', 'ali']) {
    for (const { id } of [live, ending, withdrawn, elsewhere]) {
      expect((await user(name)('POST', '/me/claims', { voucherId: id })).status).toBe(201)
    }
  }
  await admin('POST', `/admin/vouchers/${withdrawn.id}/unpublish`)
  expect((await check(shop.id)).body).toEqual({ merchantId: shop.id, liveVouchers: 2, claims: 4 })
  clock.advance(3_600_000)
  expect((await check(shop.id)).body).toEqual({ merchantId: shop.id, liveVouchers: 1, claims: 2 })
})

test('200: zero of both for a merchant without vouchers; 404 not_found for an unknown one', async () => {
  const shop = await market.shop()
  expect((await check(shop.id)).body).toEqual({ merchantId: shop.id, liveVouchers: 0, claims: 0 })
  expect((await check(randomUUID())).body.error).toBe('not_found')
})
