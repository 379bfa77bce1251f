import type { WebhookEvent } from '@counterfoil/contract/events.ts'
import { openDoorbell } from '../../src/domain/webhooks/doorbell.ts'
import { enqueueEvents } from '../../src/domain/webhooks/outbox.ts'
import { batched } from '../../src/platform/database/batch.ts'
import { connect } from '../../src/platform/database/db.ts'
import { createLogger } from '../../src/platform/logging.ts'
import { claimOf } from './claims.ts'

// Commits events at a steady rate from a process of its own and rings after each commit, as a node that serves the API
// does: those that come while a transaction is under way go along in the next one.

export type Committing = { databaseUrl: string; partnerId: string; perSecond: number; seconds: number }
/** When each event was about to be committed: what comes out is no shorter than it was. */
export type Committed = { at: Map<string, number>; elapsedSeconds: number }

process.once('message', async ({ databaseUrl, partnerId, perSecond, seconds }: Committing) => {
  const db = await connect(databaseUrl, { name: 'bench writer' })
  const doorbell = openDoorbell({ db, log: createLogger('warn', false) })
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
    doorbell.ring()
    return events.map(() => undefined)
  })
  const total = perSecond * seconds
  const start = performance.now()
  const commits: Promise<void>[] = []
  while (commits.length < total) {
    const due = Math.min(total, Math.ceil(((performance.now() - start) / 1000) * perSecond))
    while (commits.length < due) commits.push(commit(claimOf()))
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(commits)
  process.send?.({ at, elapsedSeconds: (performance.now() - start) / 1000 } satisfies Committed)
  await doorbell.close()
  await db.end()
  process.disconnect?.()
})
