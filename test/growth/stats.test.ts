import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { auditLedger } from '../../src/domain/redemptions/ledger/ledger.ts'
import { addRefusalCounts, deleteRefusalCountsBefore } from '../../src/domain/refusals/tally-queries.ts'
import { countByGroup, type Grouping } from '../../src/domain/stats/group-queries.ts'
import { localDays } from '../../src/domain/stats/local-units.ts'
import {
  countClaimsByDay,
  countDeliveriesByState,
  countRedemptionsByDay,
  countRefusalsByDay,
  type StatsFilter,
} from '../../src/domain/stats/queries.ts'
import { rollUpStats } from '../../src/domain/stats/roll-up.ts'
import { findRollUpProgress, rollUpOnce } from '../../src/domain/stats/roll-up-queries.ts'
import { countByUnit, countRefusalsByUnit } from '../../src/domain/stats/series-queries.ts'
import { DAY_MS, HOUR_MS, QUARTER_MS, splitByWeek, splitPeriod } from '../../src/domain/stats/split-period.ts'
import type { Db, Reader } from '../../src/platform/database/db.ts'
import { createHarness } from '../support/harness.ts'
import { until } from '../support/process.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { rowsRead } from './rows-read.ts'

const harness = await createHarness()
const { db, startNode } = harness
const partners = [await onboardIssuer(harness), await onboardIssuer(harness)]
const tills = [await openTill(harness), await openTill(harness)]
const vouchers = [await tills[0]?.offer(), await tills[1]?.offer()]
await db`update partners set webhook_url = 'https://example.com/hook'`
await db`
  insert into users (id, partner_id, external_user_id, created_at, updated_at)
  select uuid_v7(), id, slug || n, now(), now() from partners, generate_series(1, 200) as n`

const pick = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)] as T
const pastTime = () => new Date(Date.now() - Math.random() * 20 * DAY_MS)
const someone = async (sql: Reader) =>
  (
    await sql<{ id: string; partnerId: string }[]>`select id, partner_id from users order by random() limit 1`
  )[0]

async function insertRedemptions(sql: Reader, times: Date[]): Promise<void> {
  const which = Math.random() < 0.5 ? 0 : 1
  const user = await someone(sql)
  await sql`
    insert into redemptions (id, partner_id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name,
      cycle_key, remaining, status, gps_available, redeemed_at, statement_month)
    select uuid_v7(), ${user?.partnerId ?? ''}, ${user?.id ?? ''}, ${vouchers[which]?.id ?? ''},
      ${tills[which]?.outlet.id ?? ''}, ${tills[which]?.merchant.id ?? ''}, 'Kopi', 'Outlet', '2026-01', 1,
      case when random() < 0.3 then 'FLAGGED' else 'SUCCESS' end, true, at,
      to_char(at at time zone 'UTC', 'YYYY-MM')
    from unnest(${times.map((time) => time.toISOString())}::text[]::timestamptz[]) as at`
}

const idOfMerchant = (which: number) => tills[which]?.merchant.id ?? ''

const spans = (): StatsFilter[] =>
  [
    { from: new Date(Date.now() - 30 * DAY_MS), to: new Date(Date.now() + DAY_MS) },
    { from: new Date(Date.now() - 15.3 * DAY_MS), to: new Date(Date.now() - 2.7 * DAY_MS) },
  ].flatMap((period) =>
    [null, [idOfMerchant(0)], [idOfMerchant(0), idOfMerchant(1)]].flatMap((merchantIds) =>
      [null, [partners[0]?.id ?? '']].map((partnerIds) => ({
        ...period,
        merchantIds,
        partnerIds,
        sandboxId: null,
        refusalsFrom: new Date(Math.floor(period.from.getTime() / QUARTER_MS) * QUARTER_MS),
      })),
    ),
  )

const GROUPINGS: Grouping[] = ['outlet', 'voucher', 'merchant', 'partner', 'category']
/** Offsets of whole, half and quarter hours, on both sides of UTC. */
const ZONES = ['UTC', 'Asia/Kuala_Lumpur', 'America/St_Johns', 'Asia/Kathmandu']
const sorted = <T extends object>(rows: T[]) => rows.map((row) => JSON.stringify(Object.values(row))).sort()

async function rolledUp(sql: Reader, span: StatsFilter) {
  const { daysUntil, hoursUntil } = await findRollUpProgress(sql)
  const inDays = splitPeriod(span, DAY_MS, daysUntil)
  return {
    redemptions: sorted(await countRedemptionsByDay(sql, span, inDays)),
    claims: sorted(await countClaimsByDay(sql, span, inDays)),
    refusals: sorted(
      await countRefusalsByDay(
        sql,
        span,
        splitPeriod({ from: span.refusalsFrom, to: span.to }, DAY_MS, null),
      ),
    ),
    deliveries: sorted(await countDeliveriesByState(sql, span, splitPeriod(span, HOUR_MS, hoursUntil))),
  }
}

async function rolledUpByGroup(sql: Reader, filter: StatsFilter, grouping: Grouping) {
  const { groupDaysUntil } = await findRollUpProgress(sql)
  const current = { filter, split: splitByWeek(filter, groupDaysUntil) }
  const rows = await countByGroup(sql, grouping, { current, previous: null, limit: null })
  return sorted(
    rows.map(({ id, claims, redemptions, flagged, refused }) => ({
      id,
      claims: grouping === 'outlet' ? 0 : claims,
      ...{ redemptions, flagged, refused },
    })),
  )
}

async function groupedFromRows(
  sql: Reader,
  { from, to, merchantIds, partnerIds }: StatsFilter,
  grouping: Grouping,
) {
  const id = sql.unsafe(
    grouping === 'category'
      ? '(select category from merchants where id = merchant_id)'
      : `${grouping}_id::text`,
  )
  return sorted(
    await sql`
    select ${id} as id, sum(claims)::bigint as claims, sum(redemptions)::bigint as redemptions,
      sum(flagged)::bigint as flagged, sum(refused)::bigint as refused
    from (
      select outlet_id, voucher_id, merchant_id, partner_id, 0 as claims, 1 as redemptions, (status = 'FLAGGED')::int as flagged,
        0 as refused
      from redemptions where redeemed_at >= ${from} and redeemed_at < ${to} and voided_at is null
      union all
      select null, voucher_id, merchant_id, partner_id, 1, 0, 0, 0
      from claims join vouchers on vouchers.id = voucher_id join users on users.id = user_id
      where claimed_at >= ${from} and claimed_at < ${to} and ${grouping !== 'outlet'}
      union all
      select outlet_id, voucher_id, merchant_id, partner_id, 0, 0, 0, count
      from refusal_counts where quarter >= utc_quarter(${from}) and quarter < ${to}
    ) as all_rows
    where (${merchantIds}::uuid[] is null or merchant_id = any (${merchantIds}::uuid[]))
      and (${partnerIds}::uuid[] is null or partner_id = any (${partnerIds}::uuid[]))
    group by 1`,
  )
}

async function rolledUpByLocalDay(sql: Reader, span: StatsFilter, zone: string) {
  const { groupDaysUntil } = await findRollUpProgress(sql)
  const days = localDays(span, zone)
  const starts = days.map(({ start }) => start)
  const dayOf = (unit: number) => days[unit - 1]?.day
  const counted = await countByUnit(sql, span, splitPeriod(span, QUARTER_MS, groupDaysUntil), starts)
  const refused = await countRefusalsByUnit(sql, span, starts)
  return sorted([
    ...counted.map(({ unit, claims, redemptions, flagged }) => [dayOf(unit), claims, redemptions, flagged]),
    ...refused.map(({ unit, reason, count }) => [dayOf(unit), reason, count]),
  ])
}

async function localDaysFromRows(
  sql: Reader,
  { from, to, merchantIds, partnerIds }: StatsFilter,
  zone: string,
) {
  const isOwn = sql`(${merchantIds}::uuid[] is null or merchant_id = any (${merchantIds}::uuid[]))
    and (${partnerIds}::uuid[] is null or partner_id = any (${partnerIds}::uuid[]))`
  return sorted([
    ...(await sql`
      select day::text, sum(claims)::bigint as claims, sum(redemptions)::bigint as redemptions, sum(flagged)::bigint as flagged
      from (
        select (redeemed_at at time zone ${zone})::date as day, 0 as claims, 1 as redemptions, (status = 'FLAGGED')::int as flagged
        from redemptions where redeemed_at >= ${from} and redeemed_at < ${to} and voided_at is null and ${isOwn}
        union all
        select (claimed_at at time zone ${zone})::date, 1, 0, 0
        from claims join vouchers on vouchers.id = voucher_id join users on users.id = user_id
        where claimed_at >= ${from} and claimed_at < ${to} and ${isOwn}
      ) as all_rows
      group by 1`),
    ...(await sql`
      select greatest((quarter at time zone ${zone})::date, (${from}::timestamptz at time zone ${zone})::date)::text as day,
        reason, sum(count)::bigint as count
      from refusal_counts where quarter >= utc_quarter(${from}) and quarter < ${to} and ${isOwn}
      group by 1, 2`),
  ])
}

/** The same stats, counted from the rows. */
async function countedFromRows(sql: Reader, { from, to, merchantIds, partnerIds }: StatsFilter) {
  return {
    redemptions: sorted(
      await sql`
      select (redeemed_at at time zone 'UTC')::date::text as day, count(*) as redemptions,
        count(*) filter (where status = 'FLAGGED') as flagged
      from redemptions
      where redeemed_at >= ${from} and redeemed_at < ${to} and voided_at is null
        and (${merchantIds}::uuid[] is null or merchant_id = any (${merchantIds}::uuid[]))
        and (${partnerIds}::uuid[] is null or partner_id = any (${partnerIds}::uuid[]))
      group by 1`,
    ),
    claims: sorted(
      await sql`
      select (claimed_at at time zone 'UTC')::date::text as day, count(*) as claims
      from claims join vouchers on vouchers.id = voucher_id join users on users.id = user_id
      where claimed_at >= ${from} and claimed_at < ${to}
        and (${merchantIds}::uuid[] is null or merchant_id = any (${merchantIds}::uuid[]))
        and (${partnerIds}::uuid[] is null or partner_id = any (${partnerIds}::uuid[]))
      group by 1`,
    ),
    refusals: sorted(
      await sql`
      select (quarter at time zone 'UTC')::date::text as day, reason, sum(count)::bigint as count
      from refusal_counts
      where quarter >= utc_quarter(${from}) and quarter < ${to}
        and (${merchantIds}::uuid[] is null or merchant_id = any (${merchantIds}::uuid[]))
        and (${partnerIds}::uuid[] is null or partner_id = any (${partnerIds}::uuid[]))
      group by 1, 2`,
    ),
    deliveries: sorted(
      await sql`
      select state, count(*) as count
      from deliveries d join events e on e.id = d.event_id
      where e.created_at >= ${from} and e.created_at < ${to}
        and (${partnerIds}::uuid[] is null or e.partner_id = any (${partnerIds}::uuid[]))
      group by 1`,
    ),
  }
}

/**
 * Reads both in one snapshot, so that a concurrent write is in both stats or in neither. One period by chance is compared
 * in one grouping and one zone, or all periods in all of them.
 */
const expectExact = (isThorough = false) =>
  db.begin(async (tx) => {
    await tx`set transaction isolation level repeatable read`
    for (const span of spans()) expect(await rolledUp(tx, span)).toEqual(await countedFromRows(tx, span))
    for (const span of isThorough ? spans() : [pick(spans())]) {
      for (const grouping of isThorough ? GROUPINGS : [pick(GROUPINGS)])
        expect([grouping, await rolledUpByGroup(tx, span, grouping)]).toEqual([
          grouping,
          await groupedFromRows(tx, span, grouping),
        ])
      for (const zone of isThorough ? ZONES : [pick(ZONES)])
        expect([zone, await rolledUpByLocalDay(tx, span, zone)]).toEqual([
          zone,
          await localDaysFromRows(tx, span, zone),
        ])
    }
  })

const WRITES: Record<string, (sql: Db) => Promise<unknown>> = {
  backfill: (sql) =>
    sql.begin(async (tx) => {
      await insertRedemptions(tx, Array.from({ length: 20 }, pastTime))
      await sleep(Math.random() * 50)
    }),
  redeem: (sql) =>
    sql.begin(async (tx) => {
      await insertRedemptions(tx, [new Date(), new Date()])
      await sleep(Math.random() * 50)
    }),
  voids: (sql) => sql`
    update redemptions set voided_at = now(), void_reason = 'By mistake.'
    where id = any (array(select id from redemptions where voided_at is null order by random() limit 10))`,
  unvoids: (sql) => sql`
    update redemptions set voided_at = null, void_reason = null
    where id = any (array(select id from redemptions where voided_at is not null order by random() limit 5))`,
  deletes: (sql) => sql`
    delete from redemptions where id = any (array(select id from redemptions order by random() limit 2))`,
  claims: async (sql) => {
    const user = await someone(sql)
    await sql`
      insert into claims (id, user_id, voucher_id, claimed_at)
      values (uuid_v7(), ${user?.id ?? ''}, ${pick(vouchers)?.id ?? ''}, ${pastTime()}::timestamptz)
      on conflict do nothing`
  },
  refusals: (sql) =>
    sql.begin((tx) =>
      addRefusalCounts(
        tx,
        Array.from({ length: 5 }, () => ({
          quarter: new Date(Math.floor(pastTime().getTime() / QUARTER_MS) * QUARTER_MS).toISOString(),
          partnerId: pick(partners).id,
          voucherId: pick([null, ...vouchers.map((voucher) => voucher?.id ?? null)]),
          outletId: pick(tills).outlet.id,
          reason: pick(['invalid_pin', 'too_far']),
          count: 1 + Math.floor(Math.random() * 3),
        })),
      ),
    ),
  expiry: (sql) => sql.begin((tx) => deleteRefusalCountsBefore(tx, new Date(Date.now() - 17 * DAY_MS), 3)),
  events: async (sql) => {
    const user = await someone(sql)
    await sql`
      insert into events (id, partner_id, user_id, type, body, created_at)
      select overlay(uuid_v7()::text placing left(uuid_v7_floor(at)::text, 13) from 1 for 13)::uuid,
        ${user?.partnerId ?? ''}, ${user?.id ?? ''}, 'REDEMPTION_CREATED', '{}', at
      from unnest(${Array.from({ length: 10 }, () => pastTime().toISOString())}::text[]::timestamptz[]) as at`
  },
  deliveries: (sql) => sql`
    update deliveries
    set state = case state when 'PENDING' then 'DELIVERED' when 'DELIVERED' then 'FAILED' else 'PENDING' end,
      delivered_at = now()
    where event_id = any (array(select event_id from deliveries order by random() limit 10))`,
}

test('stats equal a count of the rows at every moment, during all kinds of writes and roll-ups', async () => {
  const nodes = [await startNode(), await startNode()]
  for (let i = 0; i < 10; i += 1) for (const write of Object.values(WRITES)) await write(db)
  const startedMs = Date.now()
  let checks = 0
  // Long enough for the writes to overlap, and for a few checks even on a busy machine.
  const isOver = () => Date.now() > startedMs + (checks > 5 ? 5_000 : 40_000)
  await Promise.all([
    ...Object.values(WRITES).map(async (write) => {
      while (!isOver()) {
        await write(db)
        await sleep(10)
      }
    }),
    ...nodes.map(async (node) => {
      while (!isOver()) {
        await rollUpStats(node.deps)
        await sleep(30)
      }
    }),
    (async () => {
      while (!isOver()) {
        await expectExact()
        checks += 1
      }
    })(),
  ])
  expect(checks).toBeGreaterThan(2)
  await until(async () => {
    await rollUpStats({ db })
    const { daysUntil, hoursUntil } = await findRollUpProgress(db)
    return (
      Date.now() - daysUntil.getTime() < 1.1 * DAY_MS && Date.now() - hoursUntil.getTime() < 1.6 * HOUR_MS
    )
  })
  await expectExact(true)
  const { daysUntil, groupDaysUntil } = await findRollUpProgress(db)
  expect(groupDaysUntil).toEqual(daysUntil)
  // All differences of closed days have been added.
  expect(await db`select from stat_changes where day < (select days_until from stats_progress)`).toEqual([])
  expect(
    await db`select from group_changes where utc_day(quarter) < (select days_until from stats_progress)`,
  ).toEqual([])
  await Promise.all(nodes.map((node) => node.stop()))
})

async function deleteGroupStatsSince({ groupDaysUntil }: { groupDaysUntil: Date }): Promise<void> {
  await db`delete from group_stats where day >= utc_day(${groupDaysUntil})`
  await db`delete from week_stats where week >= week_of(utc_day(${groupDaysUntil}))`
  await db`delete from quarter_stats where quarter >= ${groupDaysUntil}`
}

test('a day is not closed while a transaction from before the horizon is open', async () => {
  await db`
    update stats_progress
    set days_until = days_until - 3, group_days_until = group_days_until - 3, horizon = null`
  await db`delete from daily_stats where day >= (select days_until from stats_progress) and stat not like 'refused:%'`
  await deleteGroupStatsSince(await findRollUpProgress(db))
  const before = await findRollUpProgress(db)
  const gate = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const open = db.begin(async (tx) => {
    // Triggers are off, so no difference is recorded, as for a row that was written while its day was open.
    await tx`set local session_replication_role = replica`
    await insertRedemptions(tx, [new Date(before.daysUntil.getTime() + HOUR_MS)])
    written.resolve()
    await gate.promise
  })
  await written.promise
  await rollUpStats({ db })
  expect(await findRollUpProgress(db)).toEqual(before)
  await expectExact()
  gate.resolve()
  await open
  await expectExact()
  // Transactions of other databases in the cluster delay it too.
  await until(async () => {
    await rollUpStats({ db })
    return (await findRollUpProgress(db)).daysUntil.getTime() === before.daysUntil.getTime() + 3 * DAY_MS
  })
  await expectExact()
})

test('a dropped week of deliveries disappears from the stats at once', async () => {
  const [oldest] = await db<{ week: string }[]>`
    select date_trunc('week', min(created_at), 'UTC') as week from events`
  const floor = new Date(new Date(oldest?.week ?? '').getTime() + 7 * DAY_MS)
  await db`delete from deliveries where event_id < uuid_v7_floor(${floor}::timestamptz)`
  await expectExact()
})

test('stats over a year read the daily counts, not the redemptions', async () => {
  // Triggers count each row, so on a busy machine the insert takes longer than the usual deadline.
  const patient = db.sibling({ max: 1, deadlineMs: 120_000 })
  onTestFinished(() => patient.end())
  await patient`
    insert into redemptions (id, partner_id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name,
      cycle_key, remaining, status, gps_available, redeemed_at, statement_month)
    select uuid_v7(), partner_id, user_id, voucher_id, outlet_id, merchant_id, 'Kopi', 'Outlet', '2026-01', 1, status, true,
      now() - make_interval(mins => 26 * k),
      to_char((now() - make_interval(mins => 26 * k)) at time zone 'UTC', 'YYYY-MM')
    from generate_series(1, 20000) as k, (select * from redemptions limit 1) as like_this`
  await until(async () => {
    await rollUpStats({ db })
    return (
      (await db`select from stat_changes where day < (select days_until from stats_progress)`).length === 0
    )
  })
  await db.unsafe('vacuum analyze')
  const { daysUntil } = await findRollUpProgress(db)
  const span = {
    from: new Date(Date.now() - 390 * DAY_MS),
    to: daysUntil,
    merchantIds: null,
    partnerIds: null,
    sandboxId: null,
    refusalsFrom: new Date(Date.now() - 390 * DAY_MS),
  }
  const read = await rowsRead(db, countRedemptionsByDay(db, span, splitPeriod(span, DAY_MS, daysUntil)))
  expect(read).toBeLessThan(5000)
  await expectExact()
})

test('stats by group and by local day read the counts of closed days, not the redemptions', async () => {
  const { groupDaysUntil } = await findRollUpProgress(db)
  const span = {
    from: new Date(Date.now() - 30 * DAY_MS),
    to: groupDaysUntil,
    merchantIds: null,
    partnerIds: null,
    sandboxId: null,
    refusalsFrom: new Date(Date.now() - 390 * DAY_MS),
  }
  const [{ count }] =
    (await db`select count(*) from redemptions where redeemed_at >= ${span.from} and redeemed_at < ${span.to}`) as [
      { count: number },
    ]
  const current = { filter: span, split: splitByWeek(span, groupDaysUntil) }
  const byGroup = countByGroup(db, 'outlet', { current, previous: null, limit: 200 })
  expect(await rowsRead(db, byGroup)).toBeLessThan(count)
  expect(await rowsRead(db, byGroup, 'redemptions')).toBeLessThan(count / 10)
  const days = localDays(span, 'Asia/Kathmandu').slice(1)
  const wholeDays = { ...span, from: days[0]?.start as Date }
  const byDay = countByUnit(
    db,
    wholeDays,
    splitPeriod(wholeDays, QUARTER_MS, groupDaysUntil),
    days.map(({ start }) => start),
  )
  expect(await rowsRead(db, byDay, 'redemptions')).toBe(0)
})

test('closed days without stats by group are counted one by one, and the stats are exact meanwhile', async () => {
  await db`update stats_progress set group_days_until = null`
  for (const table of ['group_stats', 'week_stats', 'quarter_stats', 'group_changes'])
    await db.unsafe(`delete from ${table}`)
  await expectExact()
  const isUnfinished = await rollUpOnce(db)
  expect(isUnfinished).toBe(true)
  expect(await db`select distinct day from group_stats`).toHaveLength(1)
  await expectExact()
  await rollUpStats({ db })
  const { daysUntil, groupDaysUntil } = await findRollUpProgress(db)
  expect(groupDaysUntil).toEqual(daysUntil)
  await expectExact()
})

test('the ledger audit finds stats that do not match their rows', async () => {
  const broken = async (stats = 'stats') =>
    (await auditLedger(db)).find(({ rule }) => rule === `the ${stats} of closed days match their rows`)
  expect(await broken()).toBeUndefined()
  expect(await broken('stats by group')).toBeUndefined()
  const brokenQuarters = async () =>
    (await auditLedger(db)).find(({ rule }) => rule === 'the stats by quarter hour match the stats by group')
  expect(await brokenQuarters()).toBeUndefined()
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await insertRedemptions(tx, [new Date(Date.now() - 9 * DAY_MS)])
  })
  // Stats of several levels are wrong; twice as many if the redemption is flagged.
  expect([2, 4]).toContain((await broken())?.found)
  expect((await broken('stats by group'))?.found).toBe(1)
  await db`delete from quarter_stats where quarter = (select max(quarter) from quarter_stats) and partner_id is null`
  expect((await brokenQuarters())?.found).toBe(1)
  const brokenWeeks = async () =>
    (await auditLedger(db)).find(({ rule }) => rule === 'the stats of weeks match the stats by group')
  expect(await brokenWeeks()).toBeUndefined()
  await db`
    update week_stats set flagged = flagged + 1
    where ctid = (select ctid from week_stats where partner_id is null limit 1)`
  expect((await brokenWeeks())?.found).toBe(1)
})
