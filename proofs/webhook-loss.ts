import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { startEmbedded } from '../src/platform/embedded/server.ts'
import { spawnNode, untilUp } from '../test/support/process.ts'
import { countLosses } from '../test/webhooks/loss-count.ts'
import { ADMIN_KEY, onboardByHttp } from '../test/webhooks/onboard-by-http.ts'
import type { Proof } from './proof.ts'

/** The long form of test/webhooks/loss.test.ts, with workers started as operators start them. */
export const proveWebhookLoss: Proof = async (directory, say, [events = '20000', kills = '30']) => {
  const server = await startEmbedded({ directory: join(directory, 'postgres') })
  const env = { DATABASE_URL: server.url, SECRETS_KEY: randomBytes(32).toString('base64') }
  const settings = { ADMIN_API_KEY: ADMIN_KEY, ALLOW_PRIVATE_TARGETS: 'true', ROLE: 'api', PORT: '0' }
  const desk = spawnNode({ ...env, ...settings })
  try {
    await untilUp(desk)
    const onboard = (webhookUrl: string) => onboardByHttp(desk, { slug: 'ledger', webhookUrl })
    const report = await countLosses(
      { env, onboard },
      {
        ...{ events: Number(events), workers: 3, killEveryMs: 2500, maxKills: Number(kills) },
        withinMs: 15 * 60_000,
      },
    )
    const { requests, failedOnPurpose, duplicates, lost, changed, wronglySigned, notDelivered } = report
    say(`${report.events} events, three workers, ${report.kills} × kill -9, ${report.seconds} s`)
    say(`  requests: ${requests}, failed on purpose by the receiver: ${failedOnPurpose}`)
    say(`  arrived again after a 200: ${duplicates} (${((100 * duplicates) / report.events).toFixed(2)} %)`)
    say(`  lost: ${lost.length}, changed: ${changed.length}, wrongly signed: ${wronglySigned.length}`)
    say(`  not delivered according to the database: ${notDelivered}`)
    for (const id of lost.slice(0, 20)) say(`    lost ${id}`)
    return lost.length + changed.length + wronglySigned.length + notDelivered === 0
  } finally {
    desk.child.kill('SIGKILL')
    await desk.exited
    await server.stop()
  }
}
