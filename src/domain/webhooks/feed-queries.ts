import type { Reader } from '../../platform/database/db.ts'

/** The position of an event in its partner's feed. It is a string, because a bigint does not fit into a number. */
export type FeedPosition = { position: string; id: string }

/** Returns null if this partner has no such event. */
export async function findFeedPosition(
  sql: Reader,
  partnerId: string,
  eventId: string,
): Promise<FeedPosition | null> {
  const [row] = await sql<FeedPosition[]>`
    select feed_position::text as position, id from events where id = ${eventId} and partner_id = ${partnerId}`
  return row ?? null
}

/** Whether the event, which the partner does not have, may have been deleted by a reset of its sandbox. */
export async function isOfBeforeReset(sql: Reader, partnerId: string, eventId: string): Promise<boolean> {
  const [row] = await sql<{ isLost: boolean | null }[]>`
    select reset_at > uuid_v7_time(${eventId}) and not exists (select from events where id = ${eventId}) as is_lost
    from partners
    where id = ${partnerId}`
  return row?.isLost ?? false
}

/** The feed position just before the first event at or after this time; null if there is none before. */
export async function findPositionBefore(
  sql: Reader,
  partnerId: string,
  time: Date,
): Promise<FeedPosition | null> {
  const [row] = await sql<FeedPosition[]>`
    with first as (
      select feed_position, id from events
      where partner_id = ${partnerId} and created_at >= ${time}
      order by feed_position, id
      limit 1
    )
    select events.feed_position::text as position, events.id
    from events
    where partner_id = ${partnerId}
      and (not exists (select from first)
           or (events.feed_position, events.id) < (select first.feed_position, first.id from first))
    order by events.feed_position desc, events.id desc
    limit 1`
  return row ?? null
}

/** Lists only events older than every open transaction: no later commit can add one between them. */
export function listFeed(
  sql: Reader,
  partnerId: string,
  { after, limit }: { after: FeedPosition | null; limit: number },
): Promise<{ id: string; body: string }[]> {
  return sql<{ id: string; body: string }[]>`
    select id, body from events
    where partner_id = ${partnerId}
      and feed_position < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      ${after ? sql`and (feed_position, id) > (${after.position}::bigint, ${after.id}::uuid)` : sql``}
    order by feed_position, id
    limit ${limit}`
}
