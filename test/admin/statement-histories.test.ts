import fc from 'fast-check'
import { expect, test } from 'vitest'
import { auditLedger } from '../../src/domain/redemptions/ledger/ledger.ts'
import { createHarness } from '../support/harness.ts'
import { visitorsOf } from '../support/market.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness({}, { attemptsPerMinute: 100_000 })
const { admin, clock, db } = harness
const mei = visitorsOf(harness, await onboardIssuer(harness))('mei')
// Clocks change in St. John's in March and November: days of 23 and 25 hours.
const tills = [
  await openTill(harness, { timezone: 'Asia/Kuala_Lumpur' }),
  await openTill(harness, { timezone: 'America/St_Johns' }),
]

type Act =
  | { kind: 'redeem'; till: number }
  | { kind: 'value'; till: number; amount: string | null }
  | { kind: 'void'; which: number }
  | { kind: 'review'; which: number; outcome: string }
  | { kind: 'wait'; hours: number }
  | { kind: 'close' }

const till = fc.nat({ max: 1 })
const which = fc.nat({ max: 99 })
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('redeem' as const), till }) },
  fc.record({
    kind: fc.constant('value' as const),
    till,
    amount: fc.constantFrom('5.00', '0.00', '0.01', '999999999999.99', null),
  }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('void' as const), which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('review' as const),
      which,
      outcome: fc.constantFrom('ACCEPTED', 'REJECTED'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.nat({ max: 900 }) }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'close' as const }) },
)

const monthsUntil = (last: string): string[] => {
  const months = []
  for (let month = Temporal.PlainYearMonth.from('2027-01'); ; month = month.add({ months: 1 })) {
    if (month.toString() > last) return months
    months.push(month.toString())
  }
}

/** The oldest month that is not closed yet. */
let openMonth = '2027-01'
clock.now = new Date('2027-01-30T00:00:00Z')

async function play(acts: Act[]): Promise<string[]> {
  const offers = await Promise.all(tills.map((one) => one.offer({ redemptionCount: 1000 })))
  const ids: string[] = []
  const send: Record<Act['kind'], (one: never) => Promise<unknown>> = {
    redeem: async ({ till }: { till: number }) => {
      ids.push((await tills[till]?.redeem(mei, offers[till].id))?.body.id)
    },
    value: ({ till, amount }: { till: number; amount: string | null }) =>
      admin('PATCH', `/admin/vouchers/${offers[till].id}`, {
        redemptionValue: amount === null ? null : { amount, currency: 'MYR' },
      }),
    void: async ({ which }: { which: number }) =>
      ids.length > 0 &&
      admin('POST', `/admin/redemptions/${ids[which % ids.length]}/void`, { reason: 'By mistake.' }),
    review: async ({ which, outcome }: { which: number; outcome: string }) =>
      ids.length > 0 && admin('POST', `/admin/redemptions/${ids[which % ids.length]}/review`, { outcome }),
    wait: async ({ hours }: { hours: number }) => clock.advance(hours * 3_600_000),
    close: async () => {
      const { status } = await admin('POST', `/admin/statements/${openMonth}/close`)
      if (status === 200) openMonth = Temporal.PlainYearMonth.from(openMonth).add({ months: 1 }).toString()
    },
  }
  for (const one of acts) await send[one.kind](one as never)
  return offers.map(({ id }) => id)
}

test('any history: the sum over the months is the sum over the redemptions, and closed months never change', async () => {
  await tills[0]?.redeem(mei, (await tills[0].offer({})).id)
  const frozen = new Map<string, string>()
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 30 }), async (acts) => {
      const vouchers = await play(acts)
      const months = monthsUntil(new Date(clock.now.getTime() + 86_400_000).toISOString().slice(0, 7))
      const stated = new Map<string, number>()
      for (const month of months) {
        const { body } = await admin('GET', `/admin/statements?month=${month}&limit=200`)
        const rows = JSON.stringify([body.items, body.totals])
        if (body.state === 'CLOSED') expect(rows).toBe(frozen.get(month) ?? rows)
        if (body.state === 'CLOSED') frozen.set(month, rows)
        for (const { voucherId, value, net } of body.items) {
          const key = `${voucherId} ${value?.amount}`
          if (vouchers.includes(voucherId)) stated.set(key, (stated.get(key) ?? 0) + net)
        }
      }
      const redeemed = new Map<string, number>()
      for (const voucherId of vouchers) {
        const { body } = await admin('GET', `/admin/redemptions?voucherId=${voucherId}&limit=200`)
        for (const { redemptionValue, voidedAt, review } of body.items) {
          const key = `${voucherId} ${redemptionValue?.amount}`
          const isCounted = voidedAt === null && review?.outcome !== 'REJECTED'
          redeemed.set(key, (redeemed.get(key) ?? 0) + Number(isCounted))
        }
      }
      expect(new Map([...stated].sort())).toEqual(new Map([...redeemed].sort()))
    }),
    { numRuns: 8 },
  )
  expect(frozen.size).toBeGreaterThan(0)
  expect(await auditLedger(db, clock.now)).toEqual([])
})
