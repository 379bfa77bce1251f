import { columnsOf } from '../../../platform/database/array-literal.ts'
import type { Db, Reader, Tx } from '../../../platform/database/db.ts'

/** An endpoint is paused when it has failed for this many days, at least this many times, without a success. */
const PAUSE_AFTER = { days: 5, failures: 20 }

/**
 * Updates the endpoints named in `endpoint_results`, and only those whose state changes. A success among the attempts
 * ends the failures before it, even if the last attempt failed.
 */
export const upsertEndpoints = (sql: Reader, now: Date) => sql`
  insert into endpoints as known
    (partner_id, failing_since, counted_since, failures, last_status, held_until, paused_at, pause_reason)
  select
    partner_id,
    case when not ends_well then ${now}::timestamptz end,
    case when not ends_well then ${now}::timestamptz end,
    case when ends_well then 0 else failures end,
    last_status,
    held_until,
    case when pause_reason is not null then ${now}::timestamptz end,
    pause_reason
  from endpoint_results
  where failures > 0
    or not exists (
      select from endpoints
      where endpoints.partner_id = endpoint_results.partner_id
        and failing_since is null and endpoints.last_status = endpoint_results.last_status
    )
  order by partner_id
  on conflict (partner_id) do update
  set (failing_since, counted_since, failures, last_status, held_until, paused_at, pause_reason) = (
    select
      case when still_fails then coalesce(before.failing_since, excluded.failing_since) end,
      case when still_fails then coalesce(before.counted_since, excluded.counted_since) end,
      case when still_fails then before.failures + excluded.failures else 0 end,
      excluded.last_status,
      greatest(known.held_until, excluded.held_until),
      coalesce(known.paused_at, excluded.paused_at, case when is_hopeless then ${now}::timestamptz end),
      coalesce(known.pause_reason, excluded.pause_reason, case when is_hopeless then 'EXHAUSTED' end)
    from (
      select
        case when not has_succeeded then known.failing_since end as failing_since,
        case when not has_succeeded then known.counted_since end as counted_since,
        case when has_succeeded then 0 else known.failures end as failures,
        excluded.failing_since is not null as still_fails
      from endpoint_results
      where endpoint_results.partner_id = known.partner_id
    ) as before
    cross join lateral (
      select still_fails
        and before.counted_since <= ${now}::timestamptz - make_interval(days => ${PAUSE_AFTER.days})
        and before.failures + excluded.failures >= ${PAUSE_AFTER.failures} as is_hopeless
    ) as prospects
  )`

/** What attempts from a cell say about an endpoint. */
export type EndpointResult = {
  partnerId: string
  hasSucceeded: boolean
  endsWell: boolean
  lastStatus: number | null
  failures: number
  heldUntil: string | null
  pauseReason: string | null
}

export async function updateEndpoints(db: Db, results: EndpointResult[], now: Date): Promise<void> {
  const each = columnsOf(results)
  await db`
    with endpoint_results as (
      select * from unnest(
        ${each(({ partnerId }) => partnerId)}::uuid[],
        ${each(({ hasSucceeded }) => hasSucceeded)}::boolean[],
        ${each(({ endsWell }) => endsWell)}::boolean[],
        ${each(({ lastStatus }) => lastStatus)}::int[],
        ${each(({ failures }) => failures)}::int[],
        ${each(({ heldUntil }) => heldUntil)}::timestamptz[],
        ${each(({ pauseReason }) => pauseReason)}::text[]
      ) as r (partner_id, has_succeeded, ends_well, last_status, failures, held_until, pause_reason)
    )
    ${upsertEndpoints(db, now)}`
}

/** Ends pause and hold of an endpoint. It counts as failing until an attempt succeeds. */
const untilNextFailure = (sql: Reader) =>
  sql`counted_since = null, held_until = null, paused_at = null, pause_reason = null`

/** Ends the pause of an endpoint. Sets `resumed_at`, so a worker makes its waiting deliveries due. */
export async function resumeEndpoint(tx: Tx, partnerId: string, now: Date): Promise<void> {
  await tx`
    update endpoints set ${untilNextFailure(tx)}, resumed_at = ${now} where partner_id = ${partnerId}`
}

/** Clears everything that was known about an endpoint, because the partner has another one now. */
export async function resetEndpoint(tx: Tx, partnerId: string, now: Date): Promise<void> {
  await tx`
    update endpoints
    set ${untilNextFailure(tx)}, failing_since = null, failures = 0, last_status = null, resumed_at = ${now}
    where partner_id = ${partnerId}`
}

/** Ends the pause of an endpoint. Sets `deliver_now_at`, so a worker makes its undelivered deliveries due. */
export async function upsertDeliverNow(tx: Tx, partnerId: string, now: Date): Promise<void> {
  await tx`
    insert into endpoints (partner_id, deliver_now_at) values (${partnerId}, ${now})
    on conflict (partner_id) do update set ${untilNextFailure(tx)}, deliver_now_at = excluded.deliver_now_at`
}

export type Resumption = { partnerId: string; resumedAt: string }

export function listResumptions(sql: Reader): Promise<Resumption[]> {
  return sql<Resumption[]>`select partner_id, resumed_at from endpoints where resumed_at is not null`
}

/** Does nothing if the endpoint was resumed again in the meantime. */
export async function endResumption(db: Db, { partnerId, resumedAt }: Resumption): Promise<void> {
  await db`
    update endpoints set resumed_at = null where partner_id = ${partnerId} and resumed_at = ${resumedAt}`
}

export type DeliverNowRequest = { partnerId: string; requestedAt: string }

export function listDeliverNowRequests(sql: Reader): Promise<DeliverNowRequest[]> {
  return sql<DeliverNowRequest[]>`
    select partner_id, deliver_now_at as requested_at from endpoints where deliver_now_at is not null`
}

/** Does nothing if somebody asked again in the meantime. */
export async function endDeliverNow(db: Db, { partnerId, requestedAt }: DeliverNowRequest): Promise<void> {
  await db`
    update endpoints set deliver_now_at = null
    where partner_id = ${partnerId} and deliver_now_at = ${requestedAt}`
}
