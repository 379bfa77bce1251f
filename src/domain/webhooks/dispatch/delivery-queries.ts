import { columnsOf } from '../../../platform/database/array-literal.ts'
import type { Db, Reader, Tx } from '../../../platform/database/db.ts'
import type { Attempt, OutgoingEvent } from './deliver.ts'
import {
  type DeliverNowRequest,
  type EndpointResult,
  type Resumption,
  updateEndpoints,
  upsertEndpoints,
} from './endpoint-queries.ts'
import type { Verdict } from './retry-policy.ts'
import { isUndelivered, joinReplayed, type ReplayedEvents } from './undelivered-queries.ts'

/** A delivery that this worker has claimed. */
export type ClaimedDelivery = Omit<OutgoingEvent, 'body'> & {
  partnerId: string
  isBulk: boolean
  failures: number
  /** Null if the event was not found, which should never happen. */
  body: string | null
}

/** How many more deliveries of each kind this worker can queue for a partner. `bulk` is fan-out. */
export type Capacity = { singles: number; bulk: number }

/** The maximum number of each kind that one claim takes for a partner. */
export const MAX_PER_CLAIM = 256

/**
 * Claims due deliveries of every partner, single events and fan-out, and skips those that another worker is claiming.
 * A partner without an entry in `capacities` gets `defaultCapacity`.
 *
 * Written for a good plan whatever the table statistics say. The limits of 256 (`MAX_PER_CLAIM`) tell the planner that
 * only the first rows of an order are wanted. Rows are looked up by a list of ids or one by one, so that the planner
 * never joins them to a table of millions.
 */
export function claimDeliveries(
  db: Db,
  capacities: (Capacity & { partnerId: string })[],
  { defaultCapacity, now, leaseEndsAt }: { defaultCapacity: Capacity; now: Date; leaseEndsAt: Date },
): Promise<ClaimedDelivery[]> {
  return db<ClaimedDelivery[]>`
    with recursive waiting (partner_id) as (
      (select partner_id from deliveries where state = 'PENDING' order by partner_id limit 1)
      union all
      select (
        select partner_id from deliveries
        where state = 'PENDING' and partner_id > waiting.partner_id
        order by partner_id limit 1
      )
      from waiting where waiting.partner_id is not null
    ),
    open as (
      select
        waiting.partner_id,
        coalesce(requested.singles, ${defaultCapacity.singles}) as singles,
        coalesce(requested.bulk, ${defaultCapacity.bulk}) as bulk
      from waiting
      join partners on partners.id = waiting.partner_id
      left join endpoints on endpoints.partner_id = waiting.partner_id
      left join unnest(
        ${capacities.map(({ partnerId }) => partnerId)}::uuid[],
        ${capacities.map(({ singles }) => singles)}::int[],
        ${capacities.map(({ bulk }) => bulk)}::int[]
      ) as requested (partner_id, singles, bulk) on requested.partner_id = waiting.partner_id
      where not partners.disabled
        and partners.webhook_url is not null
        and endpoints.paused_at is null
        and (endpoints.held_until is null or endpoints.held_until <= ${now})
    ),
    taken as materialized (
      select due.event_id
      from open cross join lateral (
        select event_id from (
          select event_id from deliveries
          where state = 'PENDING' and partner_id = open.partner_id and not is_bulk and due_at <= ${now}
          order by due_at limit 256
          for update skip locked
        ) as first_singles
        limit open.singles
      ) as due
      union all
      select due.event_id
      from open cross join lateral (
        select event_id from (
          select event_id from deliveries
          where state = 'PENDING' and partner_id = open.partner_id and is_bulk and due_at <= ${now}
          order by due_at limit 256
          for update skip locked
        ) as first_bulk
        limit open.bulk
      ) as due
    )
    update deliveries
    set attempt = attempt + 1, due_at = ${leaseEndsAt}
    where event_id = any (array(select event_id from taken))
    returning event_id, partner_id, is_bulk, attempt, failures,
      (select type from events where id = event_id), (select body from events where id = event_id)`
}

/** An attempt and the verdict on it. */
export type AttemptResult = { claimed: ClaimedDelivery; attempt: Attempt; verdict: Verdict }

/**
 * Records attempts, and updates their deliveries and endpoints.
 *
 * - An endpoint is failing if the last of these attempts failed. A success clears its failures. An endpoint that is gone
 *   or has failed for too long is paused.
 * - A delivery that was claimed again or retried by hand since then (its attempt number is higher) is left unchanged. The
 *   attempt itself is still recorded.
 * - A failure at a former URL of the partner does not count, and its delivery is due at once.
 *
 * Idempotent: it can be repeated when the database's response was lost.
 */
export async function recordAttempts(db: Db, results: AttemptResult[], now: Date): Promise<void> {
  await db`${recorded(db, results, now)} ${upsertEndpoints(db, now)}`
}

/** Like `recordAttempts`, in a cell. Endpoints are at home: their part is a statement of its own, which a crash may omit. */
export async function recordAttemptsInCell(
  db: Db,
  homeDb: Db,
  results: AttemptResult[],
  now: Date,
): Promise<void> {
  const endpoints = await db<EndpointResult[]>`${recorded(db, results, now)} select * from endpoint_results`
  if (endpoints.length > 0) await updateEndpoints(homeDb, endpoints, now)
}

/** The attempts as recorded, and what they say about each endpoint: `endpoint_results`. */
const recorded = (db: Db, results: AttemptResult[], now: Date) => db`
    with incoming as materialized (${attemptRows(db, results)}),
    -- Locked, so a concurrent change of the URL commits either before this statement reads it or after this one ends.
    failing_partners as materialized (
      select id, webhook_url from partners
      where id = any (array(select partner_id from incoming where is_failure = 1))
      order by id
      for share
    ),
    results as materialized (
      select incoming.*,
        is_failure = 0 or coalesce(
          url = (select webhook_url from failing_partners where id = incoming.partner_id), false
        ) as is_current
      from incoming
    ),
    moved as (
      update deliveries
      set state = case when is_current then results.state else 'PENDING' end,
        failures = case when is_current then results.failures else results.failures - 1 end,
        due_at = case
          when is_current then coalesce(next_attempt_at, due_at)
          else ${now}::timestamptz
        end,
        last_status = status,
        delivered_at = case when results.state = 'DELIVERED' then ${now}::timestamptz end
      from results
      where deliveries.event_id = results.event_id and attempt = number and deliveries.state = 'PENDING'
    ),
    written as (
      insert into delivery_attempts
        (event_id, number, attempted_at, status, duration_ms, response, error, next_attempt_at)
      select event_id, number, attempted_at, status, duration_ms, response, error,
        case when is_current then next_attempt_at else ${now}::timestamptz end
      from results
      on conflict do nothing
      returning event_id, number
    ),
    -- By URL: a success or failure at a former URL says nothing about the current one.
    endpoint_results as (
      select by_url.*
      from (
        select
          partner_id,
          url,
          bool_or(state = 'DELIVERED') as has_succeeded,
          (array_agg(state = 'DELIVERED' order by position desc))[1] as ends_well,
          (array_agg(status order by position desc))[1] as last_status,
          sum(is_failure)::int as failures,
          max(held_until) as held_until,
          max(pause_reason) as pause_reason
        from results join written using (event_id, number)
        where is_current and (is_failure = 1 or state = 'DELIVERED')
        group by partner_id, url
      ) as by_url
      join partners on partners.id = by_url.partner_id and partners.webhook_url = by_url.url
    )`

const attemptRows = (sql: Reader, results: AttemptResult[]) => {
  const each = columnsOf(results)
  return sql`
    select * from unnest(
      ${each(({ claimed }) => claimed.eventId)}::uuid[],
      ${each(({ claimed }) => claimed.partnerId)}::uuid[],
      ${each(({ claimed }) => claimed.attempt)}::int[],
      ${each(({ verdict }) => verdict.state)}::text[],
      ${each(({ verdict }) => Number(verdict.isFailure))}::int[],
      ${each(({ claimed, verdict }) => claimed.failures + Number(verdict.isFailure))}::int[],
      ${each(({ verdict }) => verdict.nextAttemptAt?.toISOString() ?? null)}::timestamptz[],
      ${each(({ verdict }) => verdict.holdUntil?.toISOString() ?? null)}::timestamptz[],
      ${each(({ verdict }) => (verdict.isGone ? 'GONE' : null))}::text[],
      ${each(({ attempt }) => attempt.url)}::text[],
      ${each(({ attempt }) => attempt.attemptedAt.toISOString())}::timestamptz[],
      ${each(({ attempt }) => attempt.status)}::int[],
      ${each(({ attempt }) => attempt.durationMs)}::int[],
      ${each(({ attempt }) => attempt.response)}::text[],
      ${each(({ attempt }) => attempt.error)}::text[]
    ) with ordinality as r (
      event_id, partner_id, number, state, is_failure, failures, next_attempt_at, held_until, pause_reason,
      url, attempted_at, status, duration_ms, response, error, position
    )`
}

/**
 * Releases claimed deliveries that were not sent, and takes back their attempt number. Must not be retried after a lost
 * response: another worker may have claimed the same delivery under the same number since then.
 */
export async function releaseDeliveries(db: Db, claimed: ClaimedDelivery[], dueAt: Date): Promise<void> {
  await db`
    update deliveries
    set attempt = deliveries.attempt - 1, due_at = ${dueAt}
    from unnest(
      ${claimed.map(({ eventId }) => eventId)}::uuid[], ${claimed.map(({ attempt }) => attempt)}::int[]
    ) as held (event_id, attempt)
    where deliveries.event_id = held.event_id and deliveries.attempt = held.attempt and state = 'PENDING'`
}

/**
 * Makes a delivery due now, ahead of all fan-out, and restarts its retry schedule. If an attempt is in flight (claimed,
 * not recorded), the attempt number is raised as a fence: the outcome of that attempt cannot undo the retry.
 */
export async function updateToRetried(tx: Tx, eventId: string, now: Date): Promise<void> {
  await tx`
    update deliveries d
    set state = 'PENDING', failures = 0, failed_before = ${isUndelivered(tx)}, due_at = ${now}, is_bulk = false,
      delivered_at = null,
      attempt = attempt + case
        when state = 'PENDING' and attempt > 0 and not exists (
          select from delivery_attempts a where a.event_id = d.event_id and a.number = d.attempt
        )
        then 1 else 0
      end
    where event_id = ${eventId}`
}

/**
 * Makes up to `limit` deliveries that failed before the resumption due, and returns their number. Skips deliveries in
 * flight, whose attempt is not recorded yet, and deliveries that have failed since the resumption.
 */
export async function makeDeliveriesDue(
  db: Db,
  { partnerId, resumedAt }: Resumption,
  limit: number,
): Promise<number> {
  const { count } = await db`
    update deliveries
    set due_at = ${resumedAt}
    from (
      select event_id
      from deliveries d
      where state = 'PENDING' and partner_id = ${partnerId} and due_at > ${resumedAt}
        and exists (
          select from delivery_attempts a
          where a.event_id = d.event_id and a.number = d.attempt and a.attempted_at < ${resumedAt}
        )
      limit ${limit}
      for update of d skip locked
    ) as waiting
    where deliveries.event_id = waiting.event_id`
  return count
}

/**
 * Makes up to `limit` waiting and up to `limit` failed deliveries due, and returns their number. Like `makeDeliveriesDue`,
 * it skips deliveries in flight and deliveries that were sent since the request.
 */
export async function makeUndeliveredDue(
  db: Db,
  { partnerId, requestedAt }: DeliverNowRequest,
  limit: number,
): Promise<number> {
  const wasAttempted = db`exists (
    select from delivery_attempts a
    where a.event_id = d.event_id and a.number = d.attempt and a.attempted_at < ${requestedAt}
  )`
  const { count } = await db`
    update deliveries
    set state = 'PENDING', failures = 0, failed_before = true, due_at = ${requestedAt}
    from (
      select event_id from (
        select event_id from deliveries d
        where d.state = 'PENDING' and d.partner_id = ${partnerId} and d.due_at > ${requestedAt}
          and ${isUndelivered(db)} and ${wasAttempted}
        limit ${limit}
        for update of d skip locked
      ) as waiting
      union all
      select event_id from (
        select event_id from deliveries d
        where d.state = 'FAILED' and d.partner_id = ${partnerId} and ${wasAttempted}
        limit ${limit}
        for update of d skip locked
      ) as failed
    ) as undelivered
    where deliveries.event_id = undelivered.event_id`
  return count
}

/** The events of a partner after another event, up to a time (exclusive). */
export type ReplayRange = {
  partnerId: string
  afterTime: string
  afterId: string
  until: string
  which: ReplayedEvents
}

/** `reached` is the last event that was queued; null if none was left. */
export type QueuedBatch = { count: number; reached: { time: string; id: string } | null }

/**
 * Queues the next events of a replay as bulk deliveries, and creates a delivery for events that have none. Skips types
 * that the partner has not chosen. A delivery in flight keeps its lease. If two replays contain a delivery, it belongs to
 * the newer one.
 */
export async function queueForReplay(
  tx: Tx,
  replayId: string,
  { partnerId, afterTime, afterId, until, which }: ReplayRange,
  { limit, now }: { limit: number; now: Date },
): Promise<QueuedBatch> {
  const [row] = await tx<[{ count: number; time: string | null; id: string | null }]>`
    with chunk as materialized (
      select e.id, e.created_at
      from events e ${joinReplayed(tx, which)}
      where e.partner_id = ${partnerId}
        and (e.created_at, e.id) > (${afterTime}::timestamptz, ${afterId}::uuid)
        and e.created_at < ${until}
        and e.type = any (select unnest(event_types) from partners where id = ${partnerId})
      order by e.created_at, e.id
      limit ${limit}
    ),
    placed as (
      insert into deliveries as known (event_id, partner_id, is_bulk, due_at, replay_id, created_at)
      select id, ${partnerId}, true, ${now}, ${replayId}, created_at from chunk
      on conflict (event_id) do update
      set state = 'PENDING', failures = 0, failed_before = ${isUndelivered(tx, 'known')}, is_bulk = true, delivered_at = null,
        replay_id = excluded.replay_id,
        due_at = case
          when known.state = 'PENDING' and known.attempt > 0 and not exists (
            select from delivery_attempts a where a.event_id = known.event_id and a.number = known.attempt
          )
          then known.due_at else excluded.due_at
        end
      where known.replay_id is null or known.replay_id <= excluded.replay_id
      returning event_id
    )
    select (select count(*) from placed) as count, last.created_at as time, last.id
    from (select) as one
    left join (select created_at, id from chunk order by created_at desc, id desc limit 1) as last on true`
  const { count, time, id } = row
  return { count, reached: time === null || id === null ? null : { time, id } }
}
