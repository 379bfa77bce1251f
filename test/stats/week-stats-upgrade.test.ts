import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { migrate } from '../../src/platform/database/migrate.ts'
import { migrateBefore, openUnmigrated } from '../platform/database/unmigrated.ts'

const { create } = await openUnmigrated()

test('an upgrade adds up the weeks that are over, and no other', async () => {
  const { db } = await create({ max: 2 })
  await migrateBefore(db, 'week_stats')
  const [merchant, voucher, outlet, first, second] = Array.from({ length: 5 }, () => randomUUID())
  const add = (day: string, partner: string | undefined, redemptions: number, isClaim = false) => db`
    insert into group_stats (day, merchant_id, voucher_id, outlet_id, partner_id, claims, redemptions, flagged)
    values (${day}, ${merchant ?? ''}, ${voucher ?? ''}, ${isClaim ? null : (outlet ?? null)}, ${partner ?? ''},
      ${isClaim ? 1 : 0}, ${redemptions}, 0)`
  // 2 November 2026 is a Monday. The week of the 9th is not over.
  await add('2026-11-01', first, 1)
  await add('2026-11-02', first, 2)
  await add('2026-11-08', second, 4)
  await add('2026-11-08', first, 0, true)
  await add('2026-11-09', first, 8)
  await db`update stats_progress set days_until = '2026-11-12', outlet_days_until = '2026-11-12'`
  await migrate(db)
  const rows = await db`
    select week::text, partner_id, voucher_id is not null as "isOfVoucher", claims, redemptions from week_stats
    order by week, partner_id = ${first ?? ''} nulls first, "isOfVoucher"`
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['2026-10-26', null, false, 0, 1],
    ['2026-10-26', null, true, 0, 1],
    ['2026-10-26', first, false, 0, 1],
    ['2026-10-26', first, true, 0, 1],
    ['2026-11-02', null, false, 0, 6],
    ['2026-11-02', null, true, 1, 6],
    ['2026-11-02', second, false, 0, 4],
    ['2026-11-02', second, true, 0, 4],
    ['2026-11-02', first, false, 0, 2],
    ['2026-11-02', first, true, 1, 2],
  ])
})
