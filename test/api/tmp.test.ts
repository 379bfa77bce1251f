import { expect, test } from 'vitest'
import { createHarness } from '../harness.ts'
import { openMarket, visitorsOf } from '../market.ts'
import { onboardIssuer } from '../tokens.ts'
const harness = await createHarness()
const market = openMarket(harness.admin)
const issuer = await onboardIssuer(harness)
const call = visitorsOf(harness, issuer)()
test('image', async () => {
  const { id } = await market.shop()
  const v = await market.offer(id)
  await market.unpublish(v.id)
  console.log((await harness.admin('PATCH', `/admin/vouchers/${v.id}`, { imagePath: null })).status)
  console.log((await harness.as(issuer.mint())('GET', `/vouchers/${v.id}`)).body)
  expect((await call('GET', `/vouchers/${v.id}`)).status).toBe(200)
})
test('head', async () => {
  const h = await harness.server.inject({ method: 'HEAD', url: '/merchants', headers: { authorization: `Bearer ${issuer.mint()}` } })
  console.log(h.statusCode, h.headers)
  const e = h.headers.etag as string
  const g = await harness.server.inject({ method: 'GET', url: '/merchants', headers: { authorization: `Bearer ${issuer.mint()}`, 'if-none-match': e, 'accept-encoding': 'br, gzip' } })
  console.log(g.statusCode, g.headers)
})
