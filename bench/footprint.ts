import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connect, type Db } from '../src/platform/database/db.ts'
import { PIN } from './fixtures/prepared-database.ts'
import { vacuumAndCheckpoint } from './fixtures/redeem-history.ts'
import { generateLoad } from './load/generate-load.ts'
import { redemptionRequest, verifyTokens } from './load/redemption-requests.ts'
import { cpuSecondsOf, cpuSecondsOfFamily } from './measure/cpu-seconds.ts'
import { saveResult } from './measure/save-result.ts'
import { nextMessage, startChild, stopChild } from './servers/child.ts'
import type { RedeemFixture } from './servers/redeem.ts'
import { type Service, startService } from './servers/spawn-service.ts'

const VOUCHERS = 500
/** The tables that a redemption writes, and how long their rows are kept (docs/operations.md, "What is kept"). */
const TABLES = {
  redemptions: 'for good',
  user_quotas: 'for good',
  voucher_quotas: 'for good',
  events: '30 days',
  deliveries: '30 days',
  delivery_attempts: '30 days',
  idempotency_keys: '25 hours',
  redemption_attempts: '1 day',
}

type CpuSeconds = () => Promise<number | null>
/** Totals so far. The differences of two readings are the cost of what happened between them. */
type Reading = {
  walBytes: number
  /** Transactions that wrote something. Each one waits for the disk once, except those of the worker. */
  writes: number
  database: number
  service: number
}
type Measure = ReturnType<typeof meter>
type Phase = { phase: string; clients: number; count: number; perSecond: number } & Record<
  string,
  number | string
>

/**
 * What one redemption costs and leaves behind: log, commits, CPU time, bytes by table. The floor makes the same
 * writes in one stored function per redemption. Bytes are exact on any machine; CPU time and rates hold for this
 * machine only.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { redemptions: { type: 'string', default: '20000' } } })
  const count = Number(values.redemptions)
  const receiver = startChild('servers/webhook-receiver.ts')
  const { url: webhookUrl } = await nextMessage<{ url: string }>(receiver)
  const preparation = JSON.stringify({ users: count, vouchers: VOUCHERS, history: 0, webhookUrl })
  const service = startChild('servers/redeem.ts', preparation)
  const fixture = await nextMessage<RedeemFixture>(service)
  const db = await connect(fixture.databaseUrl, { max: 4, deadlineMs: 600_000 })
  const measure = meter(db, fixture.postmaster)
  const { tokens, voucherIds, outletId } = fixture
  const requests = tokens.map((token, n) =>
    redemptionRequest(
      { token, voucherId: voucherIds[n % voucherIds.length], outletId, pin: PIN },
      randomUUID(),
    ),
  )
  await verifyTokens(fixture)

  const before = await sizesOf(db)
  const phases: Phase[] = []
  const alone = Math.floor(count / 20)
  for (const [clients, part] of [
    [1, requests.slice(0, alone)],
    [64, requests.slice(alone)],
  ] as const)
    phases.push(
      await measure(
        { phase: 'redeem', clients, count: part.length },
        () => cpuSecondsOf(service.pid ?? 0),
        () => send(fixture.port, clients, part),
      ),
    )
  phases.push(await deliver(measure, db, fixture, count))
  await vacuumAndCheckpoint(db)
  const after = await sizesOf(db)
  phases.push(
    await measure(
      { phase: 'floor', clients: 4, count: alone },
      async () => 0,
      () => redeemByFloor(db, alone),
    ),
  )

  const tables = Object.entries(TABLES).map(([table, kept]) => ({
    table,
    kept,
    bytesEach: Math.round(((after[table] ?? 0) - (before[table] ?? 0)) / count),
  }))
  console.table(phases)
  console.table(tables)
  await saveResult('footprint', { redemptions: count, phases, tables })
  await db.end({ timeout: 1 })
  for (const child of [service, receiver]) await stopChild(child)
}

/** A worker starts after the redemptions, so that its WAL and CPU time are not counted for the redemptions. */
async function deliver(measure: Measure, db: Db, fixture: RedeemFixture, count: number): Promise<Phase> {
  let worker: Service | null = null
  let atStart = 0
  const settings = { DATABASE_URL: fixture.databaseUrl, SECRETS_KEY: fixture.secretsKey, ROLE: 'worker' }
  const phase = await measure(
    { phase: 'deliver', clients: 0, count },
    async () => (worker ? ((await cpuSecondsOf(worker.pid)) ?? 0) - atStart : 0),
    async () => {
      worker = await startService('.', settings)
      atStart = (await cpuSecondsOf(worker.pid)) ?? 0
      await untilDelivered(db, count)
    },
  )
  await (worker as Service | null)?.stop()
  return phase
}

/** Runs a phase after a checkpoint, and divides its cost by the number of redemptions. */
function meter(db: Db, postmaster: number) {
  const read = async (cpuSeconds: CpuSeconds): Promise<Reading> => {
    const [row] = await db<Pick<Reading, 'walBytes' | 'writes'>[]>`
      select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal_bytes,
        pg_snapshot_xmax(pg_current_snapshot())::text::float8 as writes`
    if (!row) throw new Error('the database returned no stats')
    const database = (await cpuSecondsOfFamily(postmaster)) ?? 0
    return { ...row, database, service: (await cpuSeconds()) ?? 0 }
  }
  return async (
    about: { phase: string; clients: number; count: number },
    cpuSeconds: CpuSeconds,
    work: () => Promise<unknown>,
  ): Promise<Phase> => {
    process.stderr.write(`${about.phase}: ${about.count} redemptions\n`)
    await vacuumAndCheckpoint(db)
    const from = await read(cpuSeconds)
    const startedAt = performance.now()
    await work()
    const seconds = (performance.now() - startedAt) / 1000
    const to = await read(cpuSeconds)
    const each = (name: keyof Reading, factor = 1) =>
      rounded(((to[name] - from[name]) * factor) / about.count)
    return {
      ...about,
      perSecond: Math.round(about.count / seconds),
      walBytesEach: Math.round(each('walBytes')),
      transactionsEach: each('writes'),
      databaseCpuMsEach: each('database', 1000),
      serviceCpuMsEach: each('service', 1000),
    }
  }
}

async function send(port: number, connections: number, requests: string[]): Promise<void> {
  const { responses } = await generateLoad({
    port,
    connections,
    seconds: 600,
    requests,
    total: requests.length,
  })
  // Connections that end together may send a few more requests than requested; these are replays.
  const others = Object.keys(responses).filter((status) => status !== '201' && status !== '200')
  if (others.length > 0) throw new Error(`not all redemptions succeeded: ${JSON.stringify(responses)}`)
}

async function untilDelivered(db: Db, count: number): Promise<void> {
  for (;;) {
    const [row] = await db<{ delivered: number }[]>`
      select count(*)::int as delivered from deliveries where state = 'DELIVERED'`
    if ((row?.delivered ?? 0) >= count) return
    await sleep(250)
  }
}

async function redeemByFloor(db: Db, count: number): Promise<void> {
  let next = 0
  const loop = async () => {
    while (next < count) {
      next += 1
      await db`select floor_redeem(${next - 1}, ${next % VOUCHERS})`
    }
  }
  await Promise.all(Array.from({ length: 4 }, loop))
}

/** With indexes and all partitions. */
async function sizesOf(db: Db): Promise<Record<string, number>> {
  const rows = await db<{ name: string; bytes: number }[]>`
    select name, coalesce(
      (select sum(pg_total_relation_size(relid)) from pg_partition_tree(name::regclass)),
      pg_total_relation_size(name::regclass)
    )::float8 as bytes
    from unnest(${Object.keys(TABLES)}::text[]) as name`
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]))
}

const rounded = (value: number) => Math.round(value * 1000) / 1000
