import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { idsOf, openMarket, visitorsOf } from '../support/market.ts'
import { signedCalls } from '../support/signing.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness({}, { attemptsPerMinute: 1000 })
const { admin, clock } = harness
const market = openMarket(admin)
const issuer = await onboardIssuer(harness)
const visitor = visitorsOf(harness, issuer)
const till = await openTill(harness)
const plenty = await till.offer({ redemptionCount: 1000 })

const redeem = async (sub: string, changes = {}, voucherId = plenty.id) =>
  (await till.redeem(visitor(sub), voucherId, changes)).body
const list = (sub: string, query = '') => visitor(sub)('GET', `/me/redemptions${query}`)
const nextOf = ({ link }: Record<string, string>) => link?.match(/^<([^>]+)>; rel="next"$/)?.[1] ?? null
const NO_GPS = { consumerLat: undefined, consumerLng: undefined }

test('200: newest first, both statuses, each as it was answered; no-store', async () => {
  const coded = await till.offer({ codeSource: 'AUTO', cycle: 'MONTHLY', redemptionCount: 2 })
  const first = await redeem('mei', {}, coded.id)
  clock.advance(1)
  const second = await redeem('mei', NO_GPS, coded.id)
  clock.advance(1)
  const third = await redeem('mei')
  const response = await list('mei')
  expect([response.status, response.body]).toEqual([200, [third, second, first]])
  expect(response.body.map(({ status }: { status: string }) => status)).toEqual([
    'SUCCESS',
    'FLAGGED',
    'SUCCESS',
  ])
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.headers.link).toBeUndefined()
})

test('200: sorted by redemption time, also if the ids are in another order', async () => {
  const redeemed = []
  for (let i = 0; i < 3; i += 1) {
    redeemed.push(await redeem('backwards'))
    clock.advance(-1000)
  }
  expect((await list('backwards')).body).toEqual(redeemed)
  clock.advance(3000)
})

test('200: empty for a new user; each user sees only their own', async () => {
  await redeem('owner')
  expect((await list('somebody else')).body).toEqual([])
  const elsewhere = visitorsOf(harness, await onboardIssuer(harness))
  expect((await elsewhere('owner')('GET', '/me/redemptions')).body).toEqual([])
})

test('200: redemptions stay, whatever happens to voucher, outlet, merchant and scope', async () => {
  const stall = await openTill(harness)
  const voucher = await stall.offer()
  const narrow = await onboardIssuer(harness)
  const by = visitorsOf(harness, narrow)()
  const { body } = await stall.redeem(by, voucher.id)
  await market.unpublish(voucher.id)
  await market.change(`/admin/outlets/${stall.outlet.id}`, { isActive: false, name: 'Renamed' })
  await market.change(`/admin/merchants/${stall.merchant.id}`, { isActive: false })
  await market.change(`/admin/partners/${narrow.id}`, { scope: { merchantIds: [], categories: [] } })
  expect((await by('GET', '/me/redemptions')).body).toEqual([body])
})

test('200: all pages of any size are the complete list, ties in time included', async () => {
  for (let i = 0; i < 9; i += 1) {
    if (i % 3 === 0) clock.advance(1)
    await redeem('collector', i % 2 ? NO_GPS : {})
  }
  const whole = idsOf(await list('collector'))
  expect(new Set(whole).size).toBe(9)
  for (const limit of [1, 2, 4, 8, 9, 200]) {
    const ids: string[] = []
    for (let next: string | null = `/me/redemptions?limit=${limit}`; next; ) {
      const response = await visitor('collector')('GET', next)
      ids.push(...idsOf(response))
      next = nextOf(response.headers)
    }
    expect([limit, ids]).toEqual([limit, whole])
  }
})

test('200: a redemption between two page requests is on neither page and shifts nothing', async () => {
  for (let i = 0; i < 4; i += 1) {
    clock.advance(1)
    await redeem('busy')
  }
  const whole = idsOf(await list('busy'))
  const first = await list('busy', '?limit=2')
  clock.advance(1)
  await redeem('busy')
  expect(idsOf(await visitor('busy')('GET', nextOf(first.headers) ?? ''))).toEqual(whole.slice(2))
})

test.each(['limit=0', 'limit=201', 'limit=', 'limit=1e1', 'cursor=', 'cursor=forged', 'cursor=AAAA'])(
  '400 validation_failed: %s',
  async (query) => {
    const response = await list('mei', `?${query}`)
    expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
  },
)

test('401 missing_token, 404 user_not_found', async () => {
  expect((await harness.as(undefined)('GET', '/me/redemptions')).body).toEqual({ error: 'missing_token' })
  await redeem('forgotten')
  await (await signedCalls(harness))(issuer.partner)('DELETE', '/integrations/users/forgotten')
  const response = await list('forgotten')
  expect([response.status, response.body]).toEqual([404, { error: 'user_not_found' }])
})
