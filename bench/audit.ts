import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../scripts/temporary-folder.ts'
import { chainAudit } from '../src/domain/audit/chain/chain-entries.ts'
import { verifyChain } from '../src/domain/audit/chain/verify-chain.ts'
import { loadConfig } from '../src/platform/config.ts'
import type { Db } from '../src/platform/database/db.ts'
import { orderedId } from '../src/platform/database/ordered-id.ts'
import { createLogger } from '../src/platform/logging.ts'
import { openFoundation } from '../src/process/startup.ts'
import { saveResult } from './measure/save-result.ts'

const WRITERS = 8
const ROUNDS = 10
const WRITES_PER_ROUND = 2000

/**
 * What the chain costs a writer, and how fast entries are chained and verified. The floor of a writer is the same
 * transaction on a copy of the table without salts and without a queue.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { entries: { type: 'string', default: '1000000' } } })
  const entries = Number(values.entries)
  const directory = await temporaryFolder('bench')
  const config = loadConfig({ DATA_DIR: directory, PORT: '0', DEMO: 'false' })
  const { deps, close } = await openFoundation(config, createLogger('warn'))
  try {
    const writer = await measureWriters(deps.db)
    await insertEntries(deps.db, entries)
    const chained = await perSecond(entries, () => chainAudit(deps))
    const before = process.memoryUsage.rss()
    let misfit: unknown
    const verified = await perSecond(entries, async () => {
      ;({ misfit } = await verifyChain(deps.db))
    })
    if (misfit) throw new Error(JSON.stringify(misfit))
    const memoryGrowthMB = Math.round((process.memoryUsage.rss() - before) / 2 ** 20)
    const bytesPerEntry = await sizeOfChain(deps.db)
    const result = { entries, writer, chained, verified, memoryGrowthMB, bytesPerEntry }
    console.table({ 'a writer': writer })
    console.log(
      `chained: ${chained} entries/s; verified: ${verified} entries/s, ${memoryGrowthMB} MB more memory`,
    )
    console.log(`the chain has ${bytesPerEntry} bytes per entry`)
    await saveResult('audit', result)
  } finally {
    await close()
    await rm(directory, { recursive: true, force: true })
  }
}

type Writer = { perSecond: number; floorPerSecond: number; ratio: number }

/** Rounds alternate, so that both sides meet the same state of the machine. */
async function measureWriters(db: Db): Promise<Writer> {
  await db.unsafe(`
    create table floor_log (like audit_log including indexes);
    drop index floor_log_erased_by_idx;
    alter table floor_log drop actor_name_salt, drop before_salt, drop after_salt, drop erased_by`)
  const rates: Record<'audit_log' | 'floor_log', number[]> = { audit_log: [], floor_log: [] }
  for (const table of ['audit_log', 'floor_log'] as const) await write(db, table)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const table of ['audit_log', 'floor_log'] as const)
      rates[table].push(await perSecond(WRITES_PER_ROUND, () => write(db, table)))
  const [perSecondHere, floorPerSecond] = [median(rates.audit_log), median(rates.floor_log)]
  return { perSecond: perSecondHere, floorPerSecond, ratio: round2(perSecondHere / floorPerSecond) }
}

/** Each entry is written by its own transaction, as most changes are. */
async function write(db: Db, table: string): Promise<void> {
  const text = `
    insert into ${table} (id, at, actor_kind, actor_id, actor_name, action, target, before, after)
    values ($1, now(), 'staff', $2, 'Aina Rahman', 'voucher.update', $3, '{"globalRedemptionCap": 300}',
      '{"globalRedemptionCap": 500}')`
  const actor = orderedId()
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      for (let n = 0; n < WRITES_PER_ROUND / WRITERS; n += 1)
        await db.begin((tx) => tx.unsafe(text, [orderedId(), actor, `voucher:${orderedId()}`]))
    }),
  )
}

async function insertEntries(db: Db, entries: number): Promise<void> {
  const count = 50_000
  for (let from = 0; from < entries; from += count)
    await db.begin(async (tx) => {
      await tx.extendDeadline(60_000)
      await tx`
        insert into audit_log (id, at, actor_kind, actor_id, actor_name, action, target, before, after)
        select uuid_v7(), now(), 'staff', ${crypto.randomUUID()}, 'Aina Rahman', 'voucher.update', 'voucher:' || n,
          '{"globalRedemptionCap": 300}', '{"globalRedemptionCap": 500}'
        from generate_series(1, ${Math.min(count, entries - from)}) as n`
    })
  await db`analyze audit_log`
}

async function sizeOfChain(db: Db): Promise<number> {
  const [row] = await db<[{ bytes: number }]>`
    select pg_total_relation_size('audit_chain') / (select count(*) from audit_chain) as bytes`
  return row.bytes
}

async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return Math.round((count / (performance.now() - start)) * 1000)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}
