import type { EventType, WebhookEvent } from '@counterfoil/contract/events.ts'
import type { Tx } from '../db.ts'
import type { BodyPieces } from './events.ts'

export const EVENTS_CHANNEL = 'events'

/** Told in the transaction of its cause: no lost event, and no event without its cause. */
export async function enqueueEvents(
  tx: Tx,
  events: { partnerId: string; event: WebhookEvent }[],
): Promise<void> {
  if (events.length === 0) return
  await tx`
    with enqueued as (
      insert into events (id, partner_id, user_id, type, body, created_at)
      select *
      from unnest(
        ${events.map(({ event }) => event.id)}::uuid[],
        ${events.map(({ partnerId }) => partnerId)}::uuid[],
        ${events.map(({ event }) => event.data.userId)}::uuid[],
        ${events.map(({ event }) => event.type)}::text[],
        ${events.map(({ event }) => JSON.stringify(event))}::text[],
        ${events.map(({ event }) => event.createdAt)}::timestamptz[]
      )
    )
    select pg_notify(${EVENTS_CHANNEL}, '')`
}

/**
 * One event for each user who favorites the merchant, is not anonymised, and whose partner is enabled and has the
 * merchant in scope. Answers how many there are.
 */
export async function enqueueForFavorites(
  tx: Tx,
  merchantId: string,
  { type, createdAt, pieces }: { type: EventType; createdAt: Date; pieces: BodyPieces },
): Promise<number> {
  const [beforeId, beforeUser, beforeExternal, end] = pieces
  // A merchant with a million followers can publish too.
  await tx`set local statement_timeout = '10min'`
  const { count } = await tx`
    with told as materialized (
      select uuid_v7() as id, partner_id, users.id as user_id, external_user_id
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
        )
    )
    insert into events (id, partner_id, user_id, type, body, created_at)
    select
      id, partner_id, user_id, ${type},
      concat(
        ${beforeId}::text, to_json(id), ${beforeUser}::text, to_json(user_id), ${beforeExternal}::text,
        to_json(external_user_id), ${end}::text
      ),
      ${createdAt}
    from told`
  await tx`select pg_notify(${EVENTS_CHANNEL}, '')`
  return count
}
