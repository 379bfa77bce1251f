import { invalid, type Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { findFeedPosition, listFeed } from './feed-queries.ts'
import { RETENTION_DAYS } from './retention.ts'

/** `bodies` are the stored JSON texts; `next` is the id to continue from, or null at the end. */
export type FeedPage = { bodies: string[]; next: string | null }

const DEFAULT_LIMIT = 50
const DAY_MS = 24 * 60 * 60 * 1000

/** Reads a partner's events in the order of their transactions. */
export async function readFeed(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  partnerId: string,
  { after: lastSeen, limit = DEFAULT_LIMIT }: { after?: string; limit?: number },
): Promise<FeedPage | Refusal> {
  const after = lastSeen === undefined ? null : await findFeedPosition(db, partnerId, lastSeen)
  // An event past its retention was older than all others: a reader that returns this late gets everything that is left.
  if (lastSeen !== undefined && !after && !isPastRetention(lastSeen, now()))
    return invalid({ path: '/after', message: 'is not the id of one of your events' })
  const events = await listFeed(db, partnerId, { after, limit: limit + 1 })
  const page = events.slice(0, limit)
  return {
    bodies: page.map(({ body }) => body),
    next: events.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

function isPastRetention(id: string, now: Date): boolean {
  return createdAtMs(id) < now.getTime() - RETENTION_DAYS * DAY_MS
}

/** A UUIDv7 begins with its time of creation. */
function createdAtMs(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}
