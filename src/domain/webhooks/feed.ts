import { invalid, type Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { findFeedPlace, listFeed } from './feed-queries.ts'
import { KEPT_DAYS } from './retention.ts'

/** Bodies as they were frozen, and the id to go on from when there is more. */
export type FeedPage = { bodies: string[]; next: string | null }

const DEFAULT_LIMIT = 50
const DAY_MS = 24 * 60 * 60 * 1000

/** A partner's events in the order in which they became certain. */
export async function readFeed(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  partnerId: string,
  { after: lastSeen, limit = DEFAULT_LIMIT }: { after?: string; limit?: number },
): Promise<FeedPage | Refusal> {
  const after = lastSeen === undefined ? null : await findFeedPlace(db, partnerId, lastSeen)
  // One that we let go ourselves was the oldest: whoever comes back that late gets all that is left.
  if (lastSeen !== undefined && !after && !isLetGo(lastSeen, now()))
    return invalid({ path: '/after', message: 'is not the id of an event of yours' })
  const events = await listFeed(db, partnerId, { after, limit: limit + 1 })
  const page = events.slice(0, limit)
  return {
    bodies: page.map(({ body }) => body),
    next: events.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

function isLetGo(id: string, now: Date): boolean {
  return toldAtMs(id) < now.getTime() - KEPT_DAYS * DAY_MS
}

/** The time that a UUIDv7 begins with. */
function toldAtMs(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}
