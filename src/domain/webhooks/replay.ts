import type { ReplayRequest } from '@counterfoil/contract/admin-webhooks.ts'
import type { Static } from 'typebox'
import { type Tx, transaction } from '../../platform/database/db.ts'
import { isRaceLost, isUnreachable } from '../../platform/database/failures.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { readTime } from '../../platform/input/time.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import { findPartner } from '../partners/queries.ts'
import type { Caller } from '../staff/caller.ts'
import { placeForReplay } from './delivery-queries.ts'
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
  updateToPlaced,
} from './replay-queries.ts'

/** How many go into the queue in one transaction: it is done in some hundredths of a second. */
const PLACED_AT_ONCE = 1000
const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000'

export async function startReplay(
  deps: Deps,
  caller: Caller,
  partnerId: string,
  { since, until: end, only }: Static<typeof ReplayRequest>,
): Promise<ReplayRecord | Refusal> {
  return transaction(deps.db, async (tx) => {
    const partner = await findPartner(tx, caller, partnerId)
    if (!partner) return refuse('not_found')
    if (partner.webhookUrl === null) return refuse('no_webhook_url')
    const createdAt = deps.now()
    const until = end ?? null
    const onlyFailed = only === 'failed'
    const period = { since, until: endOf(until, createdAt), onlyFailed }
    const total = await countReplayable(tx, partnerId, period)
    await insertReplay(tx, { id: orderedId(), partnerId, since, until, onlyFailed, total, createdAt })
    await record(tx, {
      caller,
      at: createdAt,
      action: 'partner.webhook.replay',
      target: `partner:${partnerId}`,
      after: { since, until, only, total },
    })
    return (await findLatestReplay(tx, partnerId)) ?? refuse('not_found')
  })
}

export async function viewReplay(
  deps: Deps,
  caller: Caller,
  partnerId: string,
): Promise<ReplayRecord | Refusal> {
  const partner = await findPartner(deps.db, caller, partnerId)
  return (partner && (await findLatestReplay(deps.db, partnerId))) ?? refuse('not_found')
}

type PlacingDeps = Pick<Deps, 'db' | 'doorbell' | 'now' | 'log'>

/**
 * Puts the events of open replays into the queue, some of each replay in turn, until there is nothing left to put, and
 * ends replays whose deliveries are done. A replay that fails is marked so, and one that waits for the database waits
 * alone: neither holds up another.
 */
export async function placeReplays(deps: PlacingDeps, stopping?: AbortSignal): Promise<void> {
  const waiting = new Map<string, unknown>()
  for (;;) {
    const open = (await listOpenReplays(deps.db)).filter((id) => !waiting.has(id))
    let hasPlaced = false
    for (const id of open) {
      if (stopping?.aborted) break
      hasPlaced = (await placeOrFail(deps, id, waiting)) || hasPlaced
    }
    if (!hasPlaced) break
  }
  await finishReplays(deps.db, deps.now())
  for (const error of waiting.values()) throw error
}

/** False when there was nothing to do for it: it is done, has failed, or another worker has it. */
async function placeOrFail(deps: PlacingDeps, id: string, waiting: Map<string, unknown>): Promise<boolean> {
  const { db, doorbell, now, log } = deps
  try {
    const hasPlaced = await transaction(db, (tx) => placeSome(tx, id, now()))
    if (hasPlaced === true) doorbell.ring()
    return hasPlaced === true
  } catch (error) {
    if (isUnreachable(error) || isRaceLost(error)) waiting.set(id, error)
    else {
      log.error({ err: error, replay: id }, 'replay failed')
      await updateToFailed(db, id, reasonOf(error), now())
    }
    return false
  }
}

/** For those who asked for it: the database's own message may quote a value. */
function reasonOf(error: unknown): string {
  const code = String((error as { code?: unknown } | null)?.code ?? '')
  return /^2[23]\w{3}$/.test(code)
    ? `The database refused a value of it (${code}).`
    : 'An unexpected error ended it; the log has the details.'
}

async function placeSome(tx: Tx, id: string, now: Date): Promise<boolean> {
  const replay = await lockOpenReplay(tx, id)
  if (!replay) return false
  const { count, reached } = await placeForReplay(tx, replay.id, stretchOf(replay), {
    atMost: PLACED_AT_ONCE,
    now,
  })
  if (reached) await updateReached(tx, replay.id, { count, reached })
  else await updateToPlaced(tx, replay.id, now)
  return true
}

function stretchOf({ partnerId, onlyFailed, since, until, reachedAt, reachedId, createdAt }: OpenReplay) {
  return {
    partnerId,
    onlyFailed,
    afterTime: reachedAt ?? since,
    afterId: reachedId ?? BEFORE_ALL_IDS,
    until: endOf(until, new Date(createdAt)),
  }
}

/** What happens after the start is on its way anyway. */
function endOf(until: string | null, startedAt: Date): string {
  const started = startedAt.toISOString()
  const end = until === null ? null : readTime(until)
  return end !== null && end < startedAt ? end.toISOString() : started
}
