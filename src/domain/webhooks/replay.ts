import type { ReplayRequest } from '@counterfoil/contract/admin/webhooks.ts'
import type { Static } from 'typebox'
import { addUp, askCells, listInCells } from '../../platform/cells/merge.ts'
import { type Tx, transaction } from '../../platform/database/db.ts'
import { isRaceLost, isUnreachable } from '../../platform/database/failures.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { readTime } from '../../platform/input/time.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { findPartner } from '../partners/queries.ts'
import { queueForReplay } from './dispatch/delivery-queries.ts'
import type { EventsDeps } from './outbox/event-notifier.ts'
import {
  countReplayable,
  findLatestReplay,
  finishReplays,
  insertReplay,
  listOpenReplays,
  lockOpenReplay,
  type OpenReplay,
  type ReplayRecord,
  updateReached,
  updateToFailed,
  updateToQueued,
} from './replay-queries.ts'

/** How many events one transaction queues, which takes some hundredths of a second. */
const BATCH_SIZE = 1000
const LOWEST_ID = '00000000-0000-0000-0000-000000000000'

export async function startReplay(
  deps: Runtime,
  caller: Caller,
  partnerId: string,
  { since, until: end, only }: Static<typeof ReplayRequest>,
): Promise<ReplayRecord | Refusal> {
  const [createdAt, until] = [deps.now(), end ?? null]
  const period = { since, until: endOf(until, createdAt), which: only }
  const replay = { id: orderedId(), partnerId, since, until, which: only, createdAt }
  const others = (await deps.cells.all()).filter(({ cell }) => cell !== deps.cell)
  const totals = await Promise.all(others.map(({ db }) => countReplayable(db, partnerId, period)))
  const started = await transaction(deps.db, async (tx) => {
    const partner = await findPartner(tx, caller, partnerId)
    if (!partner) return refuse('not_found')
    if (partner.webhookUrl === null) return refuse('no_webhook_url')
    const total = await countReplayable(tx, partnerId, period)
    await insertReplay(tx, { ...replay, total })
    await record(tx, {
      caller,
      at: createdAt,
      action: 'partner.webhook.replay',
      target: `partner:${partnerId}`,
      after: { since, until, only, total: totals.reduce((sum, one) => sum + one, total) },
    })
    return (await findLatestReplay(tx, partnerId)) ?? refuse('not_found')
  })
  if (started instanceof Refusal || others.length === 0) return started
  // Each cell replays its own events. A crash in between leaves some of them out; a replay can be repeated.
  for (const [place, { db }] of others.entries())
    await transaction(db, (tx) => insertReplay(tx, { ...replay, total: totals[place] ?? 0 }))
  return (await findReplay(deps, partnerId)) ?? refuse('not_found')
}

/** The number of events that `startReplay` would send now. */
export async function countReplay(
  deps: Runtime,
  caller: Caller,
  partnerId: string,
  { since, until, only }: Static<typeof ReplayRequest>,
): Promise<{ total: number } | Refusal> {
  const partner = await findPartner(deps.db, caller, partnerId)
  if (!partner) return refuse('not_found')
  if (partner.webhookUrl === null) return refuse('no_webhook_url')
  const period = { since, until: endOf(until ?? null, deps.now()), which: only }
  const totals = await askCells(deps, ({ db }) => countReplayable(db, partnerId, period))
  return { total: totals.reduce((sum, one) => sum + one, 0) }
}

export async function getReplay(
  deps: Runtime,
  caller: Caller,
  partnerId: string,
): Promise<ReplayRecord | Refusal> {
  const partner = await findPartner(deps.db, caller, partnerId)
  return (partner && (await findReplay(deps, partnerId))) ?? refuse('not_found')
}

/** The latest replay of all cells. It has finished when each of its parts has. */
async function findReplay(deps: Runtime, partnerId: string): Promise<ReplayRecord | null> {
  const parts = await listInCells(deps, async ({ db }) =>
    [await findLatestReplay(db, partnerId)].filter((one) => one !== null),
  )
  const startedAt =
    parts
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .at(-1) ?? ''
  const latest = parts.filter(({ createdAt }) => createdAt === startedAt)
  const [replay] = addUp(latest, () => startedAt, ['total', 'delivered', 'failed', 'pending'])
  if (!replay) return null
  const finished = latest.map(({ finishedAt }) => finishedAt ?? '').toSorted()
  const error = latest.find((part) => part.error !== null)?.error ?? null
  return { ...replay, finishedAt: finished[0] === '' ? null : (finished.at(-1) ?? null), error }
}

/**
 * Queues the events of open replays, one batch per replay and round, until none is left. Then finishes the replays whose
 * deliveries are done. A replay that fails or waits for the database does not delay the others.
 */
export async function queueReplays(deps: EventsDeps, stopping?: AbortSignal): Promise<void> {
  const postponed = new Map<string, unknown>()
  for (;;) {
    const open = (await listOpenReplays(deps.db)).filter((id) => !postponed.has(id))
    let hasQueued = false
    for (const id of open) {
      if (stopping?.aborted) break
      hasQueued = (await queueOrFail(deps, id, postponed)) || hasQueued
    }
    if (!hasQueued) break
  }
  await finishReplays(deps.db, deps.now())
  for (const error of postponed.values()) throw error
}

/** Returns false if nothing was queued: the replay is done, has failed or is postponed, or another worker has it. */
async function queueOrFail(deps: EventsDeps, id: string, postponed: Map<string, unknown>): Promise<boolean> {
  const { db, eventNotifier, now, log } = deps
  try {
    const hasQueued = await transaction(db, (tx) => queueBatch(tx, id, now()))
    if (hasQueued === true) eventNotifier.notify()
    return hasQueued === true
  } catch (error) {
    if (isUnreachable(error) || isRaceLost(error)) postponed.set(id, error)
    else {
      log.error({ err: error, replay: id }, 'replay failed')
      await updateToFailed(db, id, reasonOf(error), now())
    }
    return false
  }
}

/** The back office shows this text. It does not contain the database's message, which may quote a value. */
function reasonOf(error: unknown): string {
  const code = String((error as { code?: unknown } | null)?.code ?? '')
  return /^2[23]\w{3}$/.test(code)
    ? `The database rejected a value of this replay (${code}).`
    : 'The replay ended with an unexpected error; see the log for details.'
}

async function queueBatch(tx: Tx, id: string, now: Date): Promise<boolean> {
  const replay = await lockOpenReplay(tx, id)
  if (!replay) return false
  const { count, reached } = await queueForReplay(tx, replay.id, rangeOf(replay), {
    limit: BATCH_SIZE,
    now,
  })
  if (reached) await updateReached(tx, replay.id, { count, reached })
  else await updateToQueued(tx, replay.id, now)
  return true
}

function rangeOf({ partnerId, which, since, until, reachedAt, reachedId, createdAt }: OpenReplay) {
  return {
    partnerId,
    which,
    afterTime: reachedAt ?? since,
    afterId: reachedId ?? LOWEST_ID,
    until: endOf(until, new Date(createdAt)),
  }
}

/** A replay covers events created before it started; later ones are delivered normally. */
function endOf(until: string | null, startedAt: Date): string {
  const started = startedAt.toISOString()
  const end = until === null ? null : readTime(until)
  return end !== null && end < startedAt ? end.toISOString() : started
}
