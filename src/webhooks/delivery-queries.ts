import type { Db } from '../db.ts'
import type { Attempt, Dispatch } from './deliver.ts'
import type { Verdict } from './retry.ts'

/** A delivery that this worker has taken up. */
export type Claimed = Dispatch & { partnerId: string; failures: number }

/** How many more of a partner's deliveries this worker has a use for. */
export type Room = { partnerId: string; room: number }

/**
 * Takes up what is due, some of each partner: single events first, then fan-out. What another worker holds is passed
 * over. A partner that is not named in `rooms` gets `roomForOthers`.
 */
export function claimDeliveries(
  db: Db,
  rooms: Room[],
  { roomForOthers, now, leaseEndsAt }: { roomForOthers: number; now: Date; leaseEndsAt: Date },
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
      select waiting.partner_id, coalesce(asked.room, ${roomForOthers}) as room
      from waiting
      join partners on partners.id = waiting.partner_id
      left join endpoints on endpoints.partner_id = waiting.partner_id
      left join unnest(
        ${rooms.map(({ partnerId }) => partnerId)}::uuid[], ${rooms.map(({ room }) => room)}::int[]
      ) as asked (partner_id, room) on asked.partner_id = waiting.partner_id
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
          order by due_at limit open.room
          for update skip locked
        ) as single
        union all
        select event_id from (
          select event_id from deliveries
          where state = 'PENDING' and partner_id = open.partner_id and is_bulk and due_at <= ${now}
          order by due_at limit open.room
          for update skip locked
        ) as bulk
        limit open.room
      ) as due
    )
    update deliveries
    set attempt = attempt + 1, due_at = ${leaseEndsAt}
    from taken, events
    where deliveries.event_id = taken.event_id and events.id = taken.event_id
    returning deliveries.event_id, deliveries.partner_id, attempt, failures, type, body`
}

/** An attempt and what it means. */
export type Result = { claimed: Claimed; attempt: Attempt; verdict: Verdict }

/**
 * Writes down attempts and what becomes of their deliveries. A delivery that was taken over meanwhile (its number has
 * moved on) is left to whoever has it now; the attempt was made all the same.
 */
export async function recordAttempts(db: Db, results: Result[], now: Date): Promise<void> {
  const delivered = results.filter(({ verdict }) => verdict.state === 'DELIVERED')
  await db`
    with results as materialized (
      select * from unnest(
        ${results.map(({ claimed }) => claimed.eventId)}::uuid[],
        ${results.map(({ claimed }) => claimed.attempt)}::int[],
        ${results.map(({ verdict }) => verdict.state)}::text[],
        ${results.map(({ verdict }) => verdict.nextAttemptAt?.toISOString() ?? null)}::timestamptz[],
        ${results.map(({ attempt }) => attempt.attemptedAt.toISOString())}::timestamptz[],
        ${results.map(({ attempt }) => attempt.status)}::int[],
        ${results.map(({ attempt }) => attempt.durationMs)}::int[],
        ${results.map(({ attempt }) => attempt.response)}::text[],
        ${results.map(({ attempt }) => attempt.error)}::text[]
      ) as r (event_id, number, state, next_attempt_at, attempted_at, status, duration_ms, response, error)
    ),
    moved as (
      update deliveries
      set state = results.state,
        failures = failures + (results.state <> 'DELIVERED')::int,
        due_at = coalesce(next_attempt_at, due_at),
        last_status = status,
        delivered_at = case when results.state = 'DELIVERED' then ${now}::timestamptz end
      from results
      where deliveries.event_id = results.event_id and attempt = number and deliveries.state = 'PENDING'
    ),
    recovered as (
      update endpoints
      set failing_since = null, failures = 0
      where failing_since is not null
        and partner_id = any (${[...new Set(delivered.map(({ claimed }) => claimed.partnerId))]}::uuid[])
    )
    insert into delivery_attempts
      (event_id, number, attempted_at, status, duration_ms, response, error, next_attempt_at)
    select event_id, number, attempted_at, status, duration_ms, response, error, next_attempt_at
    from results
    on conflict do nothing`
}

/** Without a success for so long, and with so many failures, an endpoint is paused. */
const GIVE_UP = { days: 5, failures: 20 }

export type EndpointTrouble = {
  partnerId: string
  failures: number
  holdUntil: Date | null
  isGone: boolean
}

/** Adds failures to what is known of their endpoints; one that is gone, or has failed for long, is paused by it. */
export async function noteTrouble(db: Db, troubles: EndpointTrouble[], now: Date): Promise<void> {
  await db`
    insert into endpoints as known (partner_id, failing_since, failures, held_until, paused_at, pause_reason)
    select
      partner_id, ${now}, failures, held_until,
      case when pause_reason is not null then ${now}::timestamptz end, pause_reason
    from unnest(
      ${troubles.map(({ partnerId }) => partnerId)}::uuid[],
      ${troubles.map(({ failures }) => failures)}::int[],
      ${troubles.map(({ holdUntil }) => holdUntil?.toISOString() ?? null)}::timestamptz[],
      ${troubles.map(({ isGone }) => (isGone ? 'GONE' : null))}::text[]
    ) as news (partner_id, failures, held_until, pause_reason)
    order by partner_id
    on conflict (partner_id) do update
    set (failing_since, failures, held_until, paused_at, pause_reason) = (
      select
        coalesce(known.failing_since, excluded.failing_since),
        known.failures + excluded.failures,
        greatest(known.held_until, excluded.held_until),
        coalesce(known.paused_at, excluded.paused_at, case when is_hopeless then ${now}::timestamptz end),
        coalesce(known.pause_reason, excluded.pause_reason, case when is_hopeless then 'FAILING' end)
      from (
        select known.failing_since <= ${now}::timestamptz - make_interval(days => ${GIVE_UP.days})
          and known.failures + excluded.failures >= ${GIVE_UP.failures} as is_hopeless
      ) as prospects
    )`
}

/** What was taken up and not sent goes back to where it was. */
export async function giveBack(db: Db, claimed: Claimed[], now: Date): Promise<void> {
  await db`
    update deliveries
    set attempt = deliveries.attempt - 1, due_at = ${now}
    from unnest(
      ${claimed.map(({ eventId }) => eventId)}::uuid[], ${claimed.map(({ attempt }) => attempt)}::int[]
    ) as held (event_id, attempt)
    where deliveries.event_id = held.event_id and deliveries.attempt = held.attempt and state = 'PENDING'`
}
