import type { ReplayRequest } from '@counterfoil/contract/admin-webhooks.ts'
import type { Static } from 'typebox'
import { record } from '../audit/record.ts'
import type { Caller } from '../auth/staff.ts'
import { type Tx, transaction } from '../db.ts'
import type { Deps } from '../deps.ts'
import { orderedId } from '../ordered-id.ts'
import { findPartner } from '../partners/queries.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { placeForReplay } from './delivery-queries.ts'
import {
  countReplayable,
  findLatestReplay,
  finishReplays,
  insertReplay,
  lockOpenReplay,
  type OpenReplay,
  type ReplayRecord,
  updateReached,
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

/** Puts what replays ask for into the queue until there is nothing left to put, and ends those that are through. */
export async function placeReplays(
  { db, doorbell, now }: Pick<Deps, 'db' | 'doorbell' | 'now'>,
  stopping?: AbortSignal,
): Promise<void> {
  while (!stopping?.aborted && (await transaction(db, (tx) => placeSome(tx, now())))) doorbell.ring()
  await finishReplays(db, now())
}

/** False when no replay is left to be put into the queue. */
async function placeSome(tx: Tx, now: Date): Promise<boolean> {
  const replay = await lockOpenReplay(tx)
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
  return until !== null && new Date(until) < startedAt ? until : started
}
