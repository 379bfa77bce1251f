import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { refuse } from '../../src/platform/refusal.ts'
import { deleteExpiredRows } from '../../src/process/expired-rows.ts'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call, createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { openTill, PIN, WRONG_PIN } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness({}, { attemptsPerMinute: 1000 })
const { db, clock, served, deps, logs } = harness
const as = (key: string): Call => heldToContract(served, harness.as(key))
const admin = as(ADMIN_KEY)
const market = openMarket(admin)

const [bank, telco] = [await onboardIssuer(harness), await onboardIssuer(harness)]
const [kopi, teh] = [await openTill(harness, { name: 'Kopi' }), await openTill(harness, { name: 'Teh' })]
const [coffee, tea] = [await kopi.offer({ title: 'Free kopi' }), await teh.offer({ title: 'Free teh' })]
const unlocated = await market.outlet(kopi.merchant.id, { name: 'Anywhere', pin: PIN })
const [mei, ali] = [visitorsOf(harness, bank)('mei'), visitorsOf(harness, telco)('ali')]
const userIdOf = async (name: string): Promise<string> =>
  (await db<[{ id: string }]>`select id from users where external_user_id = ${name}`)[0].id

const FAR = { consumerLat: 3.1679, consumerLng: 101.7116 }
const UNKNOWN = randomUUID()
/** The attempts are a minute apart, so that their order is known. */
const attempt = async (by: Call, till: typeof kopi, voucherId: string, changes = {}) => {
  clock.advance(60_000)
  return till.redeem(by, voucherId, changes)
}
const tooFar = await attempt(mei, kopi, coffee.id, FAR)
await attempt(mei, kopi, coffee.id, { pin: WRONG_PIN })
await attempt(ali, kopi, coffee.id, { pin: WRONG_PIN, outletId: unlocated.id })
await attempt(ali, teh, tea.id)
await attempt(ali, teh, tea.id)
await attempt(mei, teh, UNKNOWN)
const [meiId, aliId] = [await userIdOf('mei'), await userIdOf('ali')]

type Item = Record<string, unknown>
const list = async (query: object = {}, call = admin): Promise<Item[]> => {
  const { status, body } = await call('GET', `/admin/refusals?${new URLSearchParams({ ...query })}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.items
}
const codes = async (query: object = {}, call = admin) => (await list(query, call)).map(({ code }) => code)

const ALL = ['voucher_not_found', 'limit_reached', 'invalid_pin', 'invalid_pin', 'too_far']

test('200: each refused attempt, newest first, and not those that succeeded', async () => {
  expect(await codes()).toEqual(ALL)
  expect(await list({ code: 'too_far' })).toEqual([
    {
      id: expect.any(String),
      requestId: tooFar.headers['x-request-id'],
      at: expect.any(String),
      partnerId: bank.id,
      userId: meiId,
      externalUserId: 'mei',
      voucherId: coffee.id,
      voucherTitle: 'Free kopi',
      outletId: kopi.outlet.id,
      outletName: 'Kopi Corner',
      merchantId: kopi.merchant.id,
      code: 'too_far',
      reason: 'The device was 1,112 m from the outlet. The maximum is 150 m.',
      facts: [
        {
          sentence: 'too_far:measured',
          details: {
            distanceMeters: { type: 'NUMBER', value: '1112' },
            maxMeters: { type: 'NUMBER', value: '150' },
          },
        },
      ],
      distanceMeters: 1112,
      details: { distanceMeters: 1112, maxMeters: 150 },
    },
  ])
})

test('200: the reason as a sentence, with the facts of the response where there are any', async () => {
  const reasons = new Map((await list()).map(({ code, reason }) => [code, reason]))
  expect(Object.fromEntries(reasons)).toEqual({
    voucher_not_found: 'The voucher does not exist or was never published.',
    limit_reached: 'The user had used 1 of 1 redemptions.',
    invalid_pin: 'The PIN is wrong.',
    too_far: 'The device was 1,112 m from the outlet. The maximum is 150 m.',
  })
})

test('200: the distance of every refusal whose positions are known, and no PIN', async () => {
  const distances = (await list()).map(({ code, distanceMeters }) => [code, distanceMeters])
  expect(distances).toEqual([
    ['voucher_not_found', 111.2],
    ['limit_reached', 111.2],
    ['invalid_pin', null],
    ['invalid_pin', 111.2],
    ['too_far', 1112],
  ])
  const stored = JSON.stringify(await db`select * from refusals`)
  expect(stored).not.toMatch(new RegExp(`"(${PIN}|${WRONG_PIN})"`))
})

test('200: a voucher that does not exist has no title and no merchant', async () => {
  const [item] = await list({ voucherId: UNKNOWN })
  expect(item).toMatchObject({ voucherId: UNKNOWN, voucherTitle: null, merchantId: null })
})

test.each<[name: string, filter: () => object, expected: string[]]>([
  ['userId', () => ({ userId: meiId }), ['voucher_not_found', 'invalid_pin', 'too_far']],
  ['partnerId', () => ({ partnerId: telco.id }), ['limit_reached', 'invalid_pin']],
  ['merchantId', () => ({ merchantId: kopi.merchant.id }), ['invalid_pin', 'invalid_pin', 'too_far']],
  ['outletId', () => ({ outletId: unlocated.id }), ['invalid_pin']],
  ['voucherId', () => ({ voucherId: tea.id }), ['limit_reached']],
  ['code', () => ({ code: 'invalid_pin' }), ['invalid_pin', 'invalid_pin']],
  ['from', () => ({ from: clock.now.toISOString() }), ['voucher_not_found']],
  ['to', () => ({ to: clock.now.toISOString() }), ALL.slice(1)],
  ['all together', () => ({ userId: aliId, code: 'limit_reached', voucherId: tea.id }), ['limit_reached']],
])('200: filtered by %s', async (_name, filter, expected) => {
  expect(await codes(filter())).toEqual(expected)
})

test('200: pages of two show every refusal once', async () => {
  const seen: unknown[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const response = await admin('GET', `/admin/refusals?limit=2${cursor && `&cursor=${cursor}`}`)
    seen.push(...response.body.items.map(({ code }: Item) => code))
    cursor = response.body.nextCursor as string | null
  }
  expect(seen).toEqual(ALL)
})

test('200: a merchant sees refusals of its vouchers, a partner refusals of its users, with any filter', async () => {
  const keyOf = async (access: object) =>
    as((await admin('POST', '/admin/keys', { name: 'key', ...access })).body.key)
  const merchant = await keyOf({ role: 'merchant', merchantIds: [teh.merchant.id] })
  const partner = await keyOf({ role: 'partner', partnerId: bank.id })
  expect([await codes({}, merchant), await codes({ userId: meiId }, merchant)]).toEqual([
    ['limit_reached'],
    [],
  ])
  expect(await codes({}, partner)).toEqual(['voucher_not_found', 'invalid_pin', 'too_far'])
  expect(await codes({ userId: aliId }, partner)).toEqual([])
})

test('400 validation_failed: a cursor of another list, or a code that is no refusal', async () => {
  const { body } = await admin('GET', '/admin/redemptions?limit=1')
  for (const query of [`cursor=${body.nextCursor ?? 'x'}`, 'code=internal_error', 'from=yesterday']) {
    const response = await admin('GET', `/admin/refusals?${query}`)
    expect([query, response.status, response.body.error]).toEqual([query, 400, 'validation_failed'])
  }
})

test('the stats count exactly the refusals of the list', async () => {
  const { body } = await admin('GET', '/admin/stats')
  const listed = Map.groupBy(await codes(), (code) => code)
  expect(Object.fromEntries(body.refused.map(({ reason, count }: Item) => [reason, count]))).toEqual(
    Object.fromEntries([...listed].map(([code, all]) => [code, all.length])),
  )
})

test('refusals are recorded in the background, without a request for the list', async () => {
  await attempt(mei, kopi, coffee.id, { pin: WRONG_PIN })
  await expect
    .poll(async () => (await db`select from refusals where at = ${clock.now}`).length, { timeout: 5000 })
    .toBe(1)
})

test('refusals are recorded when the node shuts down', async () => {
  const node = await harness.startNode()
  clock.advance(60_000)
  const token = bank.mint({ sub: 'mei' })
  await node.as(token)('POST', '/me/redemptions', kopi.bodyFor(coffee.id, { pin: WRONG_PIN }))
  await node.deps.depsIn(await node.deps.cells.forNewMerchant()).refusalLog.close()
  expect(await db`select from refusals where at = ${clock.now}`).toHaveLength(1)
})

test('refusals are kept while the database is unavailable, and recorded once afterwards', async () => {
  clock.advance(60_000)
  await db`alter table refusals rename to hidden`
  const response = await kopi.redeem(mei, coffee.id, { pin: WRONG_PIN })
  expect([response.status, response.body.error]).toEqual([401, 'invalid_pin'])
  await deps.refusalLog.flush()
  await db`alter table hidden rename to refusals`
  expect(logs.some((line) => line.includes('could not record refused redemptions'))).toBe(true)
  await deps.refusalLog.flush()
  await deps.refusalLog.flush()
  expect(await db`select from refusals where at = ${clock.now}`).toHaveLength(1)
})

test('at most 2,000 refusals wait to be recorded: the rest is dropped, and the log says how many', async () => {
  const before = (await db`select from refusals`).length
  const request = {
    requestId: randomUUID(),
    partner: { id: bank.id, clockOffsetMs: 0 },
    externalUserId: 'mei',
    voucherId: coffee.id,
    outletId: kopi.outlet.id,
    consumer: null,
  }
  for (let i = 0; i < 2003; i += 1)
    deps.refusalLog.record(request, refuse('rate_limited', { retryAfterSeconds: 9 }))
  await deps.refusalLog.flush()
  expect(await db`select from refusals`).toHaveLength(before + 2000)
  expect(logs.some((line) => line.includes('"dropped":3,'))).toBe(true)
})

test('refusals are kept for 30 days, then deleted', async () => {
  const before = (await db`select from refusals`).length
  await db`update refusals set at = ${clock.now}::timestamptz - interval '30 days' where code = 'too_far'`
  await deleteExpiredRows(deps)
  expect(await db`select from refusals`).toHaveLength(before)
  clock.advance(1)
  await deleteExpiredRows(deps)
  expect(await db`select from refusals where code = 'too_far'`).toHaveLength(0)
  expect(await db`select from refusals`).toHaveLength(before - 1)
})
