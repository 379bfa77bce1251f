import { expect, test } from 'vitest'
import { openRefusalTally } from '../../src/domain/refusals/refusal-tally.ts'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call, createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { openTill, WRONG_PIN } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness({}, { attemptsPerMinute: 1000 })
const { db, deps, clock, served, startNode } = harness
const as = (key: string): Call => heldToContract(served, harness.as(key))
const admin = as(ADMIN_KEY)
const market = openMarket(admin)

clock.now = new Date('2026-11-10T08:00:00.000Z')
const [bank, telco] = [await onboardIssuer(harness), await onboardIssuer(harness)]
const [kopi, teh] = [await openTill(harness), await openTill(harness)]
const coffee = await kopi.offer({ redemptionCount: 1000 })
const tea = await teh.offer({ redemptionCount: 2 })
const kept = await market.offer(kopi.merchant.id)
const [mei, ali] = [visitorsOf(harness, bank)('mei'), visitorsOf(harness, telco)('ali')]
const keyOf = async (access: object) =>
  as((await admin('POST', '/admin/keys', { name: 'Key', ...access })).body.key)
const asKopi = await keyOf({ role: 'merchant', merchantIds: [kopi.merchant.id] })
const asBank = await keyOf({ role: 'partner', partnerId: bank.id })

const withoutLocation = { consumerLat: undefined, consumerLng: undefined }
const expectStatus = async (response: ReturnType<Call>, status: number) =>
  expect((await response).status).toBe(status)

// Three days, of which the second is empty.
await expectStatus(kopi.redeem(mei, coffee.id), 201)
await expectStatus(kopi.redeem(mei, coffee.id, withoutLocation), 201)
await expectStatus(kopi.redeem(mei, coffee.id, { pin: WRONG_PIN }), 401)
await expectStatus(mei('POST', '/me/claims', { voucherId: kept.id }), 201)
clock.now = new Date('2026-11-12T23:30:00.000Z')
await expectStatus(teh.redeem(mei, tea.id), 201)
await expectStatus(teh.redeem(ali, tea.id, withoutLocation), 201)
await expectStatus(teh.redeem(ali, tea.id), 201)
await expectStatus(teh.redeem(ali, tea.id), 422)
await expectStatus(kopi.redeem(ali, coffee.id, { pin: WRONG_PIN }), 401)
await expectStatus(kopi.redeem(ali, tea.id), 422)
await expectStatus(kopi.redeem(ali, bank.id), 404)
await expectStatus(ali('POST', '/me/claims', { voucherId: kept.id }), 201)
await expectStatus(ali('POST', '/me/claims', { voucherId: kept.id }), 200)
const mistake = await kopi.redeem(ali, coffee.id, withoutLocation)
await admin('POST', `/admin/redemptions/${mistake.body.id}/void`, { reason: 'By mistake.' })

const stats = async (query: object = {}, call = admin) => {
  const { status, body } = await call('GET', `/admin/stats?${new URLSearchParams({ ...query })}`)
  expect([status, body.error]).toEqual([200, undefined])
  return body
}
const sums = async (query: object = {}, call = admin) => {
  const { claims, redemptions, flagged, refused } = await stats(query, call)
  return { claims, redemptions, flagged, refused: refused.map((row: object) => Object.values(row).join(' ')) }
}

test('200: the last 30 days, with exact sums; a voided redemption is not counted', async () => {
  expect(await stats()).toMatchObject({
    from: '2026-10-13T23:30:00.000Z',
    to: '2026-11-12T23:30:00.000Z',
    // The end is exclusive: what happens at this millisecond is not included.
    redemptions: 2,
    days: [],
    deliveries: [],
    lowPools: [],
  })
  clock.advance(1)
  expect(await sums()).toEqual({
    claims: 2,
    redemptions: 5,
    flagged: 2,
    refused: ['invalid_pin 2', 'limit_reached 1', 'voucher_not_found 1', 'voucher_not_valid_at_outlet 1'],
  })
})

test.each([
  ['merchantId', { merchantId: kopi.merchant.id }, [2, 2, 1, ['invalid_pin 2']]],
  ['partnerId', { partnerId: bank.id }, [1, 3, 1, ['invalid_pin 1']]],
  ['both', { merchantId: kopi.merchant.id, partnerId: telco.id }, [1, 0, 0, ['invalid_pin 1']]],
  ['from', { from: '2026-11-11T00:00:00Z', merchantId: kopi.merchant.id }, [1, 0, 0, ['invalid_pin 1']]],
  ['to', { to: '2026-11-11T00:00:00+08:00' }, [1, 2, 1, ['invalid_pin 1']]],
  ['a leap second', { to: '2026-11-10T23:59:60Z' }, [1, 2, 1, ['invalid_pin 1']]],
  ['a period that ends in the year 1', { to: '0001-01-02T00:00:00Z' }, [0, 0, 0, []]],
  ['a period without any rows', { from: '2026-11-11T00:00:00Z', to: '2026-11-12T00:00:00Z' }, [0, 0, 0, []]],
  [
    'a period that ends before it starts',
    { from: '2026-12-01T00:00:00Z', to: '2026-11-01T00:00:00Z' },
    [0, 0, 0, []],
  ],
] as const)('200: %s', async (_title, query, expected) => {
  const { claims, redemptions, flagged, refused } = await sums(query)
  expect([claims, redemptions, flagged, refused]).toEqual(expected)
})

test('200: interval=day lists every day of the period, oldest first, and the days add up to the totals', async () => {
  const query = { from: '2026-11-09T12:00:00Z', to: '2026-11-13T00:00:00Z', interval: 'day' }
  const body = await stats(query)
  const none = { claims: 0, redemptions: 0, flagged: 0, refused: 0, refusedByReason: [] }
  expect(body.days).toEqual([
    { day: '2026-11-09', ...none },
    {
      ...{ day: '2026-11-10', claims: 1, redemptions: 2, flagged: 1, refused: 1 },
      refusedByReason: [{ reason: 'invalid_pin', count: 1 }],
    },
    { day: '2026-11-11', ...none },
    {
      ...{ day: '2026-11-12', claims: 1, redemptions: 3, flagged: 1, refused: 4 },
      refusedByReason: [
        { reason: 'invalid_pin', count: 1 },
        { reason: 'limit_reached', count: 1 },
        { reason: 'voucher_not_found', count: 1 },
        { reason: 'voucher_not_valid_at_outlet', count: 1 },
      ],
    },
  ])
  for (const stat of ['claims', 'redemptions', 'flagged'])
    expect(body.days.reduce((sum: number, day: Record<string, number>) => sum + (day[stat] ?? 0), 0)).toBe(
      body[stat],
    )
})

test('200: interval=hour lists every hour of the period, and the hours add up to the totals', async () => {
  const query = { from: '2026-11-10T06:30:00Z', to: '2026-11-13T00:00:00Z', interval: 'hour' }
  const body = await stats(query)
  expect([body.hours.length, body.hours[0].hour, body.hours.at(-1).hour]).toEqual([
    66,
    '2026-11-10T06:00:00.000Z',
    '2026-11-12T23:00:00.000Z',
  ])
  const busy = body.hours.filter((hour: Record<string, number>) => hour.redemptions || hour.refused)
  expect(busy).toMatchObject([
    { hour: '2026-11-10T08:00:00.000Z', claims: 1, redemptions: 2, flagged: 1, refused: 1 },
    { hour: '2026-11-12T23:00:00.000Z', claims: 1, redemptions: 3, flagged: 1, refused: 4 },
  ])
  expect(busy[0].refusedByReason).toEqual([{ reason: 'invalid_pin', count: 1 }])
  for (const stat of ['claims', 'redemptions', 'flagged'])
    expect(body.hours.reduce((sum: number, hour: Record<string, number>) => sum + (hour[stat] ?? 0), 0)).toBe(
      body[stat],
    )
  const own = await stats({ ...query, partnerId: telco.id }, asBank)
  expect(own.hours.every((hour: Record<string, number>) => hour.redemptions === 0)).toBe(true)
})

const PERIOD = { from: '2026-11-09T00:00:00Z', to: '2026-11-13T00:00:00Z' }
type Group = Record<string, unknown> & { id: string; redemptions: number; refused: number }
const grouped = async (query: object, call = admin) => {
  const { groups, others } = await stats({ ...PERIOD, ...query }, call)
  const countsOf = ({ id, claims, redemptions, flagged, refused }: Group) => [
    ...[id, claims, redemptions, flagged, refused],
  ]
  return { groups: groups.map(countsOf), others: countsOf({ ...others, id: others.groups }) }
}

test('200: groupBy=outlet counts each outlet as the lists of redemptions and refusals do; claims have no outlet', async () => {
  const { groups } = await stats({ ...PERIOD, groupBy: 'outlet' })
  expect((await grouped({ groupBy: 'outlet' })).groups).toEqual([
    [teh.outlet.id, null, 3, 1, 1],
    [kopi.outlet.id, null, 2, 1, 4],
  ])
  expect(groups[0]).toMatchObject({ name: teh.outlet.name, merchantId: teh.merchant.id, previous: null })
  for (const { id, redemptions, refused } of groups) {
    const listed = async (list: string) =>
      (await admin('GET', `/admin/${list}?${new URLSearchParams({ ...PERIOD, outletId: id })}`)).body.items
    const live = (await listed('redemptions')).filter(
      ({ voidedAt }: { voidedAt: unknown }) => voidedAt === null,
    )
    expect([live.length, (await listed('refusals')).length]).toEqual([redemptions, refused])
  }
  expect((await grouped({ groupBy: 'outlet' }, asKopi)).groups).toEqual([[kopi.outlet.id, null, 2, 1, 2]])
  expect(await stats(PERIOD)).toMatchObject({ groups: [], others: null })
})

test('200: groups by voucher, merchant, partner and category add up to the totals; others have no group', async () => {
  const none = [0, 0, 0, 0, 0]
  expect(await grouped({ groupBy: 'voucher' })).toEqual({
    groups: [
      [tea.id, 0, 3, 1, 2],
      [coffee.id, 0, 2, 1, 2],
      [kept.id, 2, 0, 0, 0],
    ],
    // The refusal of an unknown voucher.
    others: [0, 0, 0, 0, 1],
  })
  expect(await grouped({ groupBy: 'merchant' })).toEqual({
    groups: [
      [teh.merchant.id, 0, 3, 1, 2],
      [kopi.merchant.id, 2, 2, 1, 2],
    ],
    others: [0, 0, 0, 0, 1],
  })
  expect(await grouped({ groupBy: 'partner' })).toEqual({
    groups: [
      [bank.id, 1, 3, 1, 1],
      [telco.id, 1, 2, 1, 4],
    ],
    others: none,
  })
  expect(await grouped({ groupBy: 'category' })).toEqual({
    groups: [[kopi.merchant.category, 2, 5, 2, 4]],
    others: [0, 0, 0, 0, 1],
  })
  expect(await grouped({ groupBy: 'partner' }, asBank)).toMatchObject({ groups: [[bank.id, 1, 3, 1, 1]] })
  expect(await grouped({ groupBy: 'merchant', limit: 1 })).toEqual({
    groups: [[teh.merchant.id, 0, 3, 1, 2]],
    others: [1, 2, 2, 1, 3],
  })
})

test('200: the lists behind the stats of a category are those of its merchants', async () => {
  const countsOf = async (category: string) => {
    const query = new URLSearchParams({ ...PERIOD, category, count: 'true' })
    const lists = ['claims?', 'redemptions?voided=false&', 'refusals?']
    const pages = await Promise.all(lists.map((list) => admin('GET', `/admin/${list}${query}`)))
    return pages.map(({ body }) => body.count.value)
  }
  expect(await countsOf(kopi.merchant.category)).toEqual([2, 5, 4])
  expect(await countsOf('NO_SUCH_CATEGORY')).toEqual([0, 0, 0])
})

test('200: compare=previous counts the period before, also of groups that only it has', async () => {
  const query = {
    from: '2026-11-12T00:00:00+08:00',
    to: '2026-11-14T00:00:00+08:00',
    timezone: 'Asia/Kuala_Lumpur',
  }
  const body = await stats({ ...query, compare: 'previous', groupBy: 'outlet' })
  expect(body).toMatchObject({ timezone: 'Asia/Kuala_Lumpur', redemptions: 3, claims: 1 })
  // Two days of Kuala Lumpur before. The second of them is running, so it is compared until now.
  expect(body.previous).toEqual({
    ...{ from: '2026-11-09T16:00:00.000Z', to: '2026-11-10T23:30:00.001Z' },
    ...{ claims: 1, redemptions: 2, flagged: 1, refused: [{ reason: 'invalid_pin', count: 1 }] },
  })
  const counts = { claims: null, redemptions: 0, flagged: 0, refused: 0 }
  expect(body.groups).toMatchObject([
    { id: teh.outlet.id, redemptions: 3, previous: counts },
    { id: kopi.outlet.id, redemptions: 0, previous: { ...counts, redemptions: 2, flagged: 1, refused: 1 } },
  ])
  expect((await stats({ ...query, groupBy: 'outlet' })).groups).toHaveLength(2)
})

test('200: days are those of the time zone, with their hours and refusals', async () => {
  const local = async (timezone: string, from: string, to: string) => {
    const { days } = await stats({ from, to, timezone, interval: 'day' })
    return days.map(({ day, redemptions, refused }: Record<string, unknown>) => [day, redemptions, refused])
  }
  // 23:30 UTC is the next day in Kathmandu (+05:45) and the same in St. John's (−03:30).
  expect(await local('Asia/Kathmandu', '2026-11-12T00:00:00+05:45', '2026-11-14T00:00:00+05:45')).toEqual([
    ['2026-11-12', 0, 0],
    ['2026-11-13', 3, 4],
  ])
  expect(await local('America/St_Johns', '2026-11-12T00:00:00-03:30', '2026-11-14T00:00:00-03:30')).toEqual([
    ['2026-11-12', 3, 4],
    ['2026-11-13', 0, 0],
  ])
  const { hours } = await stats({
    ...{ from: '2026-11-12T18:15:00Z', to: '2026-11-13T18:15:00Z' },
    ...{ timezone: 'Asia/Kathmandu', interval: 'hour' },
  })
  expect([hours.length, hours[5].hour, hours[5].redemptions]).toEqual([24, '2026-11-12T23:15:00.000Z', 3])
})

test('200: the CSV has all groups, with the previous period; text is quoted', async () => {
  const query = new URLSearchParams({ ...PERIOD, groupBy: 'outlet', compare: 'previous' })
  const { status, body, headers } = await admin('GET', `/admin/stats.csv?${query}`)
  expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="stats.csv"'])
  const lines = String(body).trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toContain('"redemptions","previousRedemptions"')
  expect(lines[1]).toContain(`"${teh.outlet.id}","${teh.outlet.name}"`)
  expect(lines[1]).toContain(',3,0,,,1,0,1,0')
  expect((await admin('GET', '/admin/stats.csv')).body.error).toBe('validation_failed')
})

test('200: a merchant’s or partner’s key sees only its own stats, whatever the filter', async () => {
  expect(await sums({}, asKopi)).toEqual(await sums({ merchantId: kopi.merchant.id }))
  expect(await sums({}, asBank)).toEqual(await sums({ partnerId: bank.id }))
  const nothing = { claims: 0, redemptions: 0, flagged: 0, refused: [] }
  expect(await sums({ merchantId: teh.merchant.id }, asKopi)).toEqual(nothing)
  expect(await sums({ partnerId: telco.id }, asBank)).toEqual(nothing)
})

test.each([
  ['a time that does not exist', 'from=2026-13-01T00:00:00Z'],
  ['another interval', 'interval=week'],
  ['more than 7 days by the hour', 'from=2026-11-01T00:00:00Z&to=2026-11-08T00:00:01Z&interval=hour'],
  ['more than 400 days by outlet', 'from=2025-01-01T00:00:00Z&to=2026-11-02T00:00:00Z&groupBy=outlet'],
  ['another group', 'groupBy=city'],
  ['a limit that is too high', 'limit=1001'],
  ['more days than the maximum', 'from=2020-01-01T00:00:00Z&interval=day'],
  ['an invalid id', 'merchantId=nonsense'],
])('400 validation_failed: %s', async (_title, query) => {
  const response = await admin('GET', `/admin/stats?${query}`)
  expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
})

test('400 validation_failed: an unknown time zone, with its field', async () => {
  const { body } = await admin('GET', '/admin/stats?timezone=Asia/Atlantis')
  expect([body.error, body.issues[0].path]).toEqual(['validation_failed', '/timezone'])
})

test('200: low pools; a merchant sees its own, a partner none', async () => {
  const pool = await market.draft(kopi.merchant.id, {
    codeSource: 'MANUAL',
    claimFlow: 'INSTANT',
    redemptionCount: 9,
  })
  const codes = (count: number, prefix: string) =>
    admin('POST', `/admin/vouchers/${pool.id}/codes`, {
      codes: Array.from({ length: count }, (_, i) => `${prefix}-${i}`),
    })
  await codes(4, 'A')
  await admin('POST', `/admin/vouchers/${pool.id}/publish`)
  expect((await stats()).lowPools).toEqual([])
  await kopi.redeem(mei, pool.id)
  expect((await stats()).lowPools).toEqual([])
  await kopi.redeem(mei, pool.id)
  const low = {
    voucherId: pool.id,
    voucherTitle: pool.title,
    merchantId: kopi.merchant.id,
    available: 2,
    total: 4,
  }
  for (const call of [admin, asKopi]) expect((await stats({}, call)).lowPools).toEqual([low])
  expect((await stats({}, asBank)).lowPools).toEqual([])
  expect((await stats({ merchantId: teh.merchant.id })).lowPools).toEqual([])
  await codes(100, 'B')
  expect((await stats()).lowPools).toEqual([])
})

test('concurrent counts of several nodes add up, and a node writes its counts when it shuts down', async () => {
  const before = await db`select sum(count)::int as sum from refusal_counts`
  const nodes = [await startNode(), await startNode()]
  const token = bank.mint({ sub: 'mei' })
  await Promise.all(
    nodes.flatMap((node) =>
      Array.from({ length: 4 }, async () => {
        const body = kopi.bodyFor(coffee.id, { outletId: teh.outlet.id })
        const response = await node.as(token)('POST', '/me/redemptions', body)
        expect(response.body.error).toBe('voucher_not_valid_at_outlet')
      }),
    ),
  )
  await Promise.all(nodes.map((node) => node.stop()))
  const after = await db`select sum(count)::int as sum from refusal_counts`
  expect(after[0]?.sum - before[0]?.sum).toBe(8)
})

test('if refusal counts cannot be written, redemptions continue and the counts are written later', async () => {
  let isAway = true
  const away = new Proxy(db, {
    get: (target, name) =>
      name === 'begin' && isAway
        ? () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
        : Reflect.get(target, name),
  })
  const tally = openRefusalTally({ db: away, log: deps.log, now: () => new Date('2030-01-01T10:59:59Z') })
  for (let i = 0; i < 3; i += 1)
    tally.count({ partnerId: bank.id, voucherId: coffee.id, outletId: kopi.outlet.id }, 'too_far')
  tally.count({ partnerId: bank.id, voucherId: coffee.id, outletId: kopi.outlet.id }, 'unavailable')
  await tally.flush()
  tally.count({ partnerId: bank.id, voucherId: coffee.id, outletId: kopi.outlet.id }, 'too_far')
  isAway = false
  await tally.close()
  expect(await db`select * from refusal_counts where quarter >= '2030-01-01'`).toEqual([
    {
      quarter: '2030-01-01T10:45:00.000Z',
      partnerId: bank.id,
      merchantId: kopi.merchant.id,
      voucherId: coffee.id,
      outletId: kopi.outlet.id,
      reason: 'too_far',
      count: 4,
    },
  ])
})
