import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Db } from '../src/platform/database/db.ts'
import type { Sizes } from './fixtures/growth-history.ts'
import { SETTINGS } from './fixtures/prepared-database.ts'
import { saveResult } from './measure/save-result.ts'
import { withGrownService } from './servers/grown-service.ts'
import { ADMIN_KEY } from './servers/spawn-service.ts'

const DAYS = 90
const WARM_UP_CALLS = 2
const ZONES = ['UTC', 'Asia/Kuala_Lumpur', 'Asia/Kathmandu', 'America/St_Johns']
const GROUPS = { outlet: 'outlet_id', voucher: 'voucher_id', merchant: 'merchant_id', partner: 'partner_id' }

type Row = { read: string; p50Ms: number; worstMs: number; fromRowsMs: number | null; status: number }

/**
 * `GET /admin/stats` over the last 90 days, in which all redemptions were made. The floor is the statement that counts
 * the same redemptions from their rows, without the service.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      redemptions: { type: 'string', default: '1000000' },
      merchants: { type: 'string', default: '10000' },
      calls: { type: 'string', default: '10' },
      service: { type: 'string', default: join(import.meta.dirname, '..') },
    },
  })
  const redemptions = Number(values.redemptions)
  const sizes: Sizes = {
    ...{ redemptions, users: redemptions / 5, events: 20_000, codes: 1000, audit: 1000 },
    ...{ merchants: Number(values.merchants), days: DAYS },
  }
  await withGrownService({ sizes, folder: values.service }, async ({ url, db }) => {
    const rows = await measure(url, db, Number(values.calls))
    console.table(rows)
    const [{ megabytes }] = (await db`
      select round((pg_total_relation_size('group_stats') + pg_total_relation_size('quarter_stats')) / 1e6)::int
        as megabytes`) as [{ megabytes: number }]
    console.log(`group_stats and quarter_stats: ${megabytes} MB`)
    await saveResult('stats', { sizes, calls: Number(values.calls), settings: SETTINGS, megabytes, rows })
  })
}

async function measure(url: string, db: Db, calls: number): Promise<Row[]> {
  const from = new Date(Date.now() - DAYS * 86_400_000).toISOString()
  const half = new Date(Date.now() - (DAYS / 2) * 86_400_000).toISOString()
  const read = (path: string) => timed(calls, () => fetchStats(`${url}/admin/stats?${path}`))
  const rows: Row[] = []
  for (const [group, column] of Object.entries(GROUPS)) {
    const counted = await timed(calls, () => countFromRows(db, column, from))
    rows.push({
      read: `90 days by ${group}`,
      ...(await read(`from=${from}&groupBy=${group}&timezone=Asia/Kuala_Lumpur`)),
      fromRowsMs: counted.p50Ms,
    })
    rows.push({
      read: `45 days by ${group}, compared`,
      ...(await read(`from=${half}&groupBy=${group}&compare=previous&timezone=Asia/Kuala_Lumpur`)),
      fromRowsMs: counted.p50Ms,
    })
  }
  rows.push({
    read: '90 days by category',
    ...(await read(`from=${from}&groupBy=category`)),
    fromRowsMs: null,
  })
  for (const zone of ZONES) {
    const counted = await timed(calls, () => countDaysFromRows(db, zone, from))
    rows.push({
      read: `90 days by day, ${zone}`,
      ...(await read(`from=${from}&interval=day&timezone=${zone}`)),
      fromRowsMs: counted.p50Ms,
    })
  }
  return rows
}

async function fetchStats(address: string): Promise<number> {
  const response = await fetch(address, { headers: { authorization: `Bearer ${ADMIN_KEY}` } })
  await response.arrayBuffer()
  return response.status
}

async function countFromRows(db: Db, column: string, from: string): Promise<number> {
  await db.unsafe(`
    select ${column}, count(*), count(*) filter (where status = 'FLAGGED')
    from redemptions where redeemed_at >= '${from}' and voided_at is null
    group by 1 order by 2 desc limit 200`)
  return 200
}

async function countDaysFromRows(db: Db, zone: string, from: string): Promise<number> {
  await db.unsafe(`
    select (redeemed_at at time zone '${zone}')::date, count(*), count(*) filter (where status = 'FLAGGED')
    from redemptions where redeemed_at >= '${from}' and voided_at is null
    group by 1`)
  return 200
}

async function timed(calls: number, call: () => Promise<number>) {
  const timings: number[] = []
  let status = 0
  for (let number = -WARM_UP_CALLS; number < calls; number += 1) {
    const startedAt = performance.now()
    status = await call()
    if (number >= 0) timings.push(performance.now() - startedAt)
  }
  timings.sort((a, b) => a - b)
  const rounded = (value = 0) => Math.round(value * 10) / 10
  return { p50Ms: rounded(timings[Math.floor(timings.length / 2)]), worstMs: rounded(timings.at(-1)), status }
}
