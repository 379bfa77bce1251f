/**
 * `npm run prove -- <name> [options]`: the long forms of tests that kill and starve processes, for example
 * `npm run prove -- webhook-loss`. Without a name it runs `redemption-crash`; a number is its number of rounds.
 */
import { rmSync } from 'node:fs'
import { temporaryFolder } from '../scripts/temporary-folder.ts'
import { proveCells } from './cells.ts'
import { proveChaos } from './chaos/chaos.ts'
import { proveDashboards } from './dashboards.ts'
import { proveDatabaseFaults } from './database-faults.ts'
import { MissingPackages } from './debian-packages.ts'
import { proveFailover } from './failover.ts'
import { proveFanOut } from './fan-out.ts'
import { proveInterleavings } from './interleavings.ts'
import { provePgBouncer } from './pgbouncer.ts'
import { provePointInTime } from './point-in-time.ts'
import type { Proof } from './proof.ts'
import { proveQuickstart } from './quickstart.ts'
import { proveRedemptionCrash } from './redemption-crash.ts'
import { proveRolling } from './rolling.ts'
import { proveWebhookFairness } from './webhook-fairness.ts'
import { proveWebhookLoss } from './webhook-loss.ts'

const PROOFS: Record<string, Proof> = {
  'redemption-crash': proveRedemptionCrash,
  'webhook-loss': proveWebhookLoss,
  'webhook-fairness': proveWebhookFairness,
  'fan-out': proveFanOut,
  'database-faults': proveDatabaseFaults,
  cells: proveCells,
  chaos: proveChaos,
  interleavings: proveInterleavings,
  pgbouncer: provePgBouncer,
  failover: proveFailover,
  rolling: proveRolling,
  'point-in-time': provePointInTime,
  dashboards: proveDashboards,
  quickstart: proveQuickstart,
}

const say = (line: string) => process.stdout.write(`${line}\n`)

const given = process.argv.slice(2)
const [name, ...args] = /^\d*$/.test(given[0] ?? '') ? ['redemption-crash', ...given] : given
const prove = PROOFS[name as string]
if (prove) {
  const directory = await temporaryFolder('prove')
  // On exit, not in a `finally`, so that Ctrl-C cleans up too.
  process.on('exit', () =>
    rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
  try {
    process.exit((await prove(directory, say, args)) ? 0 : 1)
  } catch (error) {
    if (!(error instanceof MissingPackages)) throw error
    say(error.message)
    process.exit(2)
  }
} else {
  say(`There is no proof named ${name}. Proofs: ${Object.keys(PROOFS).join(', ')}`)
  process.exitCode = 1
}
