import { parseArgs } from 'node:util'
import { SYSTEM } from '../src/domain/actors/caller.ts'
import { closeMonth } from '../src/domain/statements/close-month.ts'
import { listStatements } from '../src/domain/statements/list-statements.ts'
import { connect, type Db } from '../src/platform/database/db.ts'
import { prepareDatabase, SETTINGS } from './fixtures/prepared-database.ts'
import { saveResult } from './measure/save-result.ts'

const MONTH = '2026-01'
const OVER = new Date('2026-03-01T00:00:00Z')
const PAGES = 20

type Row = { what: string; ms: number; floorMs: number; ofFloor: number; limitMs: number | null }

/** The close of a month and a page of it, each beside the same question as one plain statement on the same rows. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      redemptions: { type: 'string', default: '1000000' },
      vouchers: { type: 'string', default: '10000' },
    },
  })
  const redemptions = Number(values.redemptions)
  const vouchers = Number(values.vouchers)
  const prepared = await prepareDatabase({ users: 10, vouchers, history: 0 }, () => OVER)
  try {
    const { deps } = prepared
    const db = await connect(prepared.postgres.url, { max: 1, deadlineMs: 60 * 60_000 })
    console.log(`inserted in ${Math.round(await timed(() => insertMonth(db, redemptions)))} ms`)
    const counting = await timed(() => countPlainly(db))
    const open = await timed(() => listStatements(deps, SYSTEM, { month: MONTH }))
    const close = await timed(() => closeMonth(deps, SYSTEM, MONTH))
    const reading = await median(() => readPlainly(db))
    const page = await median(() => listStatements(deps, SYSTEM, { month: MONTH }))
    const rows = [
      rowOf('a page of the open month', open, counting, null),
      rowOf('the close', close, counting, 10_000),
      rowOf('a page of the closed month', page, reading, 300),
    ]
    await db.end()
    console.table(rows)
    await saveResult('statements', { redemptions, vouchers, settings: SETTINGS, rows })
  } finally {
    await prepared.disconnect()
    await prepared.remove()
  }
}

/** Spread evenly over the month and the vouchers; some are voided, some rejected. */
async function insertMonth(db: Db, redemptions: number): Promise<void> {
  await db`select add_partition('redemptions', 'month', '2026-01-01T00:00Z')`
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      insert into redemptions (id, partner_id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name,
        cycle_key, remaining, status, gps_available, redeemed_at, statement_month, value_minor, value_currency,
        value_decimals, voided_at, void_reason, review_outcome, reviewed_by, reviewed_at)
      select overlay(gen_random_uuid()::text placing left(uuid_v7_floor(at)::text, 15) from 1 for 15)::uuid,
        (select id from partners limit 1), gen_random_uuid(), v.id, gen_random_uuid(), v.merchant_id, 'Free kopi', 'Outlet',
        ${MONTH}, 0, 'SUCCESS', true, at, ${MONTH}, 500, 'MYR', 2, case when k % 50 = 0 then at end,
        case when k % 50 = 0 then 'by mistake' end, case when k % 70 = 0 then 'REJECTED' end,
        case when k % 70 = 0 then 'bench' end, case when k % 70 = 0 then at end
      from (
        select k, '2026-01-01T00:00Z'::timestamptz + k * interval '30 days' / ${redemptions}::int as at
        from generate_series(1, ${redemptions}::int) as k
      ) as past
      join (
        select id, merchant_id, row_number() over (order by id) - 1 as n from vouchers
      ) as v on v.n = k % (select count(*) from vouchers)`
  })
  await db`vacuum analyze redemptions`
}

const countPlainly = (db: Db) => db`
  select merchant_id, partner_id, voucher_id, value_currency, value_minor, count(*), count(voided_at)
  from redemptions where redeemed_at >= '2026-01-01T00:00Z' and redeemed_at < '2026-02-01T00:00Z'
  group by 1, 2, 3, 4, 5`

const readPlainly = (db: Db) => db`
  select * from statements join statement_rows using (number) where month = ${MONTH}
  order by number, voucher_id limit 51`

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const timings: number[] = []
  for (let call = 0; call < PAGES; call += 1) timings.push(await timed(work))
  return timings.sort((a, b) => a - b)[PAGES / 2] ?? 0
}

function rowOf(what: string, ms: number, floorMs: number, limitMs: number | null): Row {
  return {
    what,
    ms: Math.round(ms),
    floorMs: Math.round(floorMs),
    ofFloor: Math.round((ms / floorMs) * 10) / 10,
    limitMs,
  }
}
