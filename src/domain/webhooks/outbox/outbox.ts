import type { EventType, WebhookEvent } from '@counterfoil/contract/events.ts'
import type { Db, Reader, Tx } from '../../../platform/database/db.ts'
import type { BodyPieces } from './events.ts'

/** Writes events in the transaction of their cause: no event is lost, and none exists without its cause. */
export async function enqueueEvents(
  tx: Tx,
  events: { partnerId: string; event: WebhookEvent }[],
): Promise<void> {
  if (events.length === 0) return
  await tx`
    insert into events (id, partner_id, user_id, type, body, created_at)
    select *
    from unnest(
      ${events.map(({ event }) => event.id)}::uuid[],
      ${events.map(({ partnerId }) => partnerId)}::uuid[],
      ${events.map(({ event }) => event.data.userId)}::uuid[],
      ${events.map(({ event }) => event.type)}::text[],
      ${events.map(({ event }) => JSON.stringify(event))}::text[],
      ${events.map(({ event }) => event.createdAt)}::timestamptz[]
    )`
}

/** Users per row of `fanouts`. Writing the events of one row takes some hundredths of a second. */
const FANOUT_BATCH_SIZE = 1000

/**
 * The audience of a publication: each user who favorites the merchant, is not anonymized, and whose partner is enabled and
 * has the merchant in scope.
 */
const audienceOf = (sql: Reader, merchantId: string) => sql`
  select users.id as user_id, partners.id as partner_id
  from favorites
  join merchants on merchants.id = favorites.merchant_id
  join users on users.id = favorites.user_id
  join partners on partners.id = users.partner_id
  where favorites.merchant_id = ${merchantId}
    and users.anonymized_at is null
    and not partners.disabled
    and (
      scope_categories is null
      or merchants.id = any (scope_merchant_ids)
      or merchants.category = any (scope_categories)
    )`

export type AudienceOfPartner = { partnerId: string; partnerName: string; users: number }

/** The audience of a publication, counted by partner, the largest first. */
export async function countAudience(db: Db, merchantId: string): Promise<AudienceOfPartner[]> {
  return db.begin(async (tx) => {
    // A merchant may have a million followers.
    await tx.extendDeadline(60_000)
    return tx<AudienceOfPartner[]>`
      select partner_id, partners.name as partner_name, users
      from (select partner_id, count(*) as users from (${audienceOf(tx, merchantId)}) as followers group by 1) as counted
      join partners on partners.id = partner_id
      order by users desc, partner_id`
  })
}

/**
 * Stores the audience of a publication and returns its size. `expandFanout` writes the events later: a million events would
 * make this transaction too long.
 */
export async function enqueueFanout(
  tx: Tx,
  merchantId: string,
  { type, createdAt, pieces }: { type: EventType; createdAt: Date; pieces: BodyPieces },
): Promise<number> {
  // A merchant may have a million followers.
  await tx.extendDeadline(10 * 60_000)
  await tx`set local work_mem = '64MB'`
  const [audience] = await tx<[{ count: number }]>`
    with stored as (
      insert into fanouts (id, type, pieces, user_ids, created_at)
      select uuid_v7(), ${type}, ${pieces}, ids[n : n + ${FANOUT_BATCH_SIZE}::int - 1], ${createdAt}
      from (select array_agg(user_id order by user_id) as ids from (${audienceOf(tx, merchantId)}) as followers) as audience
      cross join lateral generate_series(1, cardinality(ids), ${FANOUT_BATCH_SIZE}::int) as n
      returning cardinality(user_ids) as size
    )
    select coalesce(sum(size), 0)::int as count from stored`
  return audience.count
}

/**
 * Deletes one row of `fanouts` and writes its events, in one statement. Users who were anonymized since the publication
 * are left out. Returns false if there was no row.
 */
export async function expandFanout(db: Db): Promise<boolean> {
  return db.begin(async (tx) => {
    // Sequential scans are off: a thousand users are few compared to the whole table, even if PostgreSQL has no statistics
    // yet.
    await tx`set local enable_seqscan = off`
    const { count } = await tx`
      with taken as (
        delete from fanouts
        where id = (select id from fanouts order by id limit 1 for update skip locked)
        returning type, pieces, user_ids, created_at
      ),
      new_events as materialized (
        select uuid_v7() as id, partner_id, users.id as user_id, external_user_id, type, pieces, taken.created_at
        from taken cross join unnest(user_ids) as audience (user_id)
        join users on users.id = audience.user_id
        where anonymized_at is null
      ),
      written as (
        insert into events (id, partner_id, user_id, type, body, created_at)
        select
          id, partner_id, user_id, type,
          concat(
            pieces[1], to_json(id), pieces[2], to_json(user_id), pieces[3], to_json(external_user_id), pieces[4]
          ),
          created_at
        from new_events
      )
      select from taken`
    return count > 0
  })
}

const CHANNEL = 'events'

/** Call this outside the transaction that writes: PostgreSQL commits transactions that notify one after the other. */
export async function notifyEvents(db: Db): Promise<void> {
  await db`select pg_notify(${CHANNEL}, '')`
}

export async function onEventsNotified(db: Db, onEvents: () => void): Promise<void> {
  await db.listen(CHANNEL, onEvents, onEvents)
}
