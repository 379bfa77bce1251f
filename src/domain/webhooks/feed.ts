import { findInCells } from '../../platform/cells/merge.ts'
import { invalid, issueAt, Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { PartnerEntry } from '../actors/partner.ts'
import {
  type FeedPosition,
  findFeedPosition,
  findPositionBefore,
  isOfBeforeReset,
  listFeed,
} from './feed-queries.ts'
import { findRestoredAt } from './hold-queries.ts'
import { readJoinedFeed } from './joined-feed.ts'
import { findJoinedPosition } from './joined-feed-queries.ts'

/** `bodies` are the stored JSON texts; `next` is the id to continue from, or null at the end. */
export type FeedPage = { bodies: string[]; next: string | null; isCursorLost: boolean }

const DEFAULT_LIMIT = 50
const DAY_MS = 24 * 60 * 60 * 1000
/** This is longer than any transaction that writes events: no event is older than this when it appears in the feed. */
const MAX_TRANSACTION_MS = 10 * 60 * 1000

/** Reads a partner's events in the order of their transactions. */
export async function readFeed(
  deps: FeedDeps,
  { id: partnerId, sandboxId }: Pick<PartnerEntry, 'id' | 'sandboxId'>,
  { after: lastSeen, limit = DEFAULT_LIMIT }: { after?: string; limit?: number },
): Promise<FeedPage | Refusal> {
  if (sandboxId === null && deps.cells.hasOthers())
    return readFeedOfCells(deps, partnerId, { lastSeen: lastSeen ?? null, limit })
  const start = lastSeen === undefined ? FROM_THE_START : await findStart(deps, partnerId, lastSeen)
  if (start instanceof Refusal) return start
  const events = await listFeed(deps.db, partnerId, { after: start.after, limit: limit + 1 })
  return pageOf(events, limit, start.isCursorLost)
}

function pageOf(
  events: { id: string; body: string | null }[],
  limit: number,
  isCursorLost: boolean,
): FeedPage {
  const page = events.slice(0, limit)
  return {
    bodies: page.flatMap(({ body }) => body ?? []),
    next: events.length > limit ? (page.at(-1)?.id ?? null) : null,
    isCursorLost,
  }
}

/** The events of a live partner are in the order in which a worker joined the feeds of all cells. */
async function readFeedOfCells(
  deps: FeedDeps,
  partnerId: string,
  { lastSeen, limit }: { lastSeen: string | null; limit: number },
): Promise<FeedPage | Refusal> {
  const after = lastSeen === null ? null : await findJoinedPosition(deps.db, partnerId, lastSeen)
  if (lastSeen !== null && after === null) {
    // Its event is in a cell, but not in the feed yet: so nothing is after it.
    const stored = await findInCells(deps, ({ db }) => findFeedPosition(db, partnerId, lastSeen))
    if (stored) return pageOf([], limit, false)
    const start = await findStart(deps, partnerId, lastSeen)
    if (start instanceof Refusal) return start
  }
  return pageOf(await readJoinedFeed(deps, partnerId, { after, limit: limit + 1 }), limit, false)
}

type FeedDeps = Pick<Runtime, 'cells' | 'cell' | 'db' | 'homeDb' | 'now' | 'config'>

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
