import { randomUUIDv7 } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type ApiResponse, type Call, createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { openTill, PIN, WRONG_PIN } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, clock, db } = harness
const market = openMarket(admin)
const issuer = await onboardIssuer(harness)
const visitor = visitorsOf(harness, issuer)
const till = await openTill(harness)
const { redeem, refused } = till
const plenty = await till.offer({ redemptionCount: 1000 })

let people = 0
const someone = (): Call => {
  people += 1
  return visitor(`someone-${people}`)
}
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const limited = (retryAfterSeconds: number): [number, object] => [
  429,
  { error: 'rate_limited', details: { retryAfterSeconds } },
]
const outcome = ({ status, body }: ApiResponse) => (status === 201 ? 201 : [status, body])

describe('attempts', () => {
  test('429 rate_limited: the sixth attempt in 60 seconds, for this user only', async () => {
    const by = someone()
    for (let i = 0; i < 5; i += 1) {
      expect((await redeem(by, plenty.id)).status).toBe(201)
      clock.advance(4.5 * SECOND)
    }
    const response = await refused(by, plenty.id, {}, limited(38))
    expect(response.headers['retry-after']).toBe('38')
    expect((await redeem(someone(), plenty.id)).status).toBe(201)
  })

  test('the 60-second window slides, to the millisecond', async () => {
    const by = someone()
    for (let i = 0; i < 5; i += 1) {
      expect((await redeem(by, plenty.id)).status).toBe(201)
      clock.advance(10 * SECOND)
    }
    clock.advance(10 * SECOND - 1)
    await refused(by, plenty.id, {}, limited(1))
    clock.advance(1)
    expect((await redeem(by, plenty.id)).status).toBe(201)
    await refused(by, plenty.id, {}, limited(10))
    clock.advance(9001)
    await refused(by, plenty.id, {}, limited(1))
    clock.advance(999)
    expect((await redeem(by, plenty.id)).status).toBe(201)
    await refused(by, plenty.id, {}, limited(10))
  })

  test('an attempt that gets 429 does not count, so a client that keeps asking gets through later', async () => {
    const by = someone()
    for (let i = 0; i < 5; i += 1) expect((await redeem(by, plenty.id)).status).toBe(201)
    for (let left = 60; left > 0; left -= 10) {
      await refused(by, plenty.id, {}, limited(left))
      clock.advance(10 * SECOND)
    }
    for (let i = 0; i < 5; i += 1) expect((await redeem(by, plenty.id)).status).toBe(201)
    await refused(by, plenty.id, {}, limited(60))
  })

  test('refused attempts count, whatever the refusal', async () => {
    const by = someone()
    await redeem(by, randomUUIDv7())
    await redeem(by, plenty.id, { outletId: randomUUIDv7() })
    await redeem(by, plenty.id, { pin: WRONG_PIN })
    await redeem(by, plenty.id, { consumerLat: 0 })
    await redeem(by, (await market.offer(till.merchant.id)).id)
    await refused(by, plenty.id, {}, limited(60))
    await refused(by, randomUUIDv7(), { pin: WRONG_PIN }, limited(60))
  })

  test('schema failures, previews and lists count no attempt', async () => {
    const by = someone()
    for (let i = 0; i < 6; i += 1) {
      await redeem(by, plenty.id, { pin: 4821 })
      await by('POST', '/me/redemptions/preview', { voucherId: plenty.id })
      await by('GET', '/me/redemptions')
    }
    for (let i = 0; i < 5; i += 1) expect((await redeem(by, plenty.id)).status).toBe(201)
  })

  test('20 at once: five are allowed', async () => {
    const by = someone()
    const responses = await Promise.all(Array.from({ length: 20 }, () => redeem(by, plenty.id)))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(5)
    const rest = responses.filter(({ status }) => status !== 201).map(outcome)
    expect(rest).toEqual(Array(15).fill(limited(60)))
    const [held] =
      await db`select cardinality(times) as n from redemption_attempts a join users u on u.id = a.user_id
      where external_user_id = ${`someone-${people}`}`
    expect(held?.n).toBe(5)
  })

  test('three used, then ten at once: two are allowed', async () => {
    const by = someone()
    for (let i = 0; i < 3; i += 1) await redeem(by, plenty.id)
    clock.advance(20 * SECOND)
    const responses = await Promise.all(Array.from({ length: 10 }, () => redeem(by, plenty.id)))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(2)
    const rest = responses.filter(({ status }) => status !== 201).map(outcome)
    expect(rest).toEqual(Array(8).fill(limited(40)))
  })

  test('the limit is shared by all nodes', async () => {
    const node = await harness.startNode()
    const [here, there] = [visitor('two nodes'), visitorsOf({ ...harness, as: node.as }, issuer)('two nodes')]
    for (const by of [here, there, here, there, here]) expect((await redeem(by, plenty.id)).status).toBe(201)
    await refused(there, plenty.id, {}, limited(60))
  })
})

describe('PIN guessing', () => {
  /** Guesses as fast as the attempt limit allows: five, then the next ones a minute later. */
  async function guess(by: Call, times: number, changes = {}): Promise<void> {
    for (let i = 0; i < times; i += 1) {
      if (i % 5 === 0) clock.advance(MINUTE)
      const response = await redeem(by, plenty.id, { pin: WRONG_PIN, ...changes })
      expect(outcome(response)).toEqual([401, { error: 'invalid_pin' }])
    }
  }

  test('429 rate_limited: after ten wrong PINs, for an hour from the last, this user at this outlet', async () => {
    const by = someone()
    await guess(by, 10)
    clock.advance(MINUTE)
    await refused(by, plenty.id, {}, limited(59 * 60))
    for (let i = 0; i < 6; i += 1) await refused(by, plenty.id, { pin: WRONG_PIN }, limited(59 * 60))
    expect((await redeem(someone(), plenty.id)).status).toBe(201)
    const { id: outletId } = await market.outlet(till.merchant.id, { pin: PIN })
    expect((await redeem(by, plenty.id, { outletId })).status).toBe(201)
    clock.advance(59 * MINUTE - 1)
    await refused(by, plenty.id, {}, limited(1))
    clock.advance(1)
    for (let i = 0; i < 5; i += 1) expect((await redeem(by, plenty.id)).status).toBe(201)
  })

  test('nine wrong PINs do not lock, and those of another user do not count', async () => {
    const [by, another] = [someone(), someone()]
    await guess(by, 9)
    await guess(another, 9)
    clock.advance(MINUTE)
    expect((await redeem(by, plenty.id)).status).toBe(201)
    expect((await redeem(another, plenty.id)).status).toBe(201)
  })

  test('wrong PINs at another outlet do not count', async () => {
    const by = someone()
    const { id: outletId } = await market.outlet(till.merchant.id, { pin: PIN })
    await guess(by, 9)
    await guess(by, 9, { outletId })
    clock.advance(MINUTE)
    expect((await redeem(by, plenty.id)).status).toBe(201)
    expect((await redeem(by, plenty.id, { outletId })).status).toBe(201)
  })

  test('after the hour, the next wrong PIN locks again', async () => {
    const by = someone()
    await guess(by, 10)
    clock.advance(HOUR)
    await guess(by, 1)
    await refused(by, plenty.id, {}, limited(3600))
  })

  test('ten wrong PINs in over 24 hours do not lock; ten in just less do, for the full hour', async () => {
    const by = someone()
    await guess(by, 1)
    const begun = clock.now.getTime()
    clock.now = new Date(begun + 22 * HOUR)
    await guess(by, 8)
    clock.now = new Date(begun + 24 * HOUR - MINUTE)
    await guess(by, 1)
    clock.advance(MINUTE)
    expect(outcome(await redeem(by, plenty.id))).toBe(201)

    const hasty = someone()
    await guess(hasty, 1)
    const again = clock.now.getTime()
    clock.now = new Date(again + 22 * HOUR)
    await guess(hasty, 8)
    clock.now = new Date(again + 24 * HOUR - MINUTE - 1)
    await guess(hasty, 1)
    clock.advance(30 * MINUTE)
    await refused(hasty, plenty.id, {}, limited(1800))
    clock.advance(30 * MINUTE)
    expect((await redeem(hasty, plenty.id)).status).toBe(201)
  })

  test('an outlet id in upper case is the same outlet', async () => {
    const by = someone()
    await guess(by, 5, { outletId: till.outlet.id.toUpperCase() })
    await guess(by, 5)
    clock.advance(MINUTE)
    await refused(by, plenty.id, { outletId: till.outlet.id.toUpperCase() }, limited(59 * 60))
  })
})

describe('cycles', () => {
  const reached = (cycleKey: string): [number, object] => [
    422,
    { error: 'limit_reached', details: { limit: 1, used: 1, cycleKey } },
  ]
  const cycleOf = ({ status, body }: ApiResponse) => [status, body.cycleKey, body.cycleResetsAt]

  test('MONTHLY: the month ends at midnight in the merchant’s time zone', async () => {
    clock.now = new Date('2027-01-31T15:59:59.999Z')
    const stall = await openTill(harness, { timezone: 'Asia/Kuala_Lumpur' })
    const voucher = await stall.offer({ cycle: 'MONTHLY', globalRedemptionCap: 2 })
    const [by, another, late] = [someone(), someone(), someone()]
    const january = [201, '2027-01', '2027-01-31T16:00:00.000Z']
    expect(cycleOf(await stall.redeem(by, voucher.id))).toEqual(january)
    await stall.refused(by, voucher.id, {}, reached('2027-01'))
    expect(cycleOf(await stall.redeem(another, voucher.id))).toEqual(january)
    const details = { cap: 2, used: 2, cycleKey: '2027-01' }
    await stall.refused(late, voucher.id, {}, [422, { error: 'global_cap_reached', details }])
    clock.advance(1)
    const february = [201, '2027-02', '2027-02-28T16:00:00.000Z']
    expect(cycleOf(await stall.redeem(late, voucher.id))).toEqual(february)
    expect(cycleOf(await stall.redeem(by, voucher.id))).toEqual(february)
    await stall.refused(by, voucher.id, {}, reached('2027-02'))
    expect(
      await db`select cycle_key, used from voucher_quotas where voucher_id = ${voucher.id} order by cycle_key`,
    ).toEqual([
      { cycleKey: '2027-01', used: 2 },
      { cycleKey: '2027-02', used: 2 },
    ])
  })

  test('BIWEEKLY: fortnights start on Mondays in the merchant’s time zone', async () => {
    clock.now = new Date('2027-02-22T04:59:59.999Z')
    const stall = await openTill(harness, { timezone: 'America/New_York' })
    const voucher = await stall.offer({ cycle: 'BIWEEKLY' })
    const by = someone()
    const first = [201, '2027-02-08/P2W', '2027-02-22T05:00:00.000Z']
    expect(cycleOf(await stall.redeem(by, voucher.id))).toEqual(first)
    await stall.refused(by, voucher.id, {}, reached('2027-02-08/P2W'))
    clock.advance(1)
    const second = [201, '2027-02-22/P2W', '2027-03-08T05:00:00.000Z']
    expect(cycleOf(await stall.redeem(by, voucher.id))).toEqual(second)
    await stall.refused(by, voucher.id, {}, reached('2027-02-22/P2W'))
  })

  test('MONTHLY: once in each of many months', async () => {
    const voucher = await till.offer({ cycle: 'MONTHLY' })
    const by = someone()
    for (const month of ['2027-09', '2027-10', '2027-11', '2027-12', '2028-01', '2028-02']) {
      clock.now = new Date(`${month}-15T12:00:00Z`)
      expect([month, (await redeem(by, voucher.id)).body.cycleKey]).toEqual([month, month])
      await refused(by, voucher.id, {}, reached(month))
    }
  })

  test('ONE_TIME: never again', async () => {
    const voucher = await till.offer()
    const by = someone()
    expect(cycleOf(await redeem(by, voucher.id))).toEqual([201, 'ONE_TIME', null])
    clock.advance(10 * 365 * 24 * HOUR)
    await refused(by, voucher.id, {}, reached('ONE_TIME'))
  })
})
