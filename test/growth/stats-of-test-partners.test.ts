import { beforeAll, expect, test } from 'vitest'
import { auditLedger } from '../../src/domain/redemptions/ledger/ledger.ts'
import { rollUpStats } from '../../src/domain/stats/roll-up.ts'
import { findRollUpProgress } from '../../src/domain/stats/roll-up-queries.ts'
import { DAY_MS, HOUR_MS } from '../../src/domain/stats/split-period.ts'
import type { Reader } from '../../src/platform/database/db.ts'
import { createHarness } from '../support/harness.ts'
import { until } from '../support/process.ts'
import { openTwin } from '../support/sandbox-scene.ts'
import { openTill } from '../support/till.ts'

const harness = await createHarness()
const { admin, clock, db } = harness
clock.now = new Date()
const twin = await openTwin(harness)
const till = await openTill(harness)
const coffee = await till.offer()
await db`update partners set webhook_url = 'https://example.com/hook'`

type World = { partnerId: string; merchantId: string; outletId: string; voucherId: string }
const LIVE = {
  ...{ partnerId: twin.live.id, merchantId: till.merchant.id },
  ...{ outletId: till.outlet.id, voucherId: coffee.id },
}
const { merchantId, outletId, voucherId } = twin.scenario('succeeds')
const SANDBOX = { partnerId: twin.partner.id, merchantId, outletId, voucherId }

const closedDay = new Date(Date.now() - 3 * DAY_MS)
const PERIOD = {
  from: new Date(Date.now() - 10 * DAY_MS).toISOString(),
  to: new Date(Date.now() + HOUR_MS).toISOString(),
}

/** A user who redeems, claims and gets an event with its delivery on a day that is over. */
async function insertPastOf(sql: Reader, { partnerId, merchantId, outletId, voucherId }: World) {
  const [{ userId }] = (await sql`
    insert into users (id, partner_id, external_user_id, created_at, updated_at)
    values (uuid_v7(), ${partnerId}, uuid_v7()::text, now(), now())
    returning id as user_id`) as [{ userId: string }]
  await sql`
    insert into redemptions (id, partner_id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name,
      cycle_key, remaining, status, gps_available, redeemed_at, statement_month)
    values (uuid_v7(), ${partnerId}, ${userId}, ${voucherId}, ${outletId}, ${merchantId}, 'Kopi', 'Outlet', '2026-01', 1,
      'FLAGGED', false, ${closedDay}::timestamptz, '2026-01')`
  await sql`
    insert into claims (id, user_id, voucher_id, claimed_at)
    values (uuid_v7(), ${userId}, ${voucherId}, ${closedDay}::timestamptz)`
  await sql`
    insert into events (id, partner_id, user_id, type, body, created_at)
    values (overlay(uuid_v7()::text placing left(uuid_v7_floor(${closedDay}::timestamptz)::text, 13) from 1 for 13)::uuid,
      ${partnerId}, ${userId}, 'REDEMPTION_CREATED', '{}', ${closedDay}::timestamptz)`
}

async function stats(filter: object = {}) {
  const query = new URLSearchParams({ ...PERIOD, groupBy: 'outlet', ...filter })
  const { claims, redemptions, flagged, deliveries, groups } = (await admin('GET', `/admin/stats?${query}`))
    .body
  return {
    ...{ claims, redemptions, flagged },
    deliveries: deliveries.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
    outlets: groups.map((row: { id: string; redemptions: number }) => [row.id, row.redemptions]),
  }
}
const counted = (count: number) => ({
  ...{ claims: count, redemptions: count, flagged: count, deliveries: count },
  outlets: [[till.outlet.id, count]],
})

/** Closes everything until an hour ago, and adds all recorded differences. */
const closeEverything = () =>
  until(async () => {
    await rollUpStats({ db })
    const { groupDaysUntil, hoursUntil } = await findRollUpProgress(db)
    const [{ waiting }] = (await db`
      select (select count(*) from stat_changes) + (select count(*) from group_changes)
        + (select count(*) from delivery_changes) as waiting`) as [{ waiting: number }]
    return (
      waiting === 0 &&
      Date.now() - groupDaysUntil.getTime() < 1.1 * DAY_MS &&
      Date.now() - hoursUntil.getTime() < 1.6 * HOUR_MS
    )
  })

beforeAll(async () => {
  await db.begin(async (tx) => {
    // The rows are written as if the day were still open: no difference is recorded, so only the closing of the day counts them.
    for (const table of ['redemptions', 'claims', 'deliveries'])
      await tx.unsafe(`alter table ${table} disable trigger ${table}_of_the_past_are_noted`)
    await insertPastOf(tx, LIVE)
    await insertPastOf(tx, SANDBOX)
    await insertPastOf(tx, SANDBOX)
  })
  await db.begin(async (tx) => {
    for (const table of ['redemptions', 'claims', 'deliveries'])
      await tx.unsafe(`alter table ${table} enable trigger ${table}_of_the_past_are_noted`)
  })
  await closeEverything()
})

test('a closed day and closed hours count live rows only, in total and by outlet', async () => {
  expect(await stats()).toEqual(counted(1))
  expect(await stats({ merchantId: till.merchant.id })).toMatchObject({ redemptions: 1, claims: 1 })
  expect(await stats({ partnerId: twin.live.id })).toEqual(counted(1))
  const tables = ['daily_stats', 'group_stats', 'quarter_stats', 'delivery_stats']
  for (const table of tables) {
    expect(await db.unsafe(`select from ${table} where partner_id = '${twin.live.id}'`)).not.toEqual([])
    expect(await db.unsafe(`select from ${table} where partner_id = '${twin.partner.id}'`)).toEqual([])
  }
})

test('rows that a test partner adds to a closed day, voids, or deletes by a reset change no stats', async () => {
  const expectNoChange = async () => {
    expect(await stats()).toEqual(counted(1))
    await closeEverything()
    expect(await stats()).toEqual(counted(1))
  }
  await db.begin((tx) => insertPastOf(tx, SANDBOX))
  await expectNoChange()
  await db`
    update redemptions set voided_at = now(), void_reason = 'By mistake.' where partner_id = ${twin.partner.id}`
  await db`update deliveries set state = 'FAILED' where partner_id = ${twin.partner.id}`
  await expectNoChange()
  expect((await twin.call('POST', '/integrations/test/reset')).status).toBeLessThan(300)
  expect(await db`select from redemptions where partner_id = ${twin.partner.id}`).toEqual([])
  await expectNoChange()
})

test('rows that a live partner adds to the same day are counted', async () => {
  await db.begin((tx) => insertPastOf(tx, LIVE))
  expect(await stats()).toEqual(counted(2))
  await closeEverything()
  expect(await stats()).toEqual(counted(2))
  const rules = (await auditLedger(db)).map(({ rule }) => rule)
  expect(rules.filter((rule) => rule.includes('stats'))).toEqual([])
})
