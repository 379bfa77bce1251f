/**
 * The long forms of tests that kill and starve: `npm run prove -- webhook-loss`. By itself, or with a number of rounds,
 * it kills nodes and the database under redemptions.
 */
import { rm } from 'node:fs/promises'
import { proveDatabaseFaults } from './proofs/database-faults.ts'
import { proveFanOut } from './proofs/fan-out.ts'
import type { Proof } from './proofs/proof.ts'
import { proveRedemptionCrash } from './proofs/redemption-crash.ts'
import { proveWebhookFairness } from './proofs/webhook-fairness.ts'
import { proveWebhookLoss } from './proofs/webhook-loss.ts'
import { temporaryFolder } from './temporary-folder.ts'

const PROOFS: Record<string, Proof> = {
  'redemption-crash': proveRedemptionCrash,
  'webhook-loss': proveWebhookLoss,
  'webhook-fairness': proveWebhookFairness,
  'fan-out': proveFanOut,
  'database-faults': proveDatabaseFaults,
}

const say = (line: string) => process.stdout.write(`${line}\n`)

const given = process.argv.slice(2)
const [name, ...args] = /^\d*$/.test(given[0] ?? '') ? ['redemption-crash', ...given] : given
const prove = PROOFS[name as string]
if (prove) {
  const directory = await temporaryFolder('prove')
  try {
    process.exitCode = (await prove(directory, say, args)) ? 0 : 1
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
} else {
  say(`There is no proof named ${name}. There are: ${Object.keys(PROOFS).join(', ')}`)
  process.exitCode = 1
}
