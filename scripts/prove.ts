/**
 * `npm run prove -- <name> [options]`: the long forms of tests that kill and starve processes, for example
 * `npm run prove -- webhook-loss`. Without a name it runs `redemption-crash`; a number is its number of rounds.
 */
import { rmSync } from 'node:fs'
import { proveDashboards } from './proofs/dashboards.ts'
import { proveDatabaseFaults } from './proofs/database-faults.ts'
import { MissingPackages } from './proofs/debian-packages.ts'
import { proveFailover } from './proofs/failover.ts'
import { proveFanOut } from './proofs/fan-out.ts'
import { provePgBouncer } from './proofs/pgbouncer.ts'
import { provePointInTime } from './proofs/point-in-time.ts'
import type { Proof } from './proofs/proof.ts'
import { proveRedemptionCrash } from './proofs/redemption-crash.ts'
import { proveRolling } from './proofs/rolling.ts'
import { proveWebhookFairness } from './proofs/webhook-fairness.ts'
import { proveWebhookLoss } from './proofs/webhook-loss.ts'
import { temporaryFolder } from './temporary-folder.ts'

const PROOFS: Record<string, Proof> = {
  'redemption-crash': proveRedemptionCrash,
  'webhook-loss': proveWebhookLoss,
  'webhook-fairness': proveWebhookFairness,
  'fan-out': proveFanOut,
  'database-faults': proveDatabaseFaults,
  pgbouncer: provePgBouncer,
  failover: proveFailover,
  rolling: proveRolling,
  'point-in-time': provePointInTime,
  dashboards: proveDashboards,
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
