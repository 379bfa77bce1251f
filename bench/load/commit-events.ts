import type { WebhookEvent } from '@counterfoil/contract/events.ts'
import { openEventNotifier } from '../../src/domain/webhooks/outbox/event-notifier.ts'
import { enqueueEvents } from '../../src/domain/webhooks/outbox/outbox.ts'
import { batched } from '../../src/platform/database/batch.ts'
import { connect } from '../../src/platform/database/db.ts'
import { createLogger } from '../../src/platform/logging.ts'
import { claimEvent } from '../fixtures/claim-event.ts'

// Commits events at a steady rate from its own process and notifies the workers after each commit, like a node that
// serves the API. Events that arrive during a transaction are committed together in the next one.

export type CommitRequest = { databaseUrl: string; partnerId: string; perSecond: number; seconds: number }
/** `at` is the time just before the commit of each event, so that measured latencies are never too short. */
export type Committed = { at: Map<string, number>; elapsedSeconds: number }

process.once('message', async ({ databaseUrl, partnerId, perSecond, seconds }: CommitRequest) => {
  const db = await connect(databaseUrl, { name: 'bench writer' })
  const eventNotifier = openEventNotifier({ db, log: createLogger('warn') })
  const at = new Map<string, number>()
  const commit = batched<WebhookEvent, void>(async (events) => {
    await db.begin(async (tx) => {
      await enqueueEvents(
        tx,
        events.map((event) => ({ partnerId, event })),
      )
      const ms = performance.timeOrigin + performance.now()
      for (const { id } of events) at.set(id, ms)
    })
    eventNotifier.notify()
    return events.map(() => undefined)
  })
  const total = perSecond * seconds
  const start = performance.now()
  const commits: Promise<void>[] = []
  while (commits.length < total) {
    const due = Math.min(total, Math.ceil(((performance.now() - start) / 1000) * perSecond))
    while (commits.length < due) commits.push(commit(claimEvent()))
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(commits)
  process.send?.({ at, elapsedSeconds: (performance.now() - start) / 1000 } satisfies Committed)
  await eventNotifier.close()
  await db.end()
  // The parent disconnects once it has read the message. A process that ends before may lose a large one.
})
