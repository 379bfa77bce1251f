import { join } from 'node:path'
import { startEmbedded } from '../src/platform/embedded/server.ts'
import { measureBesideHangingEndpoint } from '../test/webhooks/fairness-measurement.ts'
import type { Proof } from './proof.ts'

/** How much higher the p95 may be beside a partner whose endpoint hangs. */
const MAX_FACTOR = 1.1
/** Two measurements of the same thing differ by this much. */
const NOISE_MS = 2

/** Measures the time from commit to arrival for a partner: alone, beside a partner whose endpoint hangs, alone again. */
export const proveWebhookFairness: Proof = async (directory, say, [pending = '100000']) => {
  const server = await startEmbedded({ directory: join(directory, 'postgres') })
  try {
    const { alone, beside, aloneAgain, hangingRequests } = await measureBesideHangingEndpoint(server.url, {
      ...{ pending: Number(pending), perSecond: 50, seconds: 30 },
    })
    const row = (title: string, { p50, p95, count }: typeof alone) =>
      say(`  ${title.padEnd(42)} p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (${count} events)`)
    say('time from commit to arrival, 50 events per second')
    row('alone', alone)
    row(`beside a dead endpoint with ${pending} pending`, beside)
    row('alone again', aloneAgain)
    say(`  the dead endpoint got ${hangingRequests} requests in that time`)
    const usual = Math.max(alone.p95, aloneAgain.p95)
    say(`  p95 beside ÷ p95 alone: ${(beside.p95 / usual).toFixed(2)}`)
    return beside.p95 <= MAX_FACTOR * usual + NOISE_MS
  } finally {
    await server.stop()
  }
}
