import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, db } = harness
const market = openMarket(admin)
const issuer = await onboardIssuer(harness)
const visitor = visitorsOf(harness, issuer)
const till = await openTill(harness, { name: 'Till' })
const merchantPath = `/merchants/${till.merchant.id}`

async function useUp(voucherId: string): Promise<void> {
  expect((await till.redeem(visitor('quick'), voucherId)).status).toBe(201)
}

test('200: a merchant, its vouchers and the branding, as the routes of each part return them', async () => {
  const offer = await till.offer({ title: 'Plain bun' })
  const mei = visitor('mei')
  await mei('POST', '/me/favorites', { merchantId: till.merchant.id })
  const part = async (path: string) => (await mei('GET', path)).body
  const { name: categoryName } = (await part('/categories')).find(
    ({ slug }: { slug: string }) => slug === till.merchant.category,
  )
  const vouchers = await part(`${merchantPath}/vouchers`)
  expect(await part(`${merchantPath}/screen`)).toEqual({
    branding: await part('/branding'),
    categoryName,
    merchant: await part(merchantPath),
    vouchers: vouchers.map((voucher: object) => ({ ...voucher, supply: 'AVAILABLE' })),
  })
  expect(await part(`/vouchers/${offer.id}/screen`)).toEqual({
    branding: await part('/branding'),
    merchant: await part(merchantPath),
    voucher: { ...(await part(`/vouchers/${offer.id}`)), supply: 'AVAILABLE' },
  })
})

test('200: the supply that all users have left, also for a user who is not known', async () => {
  const capped = await till.offer({ title: 'One for all', globalRedemptionCap: 1 })
  const enough = await till.offer({ title: 'Many for all', globalRedemptionCap: 9 })
  const pool = await till.pool(['LAST-ONE'], { title: 'Coded' })
  for (const { id } of [capped, enough, pool]) await useUp(id)
  const stranger = visitor('stranger')
  const { body } = await stranger('GET', `${merchantPath}/screen`)
  const supplyOf = ({ id }: { id: string }) =>
    body.vouchers.find((voucher: { id: string }) => voucher.id === id).supply
  expect([capped, enough, pool].map(supplyOf)).toEqual(['CAP_REACHED', 'AVAILABLE', 'CODES_EXHAUSTED'])
  expect((await stranger('GET', `/vouchers/${capped.id}/screen`)).body.voucher.supply).toBe('CAP_REACHED')
  expect(await db`select id from users where external_user_id = 'stranger'`).toEqual([])
})

test('200: a voucher whose merchant is inactive has no merchant', async () => {
  const { id } = await market.shop()
  const voucher = await market.offer(id)
  await market.change(`/admin/merchants/${id}`, { isActive: false })
  const { status, body } = await visitor()('GET', `/vouchers/${voucher.id}/screen`)
  expect([status, body.merchant, body.voucher.isActive]).toEqual([200, null, false])
})

test('304: not modified', async () => {
  const get = visitor('mei')
  const { headers } = await get('GET', `${merchantPath}/screen`)
  const again = await get('GET', `${merchantPath}/screen`, undefined, {
    'if-none-match': String(headers.etag),
  })
  expect(again.status).toBe(304)
})
