import { afterAll, expect, test } from 'vitest'
import { auditLedger } from '../../src/domain/redemptions/ledger/ledger.ts'
import { connect, type Tx } from '../../src/platform/database/db.ts'
import { until } from '../support/process.ts'
import { BatchHolder } from './held-batches.ts'
import { openScene, tally, times } from './scene.ts'

const batches = new BatchHolder()
const scene = await openScene({ attemptsPerMinute: 10_000, pause: batches.pause })
const { admin, clock, db, redeem, voucher, expectExact } = scene
const other = await connect(scene.databaseUrl, { max: 2 })
afterAll(() => other.end({ timeout: 1 }))

const FIVE = { redemptionCount: 1000, redemptionValue: { amount: '5.00', currency: 'MYR' } }
const close = (month: string, node = 0) =>
  scene.nodes[node]?.admin('POST', `/admin/statements/${month}/close`) as ReturnType<typeof admin>
const voided = (id: string, node = 0) =>
  scene.nodes[node]?.admin('POST', `/admin/redemptions/${id}/void`, { reason: 'By mistake.' }) as ReturnType<
    typeof admin
  >
const rowsOf = async (month: string, voucherId: string) => {
  const { body } = await admin('GET', `/admin/statements?month=${month}&limit=200`)
  return body.items.filter((item: { voucherId: string }) => item.voucherId === voucherId)
}
const adjustmentsOf = async (month: string) =>
  (await admin('GET', `/admin/statements/${month}/adjustments`)).body
const isWaiting = async () =>
  (
    await db`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`
  ).length > 0

/** Keeps others from writing to a table until `release`. A transaction that only locks a table has no id, so no close waits for it. */
async function holdTable(table: string) {
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const holding = other.begin(async (tx) => {
    await tx.unsafe(`lock table ${table} in share mode`)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  return async () => {
    release.resolve()
    await holding
  }
}

test('a close does not wait for a transaction of another database', async () => {
  const url = new URL(scene.databaseUrl)
  url.pathname = '/postgres'
  const neighbor = await connect(url.href, { max: 1 })
  await neighbor.begin(async (tx) => {
    await tx`select pg_current_xact_id()`
    clock.now = new Date('2027-01-02T00:00:00Z')
    expect((await close('2026-12')).status).toBe(200)
  })
  await neighbor.end({ timeout: 1 })
})

test('a redemption that is written after the close is +1 in the next month', async () => {
  clock.now = new Date('2027-01-31T23:59:59Z')
  const id = await voucher(FIVE)
  await scene.meet('late')
  expect(tally([await redeem('early', id)])).toEqual({ '201': 1 })
  const hold = batches.holdNext()
  const late = redeem('late', id, { node: 0 })
  await hold.held
  clock.now = new Date('2027-02-01T01:00:00Z')
  expect((await close('2027-01')).status).toBe(200)
  hold.release()
  const { body } = await late
  expect((await admin('GET', `/admin/redemptions/${body.id}`)).body.statementMonth).toBe('2027-01')
  expect(await rowsOf('2027-01', id)).toMatchObject([{ redeemed: 1, net: 1 }])
  expect(await rowsOf('2027-02', id)).toMatchObject([{ redeemed: 0, adjustments: 1, net: 1 }])
  expect(await adjustmentsOf('2027-02')).toMatchObject([{ redemptionId: body.id, kind: 'LATE', count: 1 }])
  expect((await voided(body.id)).status).toBe(200)
  expect(await rowsOf('2027-02', id)).toMatchObject([{ adjustments: 0, net: 0 }])
  await expectExact()
})

test('a close waits for a redemption that is being written, and counts it', async () => {
  clock.now = new Date('2027-02-28T23:59:59Z')
  const id = await voucher(FIVE)
  expect(tally([await redeem('first', id)])).toEqual({ '201': 1 })
  await scene.meet('second')
  const release = await holdTable('events')
  const second = redeem('second', id)
  await until(isWaiting)
  clock.now = new Date('2027-03-01T01:00:00Z')
  let isClosed = false
  const closing = close('2027-02').then((response) => {
    isClosed = true
    return response
  })
  await until(
    async () =>
      (await db`select from statement_months where month = '2027-02' and closing_at is not null`).length > 0,
  )
  // Longer than a close takes.
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(isClosed).toBe(false)
  await release()
  expect([(await second).status, (await closing).status]).toEqual([201, 200])
  expect(await rowsOf('2027-02', id)).toMatchObject([{ redeemed: 2, net: 2 }])
  await expectExact()
})

test('a void waits for a close, then it is an adjustment; past its deadline it is 503', async () => {
  clock.now = new Date('2027-03-20T00:00:00Z')
  const id = await voucher(FIVE)
  const [first, second] = [(await redeem('a', id)).body.id, (await redeem('b', id)).body.id]
  clock.now = new Date('2027-04-01T01:00:00Z')
  const release = await holdTable('statements')
  const closing = close('2027-03')
  await until(isWaiting)
  const refused = await voided(first)
  expect([refused.status, refused.body.error, Number(refused.headers['retry-after']) > 0]).toEqual([
    503,
    'unavailable',
    true,
  ])
  const waiting = voided(second, 1)
  await new Promise((resolve) => setTimeout(resolve, 200))
  await release()
  expect([(await closing).status, (await waiting).status]).toEqual([200, 200])
  expect(await rowsOf('2027-03', id)).toMatchObject([{ redeemed: 2, voided: 0, net: 2 }])
  expect(await rowsOf('2027-04', id)).toMatchObject([{ redeemed: 0, adjustments: -1, net: -1 }])
  await expectExact()
})

test('redemptions, voids, reviews and closes at once: each redemption is in one month, once', async () => {
  clock.now = new Date('2027-04-30T23:59:50Z')
  const id = await voucher(FIVE)
  await scene.meet(...times(10, (i) => `racer ${i}`))
  const early = await Promise.all(times(30, (i) => redeem(`racer ${i % 10}`, id)))
  const ids = early.map(({ body }) => body.id as string)
  const acts: Promise<{ status: number }>[] = []
  for (let i = 0; i < 30; i += 1) {
    if (i === 10) clock.now = new Date('2027-05-01T01:00:00Z')
    acts.push(redeem(`racer ${i % 10}`, id))
    if (i % 3 === 0) acts.push(voided(ids[i] as string, i % 2))
    const outcome = i % 2 === 0 ? 'REJECTED' : 'ACCEPTED'
    acts.push(admin('POST', `/admin/redemptions/${ids[(i * 7) % 30]}/review`, { outcome }))
    if (i >= 10 && i % 5 === 0) acts.push(close('2027-04', i % 2))
  }
  const statuses = (await Promise.all(acts)).map(({ status }) => status)
  expect(statuses.filter((status) => status >= 300)).toEqual([])
  await expectExact()
  const [counted] = await db<[{ net: number }]>`
    select count(*)::int as net from redemptions
    where voucher_id = ${id} and voided_at is null and review_outcome is distinct from 'REJECTED'`
  const rows = [...(await rowsOf('2027-04', id)), ...(await rowsOf('2027-05', id))]
  expect(rows.reduce((sum: number, { net }: { net: number }) => sum + net, 0)).toBe(counted.net)
})

/** The rules that the audit reports after a change, which is then rolled back. */
async function foundAfter(tamper: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  let rules: string[] = []
  const undo = new Error('undo')
  const tampering = db.begin(async (tx) => {
    // As a superuser would do it: no trigger refuses anything.
    await tx`set local session_replication_role = replica`
    await tamper(tx)
    const inside = { begin: (_: string, work: (tx: Tx) => unknown) => work(tx) }
    rules = (await auditLedger(inside as never, clock.now)).map(({ rule }) => rule)
    throw undo
  })
  await expect(tampering).rejects.toBe(undo)
  return rules
}

const IN_ONE_MONTH = 'each redemption is in the statement of its month, or in an adjustment'
const SUMS = 'each closed statement has the sum of its adjustments'
const NAMES = 'each adjustment names its redemption'
const NUMBERS = 'statements are numbered without gaps'
const tampered: [string, (tx: Tx) => Promise<unknown>, string[]][] = [
  [
    'a changed row',
    (tx) => tx`update statement_rows set redeemed = redeemed + 1 where number = 1`,
    [IN_ONE_MONTH],
  ],
  [
    'a changed value',
    (tx) => tx`update statement_rows set value_minor = 501 where number = 1`,
    [IN_ONE_MONTH],
  ],
  [
    'a rejection that made no adjustment',
    (tx) => tx`
      update redemptions set review_outcome = 'REJECTED', reviewed_at = now(), reviewed_by = 'me'
      where statement_month = '2027-02'`,
    [IN_ONE_MONTH],
  ],
  [
    'a lost adjustment',
    (tx) => tx`delete from statement_adjustments where kind = 'LATE' and month = '2027-02'`,
    [IN_ONE_MONTH, SUMS],
  ],
  [
    'a moved redemption',
    (tx) => tx`update redemptions set statement_month = '2027-05' where statement_month = '2027-01'`,
    [IN_ONE_MONTH, NAMES],
  ],
  [
    'an adjustment of an open month',
    (tx) => tx`
      update statement_adjustments set redemption_month = '2027-05', month = '2027-06' where month = '2027-02' and kind = 'LATE'`,
    [IN_ONE_MONTH, SUMS, NAMES],
  ],
  [
    'a missing number',
    (tx) => tx`update statements set number = 99 where number = 1`,
    [IN_ONE_MONTH, NUMBERS],
  ],
]

test.for(tampered)('audit-ledger finds %s', async ([_, tamper, rules]) => {
  expect(await foundAfter(tamper)).toEqual(rules)
})
