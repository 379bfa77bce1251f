import { invalid, issueAt, Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import {
  type FeedPosition,
  findFeedPosition,
  findPositionBefore,
  isOfBeforeReset,
  listFeed,
} from './feed-queries.ts'
import { findRestoredAt } from './hold-queries.ts'

/** `bodies` are the stored JSON texts; `next` is the id to continue from, or null at the end. */
export type FeedPage = { bodies: string[]; next: string | null; isCursorLost: boolean }

const DEFAULT_LIMIT = 50
const DAY_MS = 24 * 60 * 60 * 1000
/** This is longer than any transaction that writes events: no event is older than this when it appears in the feed. */
const MAX_TRANSACTION_MS = 10 * 60 * 1000

/** Reads a partner's events in the order of their transactions. */
export async function readFeed(
  deps: Pick<Runtime, 'db' | 'now' | 'config'>,
  partnerId: string,
  { after: lastSeen, limit = DEFAULT_LIMIT }: { after?: string; limit?: number },
): Promise<FeedPage | Refusal> {
  const start = lastSeen === undefined ? FROM_THE_START : await findStart(deps, partnerId, lastSeen)
  if (start instanceof Refusal) return start
  const events = await listFeed(deps.db, partnerId, { after: start.after, limit: limit + 1 })
  const page = events.slice(0, limit)
  return {
    bodies: page.map(({ body }) => body),
    next: events.length > limit ? (page.at(-1)?.id ?? null) : null,
    isCursorLost: start.isCursorLost,
  }
}

type Start = { after: FeedPosition | null; isCursorLost: boolean }
const FROM_THE_START: Start = { after: null, isCursorLost: false }

async function findStart(
  { db, now, config }: Pick<Runtime, 'db' | 'now' | 'config'>,
  partnerId: string,
  lastSeen: string,
): Promise<Start | Refusal> {
  const after = await findFeedPosition(db, partnerId, lastSeen)
  if (after) return { after, isCursorLost: false }
  const seenMs = createdAtMs(lastSeen)
  // A deleted event was older than all others: a reader that returns this late gets everything that is left.
  if (seenMs < now().getTime() - config.keptDays.events * DAY_MS) return FROM_THE_START
  const restoredAt = await findRestoredAt(db)
  if (restoredAt && seenMs < Date.parse(restoredAt)) {
    const before = await findPositionBefore(db, partnerId, new Date(seenMs - MAX_TRANSACTION_MS))
    return { after: before, isCursorLost: true }
  }
  if (await isOfBeforeReset(db, partnerId, lastSeen)) return { after: null, isCursorLost: true }
  return invalid(issueAt('/after', 'issue.event'))
}

/** A UUIDv7 begins with its time of creation. */
function createdAtMs(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}
