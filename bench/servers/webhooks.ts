import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { createPartner } from '../../src/domain/partners/partners.ts'
import { SYSTEM } from '../../src/domain/staff/caller.ts'
import { enqueueEvents } from '../../src/domain/webhooks/outbox.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { createLogger } from '../../src/platform/logging.ts'
import { Refusal } from '../../src/platform/refusal.ts'
import { openFoundation } from '../../src/process/startup.ts'
import { claimOf } from '../load/claims.ts'

// The database under measurement and one partner with an endpoint. Delivers nothing by itself.

const { webhookUrl, countsStatements } = JSON.parse(process.argv[2] ?? '{}') as {
  webhookUrl: string
  countsStatements: boolean
}
const AT_ONCE = 1000

const directory = await temporaryFolder('bench')
const secretsKey = randomBytes(32).toString('base64')
const config = loadConfig({ DATA_DIR: directory, SECRETS_KEY: secretsKey, DEMO: 'false' })
const log = createLogger('warn', false)
if (countsStatements) {
  const first = await openFoundation(config, log)
  await first.deps.db.unsafe(`alter system set shared_preload_libraries = 'pg_stat_statements'`)
  await first.close()
}
const foundation = await openFoundation(config, log)
const { deps, embedded } = foundation
if (countsStatements) await deps.db.unsafe('create extension pg_stat_statements')
const partner = await createPartner(deps, SYSTEM, {
  slug: 'bench',
  name: 'Bench',
  displayName: 'Bench',
  logoPath: 'https://bench.example.com/logo.png',
  jwtIssuer: 'https://bench.example.com',
  jwksUrl: 'https://bench.example.com/keys',
  webhookUrl,
})
if (partner instanceof Refusal) throw new Error(JSON.stringify(partner))

type Ask = { prefill: number } | { figures: true } | { stop: true }

process.on('message', async (ask: Ask) => {
  if ('prefill' in ask) {
    for (let left = ask.prefill; left > 0; left -= AT_ONCE) {
      const events = Array.from({ length: Math.min(AT_ONCE, left) }, () => ({
        partnerId: partner.id,
        event: claimOf(),
      }))
      await deps.db.begin((tx) => enqueueEvents(tx, events))
    }
    const patient = deps.db.sibling({ max: 1, deadlineMs: 600_000 })
    await patient.unsafe('vacuum analyze')
    await patient.unsafe('checkpoint')
    await patient.end()
    process.send?.({ done: true })
  }
  if ('figures' in ask) process.send?.(await figures())
  if ('stop' in ask) process.disconnect?.()
})

// Also when whoever measures was killed.
process.once('disconnect', async () => {
  await foundation.close()
  await rm(directory, { recursive: true, force: true })
})

export type DatabaseFigures = {
  /** Each statement of the dispatcher is a transaction of its own. */
  transactions: number
  pending: number
  attempts: number
  statements: { calls: number; meanMs: number; rows: number; query: string }[]
}

async function figures(): Promise<DatabaseFigures> {
  const [row] = await deps.db<Omit<DatabaseFigures, 'statements'>[]>`
    select
      (select xact_commit from pg_stat_database where datname = current_database()) as transactions,
      (select count(*) from deliveries where state = 'PENDING') as pending,
      (select count(*) from delivery_attempts) as attempts`
  if (!row) throw new Error('a select without a row')
  return { ...row, statements: countsStatements ? await slowest() : [] }
}

/** Since they were asked for last. */
async function slowest(): Promise<DatabaseFigures['statements']> {
  const found = await deps.db<DatabaseFigures['statements']>`
    select calls, round(mean_exec_time::numeric, 3)::float as mean_ms, rows,
      left(regexp_replace(query, '\\s+', ' ', 'g'), 90) as query
    from pg_stat_statements order by total_exec_time desc limit 8`
  await deps.db`select pg_stat_statements_reset()`
  return [...found]
}

process.send?.({
  databaseUrl: embedded?.url,
  postmasterFile: `${embedded?.directory}/postmaster.pid`,
  secretsKey,
  partnerId: partner.id,
  secret: partner.secret,
})
