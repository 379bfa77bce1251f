import { mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ArchivedFile, archiveMonths } from '../../src/domain/redemptions/archive/archive.ts'
import { verifyCsv, writeCsv } from '../../src/domain/redemptions/archive/archive-file.ts'
import {
  getPartState,
  listPartsBefore,
  type Part,
} from '../../src/domain/redemptions/archive/archive-queries.ts'
import { auditLedger } from '../../src/domain/redemptions/ledger/ledger.ts'
import { rollUpStats } from '../../src/domain/stats/roll-up.ts'
import type { Db, Tx } from '../../src/platform/database/db.ts'
import { isUnreachable } from '../../src/platform/database/failures.ts'
import { openScene, times } from '../races/scene.ts'
import { age } from './age.ts'

const scene = await openScene({ attemptsPerMinute: 10_000 })
const { admin, as, db, deps, redeem, token } = scene
const folder = await mkdtemp(join(tmpdir(), 'counterfoil-archive-'))
afterAll(() => rm(folder, { recursive: true }))

const once = await scene.voucher({ redemptionCount: 2 })
const monthly = await scene.voucher({ redemptionCount: 5, cycle: 'MONTHLY', codeSource: 'AUTO' })
const pooled = await scene.pool(20)
const DAYS = {
  december: '2024-12-15T10:00:00.123Z',
  january: '2025-01-31T23:59:59.999Z',
  february: '2025-02-03T08:00:00Z',
}

/** On each of the days, three users redeem a voucher each, and a fourth redemption is voided. */
async function fill(): Promise<string[]> {
  const ids: string[] = []
  for (const at of Object.values(DAYS)) {
    const responses = await Promise.all(
      times(3, (i) => redeem(`${at} ${i}`, i === 0 ? once : i === 1 ? monthly : pooled)),
    )
    const voided = await redeem(`${at} voided`, pooled)
    await admin('POST', `/admin/redemptions/${voided.body.id}/void`, { reason: 'by mistake' })
    await db.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      for (const { body } of [...responses, voided]) ids.push(await age(tx as unknown as Tx, body.id, at))
      await tx`update redemptions set status = 'FLAGGED' where id = ${ids.at(-4) ?? ''}`
      await tx`truncate user_quotas, voucher_quotas, stat_changes`
      await tx`insert into user_quotas select user_id, voucher_id, cycle_key, count(*) from redemptions where voided_at is null group by 1, 2, 3`
      await tx`insert into voucher_quotas select voucher_id, cycle_key, count(*) from redemptions where voided_at is null group by 1, 2`
    })
  }
  return ids
}

const archived: ArchivedFile[] = []
const archive = (before: string, changes: object = {}, on: Db = db) =>
  archiveMonths(on, {
    before: new Date(`${before}-01T00:00:00Z`),
    folder,
    evenUnreviewed: true,
    now: new Date(),
    signal: new AbortController().signal,
    onProgress: () => {},
    onArchived: (file: ArchivedFile) => archived.push(file),
    ...changes,
  })
/** The database, with `what` running before its nth transaction. The first transaction takes the archive's lock. */
const before = (nth: number, what: () => Promise<unknown>): Db => {
  let begun = 0
  return new Proxy(db, {
    get(target, name) {
      if (name !== 'begin') return Reflect.get(target, name)
      return async (...args: [never]) => {
        begun += 1
        if (begun === nth) await what()
        return target.begin(...args)
      }
    },
  })
}
const rowsOf = async (month: string) => {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int from redemptions where to_char(redeemed_at at time zone 'UTC', 'YYYY-MM') = ${month}`
  return row?.count
}
const files = async () => (await readdir(folder)).sort()

let december: string[] = []
beforeAll(async () => {
  for (const month of ['2024-12', '2025-01', '2025-02'])
    await db`select add_partition('redemptions', 'month', ${`${month}-01T00:00Z`})`
  december = (await fill()).slice(0, 4)
  while (await rollUpStatsOnce()) {}
  await scene.expectExact()
})
async function rollUpStatsOnce(): Promise<boolean> {
  await rollUpStats(deps)
  const [row] = await db<{ isBehind: boolean }[]>`
    select coalesce(days_until < utc_day(now() - interval '31 minutes'), true) as is_behind from stats_progress`
  return row?.isBehind ?? false
}

test('refused: a statement month that touches the month is open; nothing is written', async () => {
  expect((await archive('2025-01'))?.refused).toBe(
    '2024-12 has redemptions of the statement month 2024-12, which is open: close it first',
  )
  expect(await files()).toEqual([])
  await closeStatements('2024-12')
  await closeStatements('2025-01')
  const [january] = (await listPartsBefore(db, new Date('2025-02-01'))).slice(-1) as [Part]
  // The last millisecond of January by UTC is in February in Kuala Lumpur.
  const openMonthWith = async (month: string) => {
    await db`
      update redemptions set statement_month = ${month}
      where id = (select id from redemptions where redeemed_at < '2025-02-01' order by redeemed_at desc limit 1)`
    return (await getPartState(db, january)).openStatementMonth
  }
  expect([await openMonthWith('2025-02'), await openMonthWith('2025-01')]).toEqual(['2025-02', null])
  await closeStatements('2025-02')
  await scene.expectExact()
})
async function closeStatements(month: string): Promise<void> {
  expect((await admin('POST', `/admin/statements/${month}/close`)).status).toBe(200)
}

test('refused: flagged redemptions that nobody has reviewed; nothing is written', async () => {
  const { refused } = (await archive('2025-01', { evenUnreviewed: false })) ?? {}
  expect(refused).toBe(
    'flagged redemptions of 2024-12 are not reviewed (1): review them, or pass --even-unreviewed',
  )
  expect(await files()).toEqual([])
})

test('interrupted while it writes: the month stays and can be changed, and no file is left', async () => {
  const stop = new AbortController()
  const onProgress = () => stop.abort(new Error('interrupted'))
  await expect(archive('2025-01', { signal: stop.signal, onProgress })).rejects.toThrow()
  expect([await rowsOf('2024-12'), await files()]).toEqual([4, []])
  await db`update redemptions set voucher_title = voucher_title where id = ${december[0] ?? ''}`
  await scene.expectExact()
})

test('the disk is full: the month stays', async () => {
  await symlink('/dev/full', join(folder, `redemptions-2024-12.csv.gz.${process.pid}.part`))
  await expect(archive('2025-01')).rejects.toMatchObject({ code: 'ENOSPC' })
  expect([await rowsOf('2024-12'), await files()]).toEqual([4, []])
})

test('killed just before the drop: the ledger is exact, and the next run archives the same file', async () => {
  const killed = before(4, async () => {
    throw new Error('killed')
  })
  await expect(archive('2025-01', {}, killed)).rejects.toThrow('killed')
  expect([await rowsOf('2024-12'), await files()]).toEqual([
    4,
    ['redemptions-2024-12.csv.gz', 'redemptions-2024-12.json'],
  ])
  await scene.expectExact()
})

test('refused: another archive is running; its month stays frozen until it is dropped', async () => {
  let second: unknown
  const late: unknown[] = []
  const first = before(4, async () => {
    second = await archive('2025-01')
    const path = `/admin/redemptions/${december[0]}/void`
    late.push((await admin('POST', path, { reason: 'late' })).status)
    throw new Error('killed')
  })
  await expect(archive('2025-01', {}, first)).rejects.toThrow('killed')
  expect(second).toEqual({
    refused: 'another archive of this database is running: wait until it ends, then run the command again',
  })
  expect(late).toEqual([503])
  expect(await rowsOf('2024-12')).toBe(4)
  await scene.expectExact()
})

test('the connection with the lock is lost: the month stays', async () => {
  const lost = before(3, async () => {
    await db`
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
  })
  const error = await archive('2025-01', {}, lost).catch((thrown: unknown) => thrown)
  // PostgreSQL says why it ends the connection if a statement is running.
  expect(isUnreachable(error), `${error}`).toBe(true)
  expect(await rowsOf('2024-12')).toBe(4)
  await scene.expectExact()
})

test('refused: a file of another archive is not overwritten', async () => {
  const manifest = join(folder, 'redemptions-2024-12.json')
  const own = await readFile(manifest, 'utf8')
  await writeFile(manifest, JSON.stringify({ sha256: 'another' }))
  expect((await archive('2025-01'))?.refused).toContain(
    'belongs to another archive, and 2024-12 is not archived',
  )
  await writeFile(manifest, own)
})

test('archived: a file with every row, a manifest; the ledger, pools, quotas and stats are as before', async () => {
  const pool = (await admin('GET', `/admin/vouchers/${pooled}/codes`)).body
  const stats = await db`select * from daily_stats order by merchant_id, partner_id, day, stat`
  let statusWhileArchived = 0
  const meanwhile = before(3, async () => {
    const path = `/admin/redemptions/${december[0]}/void`
    statusWhileArchived = (await admin('POST', path, { reason: 'late' })).status
  })
  expect(await archive('2025-01', {}, meanwhile)).toBe(null)
  expect(statusWhileArchived).toBe(503)

  expect(await files()).toEqual(['redemptions-2024-12.csv.gz', 'redemptions-2024-12.json'])
  const [file] = archived.splice(0)
  const lines = gunzipSync(await readFile(join(folder, 'redemptions-2024-12.csv.gz')))
    .toString()
    .trim()
    .split('\n')
  expect(lines).toHaveLength(5)
  expect(lines[0]).toMatch(/^id,user_id,voucher_id,/)
  expect(
    lines
      .slice(1)
      .map((line) => line.slice(0, 36))
      .sort(),
  ).toEqual(december.toSorted())
  const manifest = JSON.parse(await readFile(join(folder, 'redemptions-2024-12.json'), 'utf8'))
  expect(manifest).toMatchObject({
    month: '2024-12',
    rows: 4,
    sha256: file?.sha256,
    columns: lines[0]?.split(','),
  })
  expect(await db`select to_char(month, 'YYYY-MM') as month, rows, sha256 from archived_months`).toEqual([
    { month: '2024-12', rows: 4, sha256: file?.sha256 },
  ])

  expect(await rowsOf('2024-12')).toBe(0)
  await scene.expectExact()
  expect((await admin('GET', `/admin/vouchers/${pooled}/codes`)).body).toEqual(pool)
  expect(await db`select * from daily_stats order by merchant_id, partner_id, day, stat`).toEqual(stats)
  // The cycle has ended, so its counter is gone. A ONE_TIME counter counts forever.
  expect(await db`select from user_quotas where cycle_key = '2024-12'`).toHaveLength(0)
  expect((await redeem(`${DAYS.december} 0`, once)).body).toMatchObject({ remaining: 0 })
  expect((await redeem(`${DAYS.december} 0`, once)).body.error).toBe('limit_reached')
  const list = await as(token(`${DAYS.december} 0`))('GET', '/me/redemptions')
  expect(list.body).toHaveLength(1)
  expect((await admin('GET', `/admin/redemptions/${december[0]}`)).status).toBe(404)
  await expect(db`delete from users where external_user_id = ${`${DAYS.december} 1`}`).rejects.toMatchObject({
    constraint: 'redemptions_refer_to_existing_rows',
  })
})

test('refused: already archived', async () => {
  expect((await archive('2025-01'))?.refused).toBe(
    'already archived: every month before 2025-01, last 2024-12',
  )
  expect((await archive('2020-01'))?.refused).toBe('there are no whole months before 2020-01')
})

test('an archive while the service redeems: nothing is lost on either side', async () => {
  const busy = await scene.voucher({ redemptionCount: 100 })
  await scene.meet(...times(5, (i) => `busy ${i}`))
  const redeeming = Promise.all(times(150, (i) => redeem(`busy ${i % 5}`, busy, { key: `busy-${i}` })))
  const refusal = await archive('2025-03')
  const responses = await redeeming
  expect(refusal).toBe(null)
  expect(responses.filter(({ status }) => status !== 201)).toEqual([])
  expect(archived.splice(0).map(({ rows }) => rows)).toEqual([4, 4])
  await scene.expectExact()
})

test('a lost counter of an archived redemption is found', async () => {
  await db`delete from archived_user_counts where cycle_key = 'ONE_TIME' and month = '2025-02-01'`
  const findings = await auditLedger(db)
  expect(findings.map(({ rule }) => rule)).toEqual([
    'each user counter equals its redemptions that are not voided',
  ])
})

test('a file that differs from the table, or is cut off, is noticed', async () => {
  const path = join(folder, 'compared.csv.gz')
  const silent = { signal: new AbortController().signal, onRows: () => {} }
  async function* pages(...rows: (string | null)[][]) {
    yield rows
  }
  const rows = [
    ['1', null, 'a "quoted", text\nof two lines'],
    ['2', '', "'"],
  ]
  await writeCsv(path, ['id', 'a', 'b'], pages(...rows), silent)
  const verified = await verifyCsv(path, ['id', 'a', 'b'], pages(...rows), silent)
  expect(verified).toMatchObject({ rows: 2 })
  const others = [[rows[0], ['2', null, "'"]], [rows[0]], [...rows, ['3', '', '']], [['1', '', 'x'], rows[1]]]
  for (const other of others)
    expect(await verifyCsv(path, ['id', 'a', 'b'], pages(...(other as string[][])), silent)).toBe(null)
  await truncate(path, 30)
  expect(await verifyCsv(path, ['id', 'a', 'b'], pages(...rows), silent)).toBe(null)
})
