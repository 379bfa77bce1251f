import type { Tx } from '../../platform/database/db.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { SYSTEM } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { lockEnded, updateToDecided } from '../guarded-changes/approval-queries.ts'

const BATCH_ROWS = 100

/** Ends the requests that nobody decided on in time, and those whose record has changed. */
export async function endRequests({ db, now: clock }: Runtime, stopping?: AbortSignal): Promise<void> {
  let ended = BATCH_ROWS
  while (ended === BATCH_ROWS && !stopping?.aborted) ended = await db.begin((tx) => endBatch(tx, clock()))
}

async function endBatch(tx: Tx, now: Date): Promise<number> {
  const rows = await lockEnded(tx, now, BATCH_ROWS)
  for (const { id, target, state } of rows) {
    await updateToDecided(tx, id, { state, decidedBy: SYSTEM, note: null, isEmergency: false }, now)
    const action = state === 'EXPIRED' ? 'approval.expire' : 'approval.lapse'
    await record(tx, { caller: SYSTEM, at: now, action, target })
  }
  return rows.length
}
