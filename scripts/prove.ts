/**
 * The long forms of tests that kill and starve: `npm run prove -- webhook-loss`. By itself, or with a number of rounds,
 * it kills nodes and the database under redemptions.
 */
import { rmSync } from 'node:fs'
import { proveDatabaseFaults } from './proofs/database-faults.ts'
import { MissingPackages } from './proofs/debian-packages.ts'
import { proveFanOut } from './proofs/fan-out.ts'
import { provePgBouncer } from './proofs/pgbouncer.ts'
import type { Proof } from './proofs/proof.ts'
import { proveRedemptionCrash } from './proofs/redemption-crash.ts'
import { proveSwitchover } from './proofs/switchover.ts'
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
  switchover: proveSwitchover,
}

const say = (line: string) => process.stdout.write(`${line}\n`)

const given = process.argv.slice(2)
const [name, ...args] = /^\d*$/.test(given[0] ?? '') ? ['redemption-crash', ...given] : given
const prove = PROOFS[name as string]
if (prove) {
  const directory = await temporaryFolder('prove')
  // On exit and not in a `finally`: Ctrl-C must clean up as well.
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
  say(`There is no proof named ${name}. There are: ${Object.keys(PROOFS).join(', ')}`)
  process.exitCode = 1
}
