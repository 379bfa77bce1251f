import type { Reader, Tx } from '../../platform/database/db.ts'
import type { FeedPosition } from './feed-queries.ts'

/** Workers append one after the other, so that positions become visible in their order. */
const FEED_LOCK = 315_211_423

export async function lockFeed(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(${FEED_LOCK})`
}

/** A live partner, and the last event of a cell that its feed has. */
type Progress = { partnerId: string; position: string | null; id: string | null }

export function listProgress(tx: Tx, cell: string | null): Promise<Progress[]> {
  return tx<Progress[]>`
    select partners.id as partner_id, feed_position::text as position, event_id as id
    from partners left join feed_progress
      on partner_id = partners.id and cell is not distinct from ${cell}::text
    where mode = 'live'`
}

export type NewEntry = FeedPosition & { partnerId: string }

/** The next events of each partner, in the order of the cell. As in `listFeed`, no later commit adds one between them. */
export function listNewEvents(sql: Reader, progress: Progress[], limit: number): Promise<NewEntry[]> {
  return sql<NewEntry[]>`
    select known.partner_id, next.position, next.id
    from unnest(
      ${progress.map(({ partnerId }) => partnerId)}::uuid[], ${progress.map(({ position }) => position)}::bigint[],
      ${progress.map(({ id }) => id)}::uuid[]
    ) as known (partner_id, position, id)
    cross join lateral (
      select feed_position::text as position, events.id from events
      where events.partner_id = known.partner_id
        and feed_position < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
        and (known.id is null or (feed_position, events.id) > (known.position, known.id))
      order by feed_position, events.id
      limit ${limit}
    ) as next
    order by known.partner_id, next.position::bigint, next.id`
}

/** Appends the events in their order. */
export async function insertEntries(tx: Tx, cell: string | null, entries: NewEntry[]): Promise<void> {
  const [partnerIds, ids] = [entries.map(({ partnerId }) => partnerId), entries.map(({ id }) => id)]
  await tx`
    insert into feed_entries (partner_id, event_id, cell)
    select partner_id, id, ${cell}
    from unnest(${partnerIds}::uuid[], ${ids}::uuid[]) with ordinality as new (partner_id, id, place)
    order by place`
  await tx`
    insert into feed_progress (partner_id, cell, feed_position, event_id)
    select distinct on (partner_id) partner_id, ${cell}, position, id
    from unnest(${partnerIds}::uuid[], ${ids}::uuid[], ${entries.map(({ position }) => position)}::bigint[])
      as new (partner_id, id, position)
    order by partner_id, position desc, id desc
    on conflict on constraint feed_progress_is_one_per_partner_and_cell
      do update set feed_position = excluded.feed_position, event_id = excluded.event_id`
}

/** The position of an event in the joined feed; null if it has none. */
export async function findJoinedPosition(
  sql: Reader,
  partnerId: string,
  eventId: string,
): Promise<string | null> {
  const [row] = await sql<{ position: string }[]>`
    select position::text from feed_entries where event_id = ${eventId} and partner_id = ${partnerId}`
  return row?.position ?? null
}

export type JoinedEntry = { id: string; cell: string | null }

export function listEntries(
  sql: Reader,
  partnerId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<JoinedEntry[]> {
  return sql<JoinedEntry[]>`
    select event_id as id, cell from feed_entries
    where partner_id = ${partnerId} and (${after}::bigint is null or position > ${after}::bigint)
    order by position
    limit ${limit}`
}

export function listBodies(sql: Reader, ids: string[]): Promise<{ id: string; body: string }[]> {
  return sql<{ id: string; body: string }[]>`select id, body from events where id = any (${ids}::uuid[])`
}

/** `time` is the real time, which the ids of events contain. */
export async function deleteEntriesBefore(tx: Tx, time: Date, limit: number): Promise<number> {
  const { count } = await tx`
    delete from feed_entries
    where event_id in (select event_id from feed_entries where event_id < uuid_v7_floor(${time}::timestamptz) limit ${limit})`
  return count
}
