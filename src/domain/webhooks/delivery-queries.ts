import { columnsOf } from '../../platform/database/array-literal.ts'
import type { Db, Reader, Tx } from '../../platform/database/db.ts'
import type { Attempt, Dispatch } from './deliver.ts'
import type { Verdict } from './retry.ts'

/** A delivery that this worker has taken up. */
export type Claimed = Omit<Dispatch, 'body'> & {
  partnerId: string
  isBulk: boolean
  failures: number
  /** Null where the event was not found, which nothing should bring about. */
  body: string | null
}

/** How many more this worker has a use for: single events, and fan-out. */
export type Room = { singles: number; bulk: number }

/** No claim takes more of either kind for a partner. */
export const MOST_AT_ONCE = 256

/**
 * Takes up what is due, some of each partner: single events, and fan-out. What another worker holds is passed over. A
 * partner that is not named in `rooms` gets `roomForOthers`.
 *
 * Written so that it is planned well for any figures: the limits of 256 (`MOST_AT_ONCE`) say that few rows of an
 * order are wanted, and what is looked up by a list of ids, or one by one, is never joined to a million.
 */
export function claimDeliveries(
  db: Db,
  rooms: (Room & { partnerId: string })[],
  { roomForOthers, now, leaseEndsAt }: { roomForOthers: Room; now: Date; leaseEndsAt: Date },
): Promise<Claimed[]> {
  return db<Claimed[]>`
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
        coalesce(asked.singles, ${roomForOthers.singles}) as singles,
        coalesce(asked.bulk, ${roomForOthers.bulk}) as bulk
      from waiting
      join partners on partners.id = waiting.partner_id
      left join endpoints on endpoints.partner_id = waiting.partner_id
      left join unnest(
        ${rooms.map(({ partnerId }) => partnerId)}::uuid[],
        ${rooms.map(({ singles }) => singles)}::int[],
        ${rooms.map(({ bulk }) => bulk)}::int[]
      ) as asked (partner_id, singles, bulk) on asked.partner_id = waiting.partner_id
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

/** An attempt and what it means. */
export type Result = { claimed: Claimed; attempt: Attempt; verdict: Verdict }

/** Without a success for so long, and with so many failures, an endpoint is paused. */
const GIVE_UP = { days: 5, failures: 20 }

/**
 * Records attempts, what becomes of their deliveries, and how their endpoints fare: one success is a fresh start, one
 * that is gone or has failed for long is paused. A delivery that was claimed again or retried by hand meanwhile (its
 * number has moved on) is left as it is; the attempt was made all the same. A failure at a URL that is no longer the
 * partner's counts for nothing, and its delivery is due at once. Twice is as good as once, for when the answer is lost.
 */
export async function recordAttempts(db: Db, results: Result[], now: Date): Promise<void> {
  const each = columnsOf(results)
  await db`
    with given as materialized (
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
      ) as r (
        event_id, partner_id, number, state, is_failure, failures, next_attempt_at, held_until, pause_reason,
        url, attempted_at, status, duration_ms, response, error
      )
    ),
    -- Locked, so that a partner that is moving to another URL has moved, or does so after this.
    failing_partners as materialized (
      select id, webhook_url from partners
      where id = any (array(select partner_id from given where is_failure = 1))
      order by id
      for share
    ),
    results as materialized (
      select given.*,
        is_failure = 0 or coalesce(
          url = (select webhook_url from failing_partners where id = given.partner_id), false
        ) as is_current
      from given
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
    -- By URL, so that neither success nor failure at a former one says anything of the endpoint of today.
    news as (
      select told.*
      from (
        select
          partner_id,
          url,
          bool_or(state = 'DELIVERED') as has_succeeded,
          sum(is_failure)::int as failures,
          max(held_until) as held_until,
          max(pause_reason) as pause_reason
        from results join written using (event_id, number)
        where is_current
        group by partner_id, url
      ) as told
      join partners on partners.id = told.partner_id and partners.webhook_url = told.url
    )
    insert into endpoints as known (partner_id, failing_since, failures, held_until, paused_at, pause_reason)
    select
      partner_id,
      case when not has_succeeded then ${now}::timestamptz end,
      case when has_succeeded then 0 else failures end,
      held_until,
      case when pause_reason is not null then ${now}::timestamptz end,
      pause_reason
    from news
    where failures > 0
      or has_succeeded and exists (
        select from endpoints where endpoints.partner_id = news.partner_id and failing_since is not null
      )
    order by partner_id
    on conflict (partner_id) do update
    set (failing_since, failures, held_until, paused_at, pause_reason) = (
      select
        case when still_fails then coalesce(known.failing_since, excluded.failing_since) end,
        case when still_fails then known.failures + excluded.failures else 0 end,
        greatest(known.held_until, excluded.held_until),
        coalesce(known.paused_at, excluded.paused_at, case when is_hopeless then ${now}::timestamptz end),
        coalesce(known.pause_reason, excluded.pause_reason, case when is_hopeless then 'FAILING' end)
      from (
        select
          excluded.failing_since is not null as still_fails,
          excluded.failing_since is not null
            and known.failing_since <= ${now}::timestamptz - make_interval(days => ${GIVE_UP.days})
            and known.failures + excluded.failures >= ${GIVE_UP.failures} as is_hopeless
      ) as prospects
    )`
}

/**
 * What was taken up and not sent goes back, its number unused. Once at most: tried again after a lost answer, it might
 * take from another what that has just taken up under the same number.
 */
export async function giveBack(db: Db, claimed: Claimed[], dueAt: Date): Promise<void> {
  await db`
    update deliveries
    set attempt = deliveries.attempt - 1, due_at = ${dueAt}
    from unnest(
      ${claimed.map(({ eventId }) => eventId)}::uuid[], ${claimed.map(({ attempt }) => attempt)}::int[]
    ) as held (event_id, attempt)
    where deliveries.event_id = held.event_id and deliveries.attempt = held.attempt and state = 'PENDING'`
}

/**
 * Into the queue once more, ahead of all fan-out, with the whole schedule before it. An attempt in flight (claimed, not
 * recorded) is fenced off: the number moves on, so that what comes of it cannot undo the retry.
 */
export async function updateToRetried(tx: Tx, eventId: string, now: Date): Promise<void> {
  await tx`
    update deliveries
    set state = 'PENDING', failures = 0, due_at = ${now}, is_bulk = false, delivered_at = null,
      attempt = attempt + case
        when state = 'PENDING' and attempt > 0 and not exists (
          select from delivery_attempts a where a.event_id = deliveries.event_id and a.number = deliveries.attempt
        )
        then 1 else 0
      end
    where event_id = ${eventId}`
}

/** Forgets what was held against an endpoint, and marks what failed until now to be made due. */
export async function restartEndpoint(tx: Tx, partnerId: string, now: Date): Promise<void> {
  await tx`
    update endpoints
    set failing_since = null, failures = 0, held_until = null, paused_at = null, pause_reason = null,
      resumed_at = ${now}
    where partner_id = ${partnerId}`
}

export type Resumption = { partnerId: string; resumedAt: string }

export function listResumptions(sql: Reader): Promise<Resumption[]> {
  return sql<Resumption[]>`select partner_id, resumed_at from endpoints where resumed_at is not null`
}

/**
 * Makes some of what failed before the resumption due; answers how many. What is on its way has no record of its
 * attempt yet and is left alone, as is what was tried, and failed, since.
 */
export async function hastenDeliveries(
  db: Db,
  { partnerId, resumedAt }: Resumption,
  atMost: number,
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
      limit ${atMost}
      for update of d skip locked
    ) as waiting
    where deliveries.event_id = waiting.event_id`
  return count
}

/** Unless it was resumed once more meanwhile. */
export async function endResumption(db: Db, { partnerId, resumedAt }: Resumption): Promise<void> {
  await db`
    update endpoints set resumed_at = null where partner_id = ${partnerId} and resumed_at = ${resumedAt}`
}

/** The events of a partner from one on, itself excluded, up to a time. */
export type Stretch = {
  partnerId: string
  afterTime: string
  afterId: string
  until: string
  onlyFailed: boolean
}

/** `reached` is null when there was nothing left. */
export type Placed = { count: number; reached: { time: string; id: string } | null }

/**
 * Puts the next events of a replay into the queue, as bulk; those that had no delivery get one. What is on its way stays
 * so. A delivery belongs to the newest replay that asked for it.
 */
export async function placeForReplay(
  tx: Tx,
  replayId: string,
  { partnerId, afterTime, afterId, until, onlyFailed }: Stretch,
  { atMost, now }: { atMost: number; now: Date },
): Promise<Placed> {
  const [row] = await tx<[{ count: number; time: string | null; id: string | null }]>`
    with chunk as materialized (
      select e.id, e.created_at
      from events e ${onlyFailed ? tx`join deliveries d on d.event_id = e.id and d.state = 'FAILED'` : tx``}
      where e.partner_id = ${partnerId}
        and (e.created_at, e.id) > (${afterTime}::timestamptz, ${afterId}::uuid)
        and e.created_at < ${until}
      order by e.created_at, e.id
      limit ${atMost}
    ),
    placed as (
      insert into deliveries as known (event_id, partner_id, is_bulk, due_at, replay_id)
      select id, ${partnerId}, true, ${now}, ${replayId} from chunk
      on conflict (event_id) do update
      set state = 'PENDING', failures = 0, is_bulk = true, delivered_at = null, replay_id = excluded.replay_id,
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
