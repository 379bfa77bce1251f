import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { enqueueEvents } from '../../src/domain/webhooks/outbox/outbox.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { createLogger } from '../../src/platform/logging.ts'
import { openFoundation } from '../../src/process/startup.ts'
import { onboardBenchPartner } from '../fixtures/bench-partner.ts'
import { claimEvent } from '../fixtures/claim-event.ts'
import { vacuumAndCheckpoint } from '../fixtures/redeem-history.ts'

// The database that `bench/webhooks.ts` measures, with one partner and its endpoint. This process delivers nothing.

const webhookUrl = process.argv[2] as string
const EVENTS_PER_TRANSACTION = 1000

const directory = await temporaryFolder('bench')
const secretsKey = randomBytes(32).toString('base64')
const config = loadConfig({ DATA_DIR: directory, SECRETS_KEY: secretsKey, DEMO: 'false' })
const foundation = await openFoundation(config, createLogger('warn'))
const { deps, embedded } = foundation
const partner = await onboardBenchPartner(deps, { jwksUrl: 'https://bench.example.com/keys', webhookUrl })

type Command = { prefill: number } | { stats: true } | { stop: true }

process.on('message', async (command: Command) => {
  if ('prefill' in command) {
    for (let left = command.prefill; left > 0; left -= EVENTS_PER_TRANSACTION) {
      const events = Array.from({ length: Math.min(EVENTS_PER_TRANSACTION, left) }, () => ({
        partnerId: partner.id,
        event: claimEvent(),
      }))
      await deps.db.begin((tx) => enqueueEvents(tx, events))
    }
    await vacuumAndCheckpoint(deps.db)
    process.send?.({ done: true })
  }
  if ('stats' in command) process.send?.(await stats())
  if ('stop' in command) process.disconnect?.()
})

// Also exit if the measuring process was killed.
process.once('disconnect', async () => {
  await foundation.close()
  await rm(directory, { recursive: true, force: true })
})

export type DatabaseStats = {
  /** Each statement of the dispatcher is its own transaction. */
  transactions: number
  pending: number
  attempts: number
}

async function stats(): Promise<DatabaseStats> {
  const [row] = await deps.db<DatabaseStats[]>`
    select
      (select xact_commit from pg_stat_database where datname = current_database()) as transactions,
      (select count(*) from deliveries where state = 'PENDING') as pending,
      (select count(*) from delivery_attempts) as attempts`
  if (!row) throw new Error('the database returned no stats')
  return row
}

process.send?.({
  databaseUrl: embedded?.url,
  postmasterFile: `${embedded?.directory}/postmaster.pid`,
  secretsKey,
  partnerId: partner.id,
  secret: partner.secret,
})
