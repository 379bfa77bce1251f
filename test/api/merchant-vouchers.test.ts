import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { idsOf, openMarket, visitorsOf } from '../support/market.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, clock, db } = harness
const market = openMarket(admin)
const issuer = await onboardIssuer(harness)
const visitor = visitorsOf(harness, issuer)
const call = visitor()

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(clock.now.getTime() + days * DAY_MS).toISOString()
const list = (merchantId: string, query = '') => call('GET', `/merchants/${merchantId}/vouchers${query}`)
const nextOf = ({ link }: Record<string, string>) => link?.match(/^<([^>]+)>; rel="next"$/)?.[1] ?? null

test('200: a voucher’s public fields and the user’s usage, and no other fields', async () => {
  const merchant = await market.merchant({ timezone: 'Asia/Kuala_Lumpur' })
  const outlet = await market.outlet(merchant.id)
  const fields = {
    title: '{b}Two{/b} "for" one',
    description: 'All day',
    terms: 'Dine-in only',
    imagePath: '/uploads/two.webp',
    valueType: 'BOGO',
    codeSource: 'AUTO',
    claimFlow: 'WALLET',
    favoritesOnly: true,
    redemptionCount: 3,
    cycle: 'MONTHLY',
    globalRedemptionCap: 500,
    validFrom: '2026-01-01T00:00:00.000Z',
    validUntil: inDays(400),
    applicableFrom: '2026-02-01T00:00:00.000Z',
    applicableUntil: inDays(300),
    outletIds: [outlet.id],
  }
  const { id, publishedAt } = await market.offer(merchant.id, fields)
  clock.now = new Date('2026-11-15T10:00:00Z')
  const { body } = await list(merchant.id)
  const me = { claimed: false, claimedAt: null, used: 0, remaining: 3 }
  const cycle = { cycleKey: '2026-11', cycleResetsAt: '2026-11-30T16:00:00.000Z' }
  expect(body).toEqual([
    { id, merchantId: merchant.id, ...fields, publishedAt, isActive: true, me: { ...me, ...cycle } },
  ])
})

test('200: a voucher with only the required fields', async () => {
  const { id } = await market.shop()
  await market.offer(id)
  expect((await list(id)).body).toMatchObject([
    {
      ...{ description: null, terms: null, valueType: null, codeSource: 'NONE', claimFlow: 'WALLET' },
      ...{ globalRedemptionCap: null, validFrom: null, validUntil: null, outletIds: null },
      me: { used: 0, remaining: 1, cycleKey: 'ONE_TIME', cycleResetsAt: null },
    },
  ])
})

test('200: only live vouchers, newest publication first', async () => {
  const { id } = await market.shop()
  const drafts = [await market.draft(id), await market.draft(id), await market.draft(id)]
  for (const draft of drafts.toReversed()) {
    clock.advance(1000)
    await admin('POST', `/admin/vouchers/${draft.id}/publish`)
  }
  const [first, second, third] = drafts
  await market.draft(id)
  expect(idsOf(await list(id))).toEqual([first.id, second.id, third.id])
  await market.unpublish(second.id)
  expect(idsOf(await list(id))).toEqual([first.id, third.id])
  await admin('POST', `/admin/vouchers/${second.id}/publish`)
  // The first publication decides the order.
  expect(idsOf(await list(id))).toEqual([first.id, second.id, third.id])
  await market.change(`/admin/vouchers/${first.id}`, { validUntil: inDays(1), validFrom: inDays(0.5) })
  expect(idsOf(await list(id))).toEqual([first.id, second.id, third.id])
  clock.advance(DAY_MS - 1)
  expect(idsOf(await list(id))).toEqual([first.id, second.id, third.id])
  clock.advance(1)
  expect(idsOf(await list(id))).toEqual([second.id, third.id])
})

test('200: claimed is true only for the user who claimed', async () => {
  const { id } = await market.shop()
  const voucher = await market.offer(id)
  const meOf = async (sub: string) => (await visitor(sub)('GET', `/merchants/${id}/vouchers`)).body[0].me
  expect(await meOf('claimer')).toMatchObject({ claimed: false, claimedAt: null })
  expect(await db`select from users where external_user_id = 'claimer'`).toHaveLength(0)
  const { body: claim } = await visitor('claimer')('POST', '/me/claims', { voucherId: voucher.id })
  expect(await meOf('claimer')).toMatchObject({ claimed: true, claimedAt: claim.claimedAt })
  expect(await meOf('other')).toMatchObject({ claimed: false, claimedAt: null })
  expect(await db`select from users where external_user_id = 'other'`).toHaveLength(0)
})

test('200: used and remaining in the current cycle, from the counter that enforces the limit', async () => {
  const { id } = await market.merchant()
  await market.outlet(id)
  const voucher = await market.offer(id, { cycle: 'MONTHLY', redemptionCount: 2 })
  clock.now = new Date('2026-11-15T10:00:00Z')
  const user = await visitor('redeemer')('GET', '/me')
  const redeem = (cycleKey: string, n = 1) => db`
    insert into user_quotas as q (user_id, voucher_id, cycle_key, used)
    values (${user.body.id}, ${voucher.id}, ${cycleKey}, ${n})
    on conflict (user_id, voucher_id, cycle_key) do update set used = q.used + excluded.used`
  const me = async () => (await visitor('redeemer')('GET', `/merchants/${id}/vouchers`)).body[0].me
  await redeem('2026-10')
  await redeem('2026-11', 0)
  expect(await me()).toMatchObject({ used: 0, remaining: 2 })
  await redeem('2026-11')
  expect(await me()).toMatchObject({ used: 1, remaining: 1 })
  await redeem('2026-11')
  await redeem('2026-11')
  expect(await me()).toMatchObject({ used: 3, remaining: 0 })
  clock.now = new Date('2026-12-01T00:00:00Z')
  expect(await me()).toMatchObject({ used: 0, remaining: 2, cycleKey: '2026-12' })
})

test('200: all pages of any size are the complete list, ties in time included', async () => {
  const { id } = await market.shop()
  for (let i = 0; i < 7; i += 1) {
    if (i % 3 === 0) clock.advance(1)
    await market.offer(id)
  }
  const whole = idsOf(await list(id))
  expect(whole).toHaveLength(7)
  expect((await list(id)).headers.link).toBeUndefined()
  for (const limit of [1, 2, 3, 6, 7, 200]) {
    const ids: string[] = []
    for (let next: string | null = `/merchants/${id}/vouchers?limit=${limit}`; next; ) {
      const response = await call('GET', next)
      ids.push(...idsOf(response))
      next = nextOf(response.headers)
    }
    expect([limit, ids]).toEqual([limit, whole])
  }
})

test('200: a cursor continues after a voucher that is no longer live', async () => {
  const { id } = await market.shop()
  for (let i = 0; i < 3; i += 1) {
    clock.advance(1000)
    await market.offer(id)
  }
  const whole = idsOf(await list(id))
  const first = await list(id, '?limit=1')
  await market.unpublish(whole[0] as string)
  expect(idsOf(await call('GET', nextOf(first.headers) ?? ''))).toEqual([whole[1]])
})

test('400 validation_failed: a limit of 0, a cursor of another list', async () => {
  const [{ id }, other] = [await market.shop(), await market.shop()]
  for (const merchant of [id, other.id]) for (let i = 0; i < 2; i += 1) await market.offer(merchant)
  const cursor = new URL(
    nextOf((await list(other.id, '?limit=1')).headers) ?? '',
    'http://x',
  ).searchParams.get('cursor')
  const forged = (text: string) => Buffer.from(text).toString('base64url')
  const uuid = randomUUIDv7()
  for (const query of [
    'limit=0',
    'limit=201',
    'limit=x',
    'cursor=',
    'cursor=forged',
    `cursor=${cursor}`,
    `cursor=${forged(uuid)}`,
    `cursor=${forged(`vouchers of ${id}|${uuid}`)}`,
    `cursor=${forged(`vouchers of ${id}|2026-02-31T00:00:00.000Z|${uuid}`)}`,
    `cursor=${forged(`vouchers of ${id}|0000-01-01T00:00:00.000Z|${uuid}`)}`,
    `cursor=${forged(`vouchers of ${id}|2026-02-01T00:00:00.000Z|nobody`)}`,
    `cursor=${forged(`vouchers of ${id}|2026-02-01T00:00:00.000Z|${uuid}|`)}`,
  ]) {
    const response = await list(id, `?${query}`)
    expect([query, response.status, response.body.error]).toEqual([query, 400, 'validation_failed'])
    expect(response.body.issues[0].path).toBe(query.startsWith('limit') ? '/limit' : '/cursor')
  }
  expect(
    (await list(id, `?cursor=${forged(`vouchers of ${id}|2099-01-01T00:00:00.000Z|${uuid}`)}`)).body,
  ).toHaveLength(2)
})

test('404 not_found: malformed, unknown, inactive or out of scope', async () => {
  const inactive = await market.shop()
  await market.offer(inactive.id)
  await market.change(`/admin/merchants/${inactive.id}`, { isActive: false })
  const outside = await market.shop()
  const narrow = await onboardIssuer(harness, { scope: { merchantIds: [inactive.id], categories: [] } })
  const narrowed = visitorsOf(harness, narrow)()
  for (const response of [
    await list('nobody'),
    await list('%00'),
    await list(randomUUIDv7()),
    await list(inactive.id),
    await narrowed('GET', `/merchants/${inactive.id}/vouchers`),
    await narrowed('GET', `/merchants/${outside.id}/vouchers`),
  ]) {
    expect([response.status, response.body]).toEqual([404, { error: 'not_found' }])
  }
})
