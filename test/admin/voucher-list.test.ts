import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { rollUpStats } from '../../src/domain/stats/roll-up.ts'
import { createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { until } from '../support/process.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, as, clock, db, deps } = harness
const DAY_MS = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(clock.now.getTime() + days * DAY_MS).toISOString()

const partner = await onboardIssuer(harness)
const till = await openTill(harness, { name: 'Kopi Corner', timezone: 'Asia/Kuala_Lumpur' })
const market = openMarket(admin)

type Item = Record<string, unknown> & { id: string; title: string }
type Cap = { used: number; limit: number; cycleKey: string; resetsAt: string }

const list = async (query = ''): Promise<Item[]> => (await admin('GET', `/admin/vouchers${query}`)).body.items
const titles = async (query: string) => (await list(query)).map(({ title }) => title).sort()
const ids: Record<string, string> = {}

beforeAll(async () => {
  const add = async (title: string, voucher: Promise<{ id: string }>) => {
    ids[title] = (await voucher).id
  }
  await add('Draft', market.draft(till.merchant.id, { title: 'Draft', validUntil: inDays(3) }))
  await add(
    'Live',
    till.offer({ title: 'Live', redemptionCount: 9, cycle: 'MONTHLY', globalRedemptionCap: 50 }),
  )
  await add('Ends soon', till.offer({ title: '{b}Ends{/b} soon', validUntil: inDays(6) }))
  await add('Ends later', till.offer({ title: 'Ends later', validUntil: inDays(20) }))
  await add('Upcoming', till.offer({ title: 'Upcoming', validFrom: inDays(2) }))
  await add('Taken back', till.offer({ title: 'Taken back' }))
  await market.unpublish(ids['Taken back'] as string)
  await add('Pool', till.pool(['A-1', 'A-2', 'A-3'], { title: 'Pool', redemptionCount: 2 }))
  const closed = await market.shop({ name: 'Closed shop' })
  await add('Inactive', market.offer(closed.id, { title: 'Inactive' }))
  await market.change(`/admin/merchants/${closed.id}`, { isActive: false })
  await db`update vouchers set valid_until = ${inDays(-1)} where id = ${(await till.offer({ title: 'Ended' })).id}`
})

test('200: every voucher with its merchant and state; one that ends within 7 days ends soon', async () => {
  const items = await list()
  const shown = items.map(({ title, merchantName, state, endsSoon }) => [
    title,
    merchantName,
    state,
    endsSoon,
  ])
  expect(shown.reverse()).toEqual([
    ['Draft', 'Kopi Corner', 'DRAFT', false],
    ['Live', 'Kopi Corner', 'LIVE', false],
    ['{b}Ends{/b} soon', 'Kopi Corner', 'LIVE', true],
    ['Ends later', 'Kopi Corner', 'LIVE', false],
    ['Upcoming', 'Kopi Corner', 'UPCOMING', false],
    ['Taken back', 'Kopi Corner', 'UNPUBLISHED', false],
    ['Pool', 'Kopi Corner', 'LIVE', false],
    ['Inactive', 'Closed shop', 'INACTIVE', false],
    ['Ended', 'Kopi Corner', 'ENDED', false],
  ])
})

test.each([
  ['DRAFT', ['Draft']],
  ['UPCOMING', ['Upcoming']],
  ['LIVE', ['Ends later', 'Live', 'Pool', '{b}Ends{/b} soon']],
  ['ENDED', ['Ended']],
  ['INACTIVE', ['Inactive']],
  ['UNPUBLISHED', ['Taken back']],
])('200: ?state=%s lists exactly the vouchers in that state', async (state, expected) => {
  expect(await titles(`?state=${state}`)).toEqual(expected)
})

test('200: filters by end, merchant and title, alone and together', async () => {
  expect(await titles('?endsWithinDays=7')).toEqual(['Draft', '{b}Ends{/b} soon'])
  expect(await titles('?endsWithinDays=30&state=LIVE')).toEqual(['Ends later', '{b}Ends{/b} soon'])
  expect(await titles('?q=ends soon')).toEqual(['{b}Ends{/b} soon'])
  expect(await titles('?q=EN')).toEqual(['Ended', 'Ends later', 'Taken back', '{b}Ends{/b} soon'])
  expect(await titles('?q=%25')).toEqual([])
  const [inactive] = await list('?state=INACTIVE')
  expect(await titles(`?merchantId=${inactive?.merchantId}`)).toEqual(['Inactive'])
})

test('200: use of the cap in this cycle, of the pool, and in 30 days; a void counts only in the pool', async () => {
  const user = visitorsOf(harness, partner)()
  const redeem = async (title: string) => {
    const { status, body } = await till.redeem(user, ids[title] as string)
    expect([status, body.error]).toEqual([201, undefined])
    return body.id
  }
  const use = async (title: string) => {
    const item = (await list()).find(({ id }) => id === ids[title])
    return { used: (item?.cap as Cap | null)?.used, codes: item?.codes, redeemed30Days: item?.redeemed30Days }
  }
  await redeem('Live')
  await redeem('Live')
  const voided = await redeem('Live')
  await redeem('Pool')
  const voidedOfPool = await redeem('Pool')
  for (const id of [voided, voidedOfPool])
    await admin('POST', `/admin/redemptions/${id}/void`, { reason: 'By mistake.' })
  expect(await use('Live')).toEqual({ used: 2, codes: null, redeemed30Days: 2 })
  const codes = { total: 3, dispensed: 2, available: 1 }
  expect(await use('Pool')).toEqual({ used: undefined, codes, redeemed30Days: 1 })

  const { recentFrom } = (await admin('GET', '/admin/vouchers')).body
  const rows = await admin(
    'GET',
    `/admin/redemptions?voucherId=${ids.Live}&voided=false&from=${recentFrom}&count=true`,
  )
  expect(rows.body.count).toEqual({ value: 2, isExact: true })
})

test('200: the count of 30 days is the same before and after days are closed, and follows a void of a closed day', async () => {
  const redeemed = async () => (await list('?q=Live'))[0]?.redeemed30Days
  const before = Number(await redeemed())
  const copies = await db<{ id: string }[]>`
    insert into redemptions
    select copy.*
    from generate_series(1, 40) as day
    cross join (select * from redemptions where voucher_id = ${ids.Live as string} and voided_at is null limit 1) as r
    cross join lateral jsonb_populate_record(
      r::redemptions,
      jsonb_build_object('id', uuid_v7(), 'redeemed_at', ${clock.now}::timestamptz - make_interval(days => day) + interval '1 minute')
    ) as copy
    returning id`
  expect(await redeemed()).toBe(before + 30)
  // Transactions of other databases in the cluster delay it.
  await until(async () => {
    await rollUpStats({ db })
    return (await db`select from group_stats where voucher_id = ${ids.Live as string}`).length >= 30
  })
  expect(await redeemed()).toBe(before + 30)
  await admin('POST', `/admin/redemptions/${copies[5]?.id}/void`, { reason: 'By mistake.' })
  expect(await redeemed()).toBe(before + 29)
  await rollUpStats({ db })
  expect(await redeemed()).toBe(before + 29)
})

test('200: the next cycle starts at zero, and redemptions leave the 30 days', async () => {
  const capOfLive = async () => (await list('?q=Live'))[0]?.cap as Cap
  const { resetsAt, cycleKey, used } = await capOfLive()
  expect(used).toBeGreaterThan(0)
  clock.advance(Date.parse(resetsAt) - clock.now.getTime())
  const next = await capOfLive()
  expect([next.used, next.limit, next.cycleKey > cycleKey]).toEqual([0, 50, true])
  clock.advance(31 * DAY_MS)
  expect((await list('?q=Live')).map(({ redeemed30Days }) => redeemed30Days)).toEqual([0])
})

test('200: a merchant sees its own vouchers only; 403 forbidden: a partner', async () => {
  const keyOf = async (access: object) =>
    as((await admin('POST', '/admin/keys', { name: 'key', ...access })).body.key)
  const merchant = await keyOf({ role: 'merchant', merchantIds: [till.merchant.id] })
  const { items, count } = (await merchant('GET', '/admin/vouchers?count=true')).body
  expect([items.length, count]).toEqual([8, { value: 8, isExact: true }])
  expect(items.every(({ merchantId }: Item) => merchantId === till.merchant.id)).toBe(true)
  const forbidden = await (await keyOf({ role: 'partner', partnerId: partner.id }))('GET', '/admin/vouchers')
  expect([forbidden.status, forbidden.body.error]).toEqual([403, 'forbidden'])
})

test('200: vouchers of test merchants only with merchantId', async () => {
  await admin('POST', `/admin/partners/${partner.id}/sandbox`)
  const [test] = await deps.homeDb<{ merchantId: string }[]>`
    select merchant_id from vouchers join merchants on merchants.id = merchant_id where mode = 'test' limit 1`
  expect((await list('?limit=200')).filter(({ merchantId }) => merchantId === test?.merchantId)).toEqual([])
  expect((await list(`?merchantId=${test?.merchantId}`)).length).toBeGreaterThan(0)
})

test('200 as CSV: the rows of the list in its order, without markup', async () => {
  const { headers, body } = await admin('GET', '/admin/vouchers.csv?sort=title&state=LIVE')
  expect(headers['content-disposition']).toBe('attachment; filename="vouchers.csv"')
  const rows: Record<string, string>[] = parse(body, { columns: true })
  const listed = await list('?sort=title&state=LIVE')
  expect(rows.map(({ id }) => id)).toEqual(listed.map(({ id }) => id))
  expect(rows.find(({ title }) => title === 'Pool')).toMatchObject({
    merchantName: 'Kopi Corner',
    codesDispensed: '2',
    codesTotal: '3',
    capLimit: '',
  })
})
