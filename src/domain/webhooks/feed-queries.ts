import type { Reader } from '../../platform/database/db.ts'

/** Where an event stands in its partner's feed. As text: no number of ours is as long. */
export type FeedPlace = { position: string; id: string }

/** Null when there is no such event of this partner's. */
export async function findFeedPlace(
  sql: Reader,
  partnerId: string,
  eventId: string,
): Promise<FeedPlace | null> {
  const [place] = await sql<FeedPlace[]>`
    select feed_position::text as position, id from events where id = ${eventId} and partner_id = ${partnerId}`
  return place ?? null
}

/**
 * What was told before any transaction that is still open: nothing can come to stand before or between these any more,
 * whoever commits next.
 */
export function listFeed(
  sql: Reader,
  partnerId: string,
  { after, limit }: { after: FeedPlace | null; limit: number },
): Promise<{ id: string; body: string }[]> {
  return sql<{ id: string; body: string }[]>`
    select id, body from events
    where partner_id = ${partnerId}
      and feed_position < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      ${after ? sql`and (feed_position, id) > (${after.position}::bigint, ${after.id}::uuid)` : sql``}
    order by feed_position, id
    limit ${limit}`
}
