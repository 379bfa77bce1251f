import { join } from 'node:path'
import { startEmbedded } from '../../src/platform/embedded/server.ts'
import { measureBesideHangingEndpoint } from '../../test/webhooks/fairness-measurement.ts'
import type { Proof } from './proof.ts'

/** How much more the p95 may be beside a dead neighbour, and what two measurements of the same differ by anyway. */
const MOST_FACTOR = 1.1
const NOISE_MS = 2

/** A partner's time from commit to arrival: alone, beside one that hangs on each of its pending events, alone again. */
export const proveWebhookFairness: Proof = async (directory, say, [pending = '100000']) => {
  const server = await startEmbedded({ directory: join(directory, 'postgres') })
  try {
    const { alone, beside, aloneAgain, hangingRequests } = await measureBesideHangingEndpoint(server.url, {
      ...{ pending: Number(pending), perSecond: 50, seconds: 30 },
    })
    const row = (title: string, { p50, p95, count }: typeof alone) =>
      say(`  ${title.padEnd(42)} p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (${count} events)`)
    say('time from commit to arrival, 50 events a second')
    row('alone', alone)
    row(`beside a dead one with ${pending} pending`, beside)
    row('alone again', aloneAgain)
    say(`  the dead one got ${hangingRequests} requests meanwhile`)
    const usual = Math.max(alone.p95, aloneAgain.p95)
    say(`  p95 beside ÷ p95 alone: ${(beside.p95 / usual).toFixed(2)}`)
    return beside.p95 <= MOST_FACTOR * usual + NOISE_MS
  } finally {
    await server.stop()
  }
}
