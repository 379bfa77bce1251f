import type { Delivery, DeliveryWithAttempts } from '@counterfoil/contract/admin-deliveries.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { identifier } from '../../platform/database/sql.ts'
import type { ListRequest } from '../../platform/input/paging.ts'
import type { Caller } from '../staff/caller.ts'

export type DeliveryRecord = Static<typeof Delivery>
export type DeliveryDetail = Static<typeof DeliveryWithAttempts>

export type DeliveryFilter = {
  partnerId?: string
  state?: string
  type?: string
  from?: string
  to?: string
}

/** What is kept back (a pause, a partner that is disabled or has no URL) has no next attempt. */
const columns = (sql: Reader) => sql`
  d.event_id as id, d.event_id, e.type, d.partner_id, e.user_id, d.state,
  (select count(*) from delivery_attempts a where a.event_id = d.event_id) as attempt_count,
  d.last_status,
  case when d.state = 'PENDING' and endpoints.paused_at is null
      and partners.webhook_url is not null and not partners.disabled
    then greatest(d.due_at, endpoints.held_until)
  end as next_attempt_at,
  d.delivered_at, e.created_at`

const sources = (sql: Reader) => sql`
  (
    events e
    join deliveries d on d.event_id = e.id
    join partners on partners.id = e.partner_id
    left join endpoints on endpoints.partner_id = e.partner_id
  )`

/** A partner's own key reaches its own deliveries only. */
const within = (sql: Reader, { partnerId }: Caller) =>
  partnerId === null ? sql`true` : sql`partners.id = ${partnerId}`

/** Only what is asked for, so that each combination is planned for itself. */
function matching(sql: Reader, { state, type, from, to }: DeliveryFilter, { before }: ListRequest) {
  const conditions = [
    sql`e.partner_id = partners.id`,
    ...(state === undefined ? [] : [inState(sql, state)]),
    ...(type === undefined ? [] : [sql`e.type = ${type}`]),
    ...(from === undefined ? [] : [sql`e.created_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`e.created_at < ${to}`]),
    ...(before.id === null
      ? []
      : [sql`(e.created_at, e.id) < (${before.time}::timestamptz, ${before.id}::uuid)`]),
  ]
  return conditions.reduce((all, one) => sql`${all} and ${one}`)
}

/** In words, not as a parameter: what is indexed for one state alone is found by its name. */
function inState(sql: Reader, state: string) {
  if (state === 'PENDING') return sql`d.state = 'PENDING'`
  if (state === 'FAILED') return sql`d.state = 'FAILED'`
  return sql`d.state = ${state}`
}

/** Which of a partner's, from where on, how many at most; and up to how many in one state count as few. */
type Reading = { filter: DeliveryFilter; page: ListRequest; most: number | null; few: number }

/** So many that wait are all looked at: of one partner, and of each when all are listed. */
const FEW = { ofOne: 5000, ofEach: 200 }

/**
 * The newest of one partner's that failed, by an index of their own. Deliveries from before they bore the time of their
 * event are few, and the event is asked.
 */
function failedNewest(sql: Reader, { filter, page, most }: Reading, isNoNewer = sql`true`) {
  const { state: _, ...others } = filter
  const wanted = sql`
    d.partner_id = partners.id and d.state = 'FAILED' and ${matching(sql, others, page)} and ${isNoNewer}`
  const newestFirst = sql`order by e.created_at desc, e.id desc limit ${most}`
  return sql`
    (
      (
        select e.id, e.created_at
        from deliveries d cross join lateral (
          select d.event_id as id, d.partner_id, d.created_at, (select type from events where id = d.event_id) as type
        ) as e
        where d.created_at is not null and ${wanted}
        ${newestFirst}
      )
      union all
      (
        select e.id, e.created_at
        from deliveries d cross join lateral (select * from events where id = d.event_id offset 0) as e
        where d.created_at is null and ${wanted}
        ${newestFirst}
      )
      order by created_at desc, id desc limit ${most}
    )`
}

/**
 * The newest of one partner's. Read from the newest event on; but of those that wait there may be one in a hundred
 * thousand: while they are few they are read from their own index, and where they are many there are some among the
 * newest. `offset 0` has what belongs to a row looked up by its key: joined in one go it would be read whole.
 */
function ownNewest(sql: Reader, reading: Reading, isNoNewer = sql`true`) {
  const { filter, page, most, few } = reading
  if (filter.state === 'FAILED') return failedNewest(sql, reading, isNoNewer)
  const wanted = sql`${matching(sql, filter, page)} and ${isNoNewer}`
  const newestFirst = sql`order by e.created_at desc, e.id desc limit ${most}`
  const fromNewest = sql`
    select e.id, e.created_at
    from events e cross join lateral (select state from deliveries where event_id = e.id offset 0) as d
    where ${wanted}`
  if (filter.state !== 'PENDING') return sql`(${fromNewest} ${newestFirst})`
  const ofPartner = sql`d.partner_id = partners.id and ${inState(sql, filter.state)}`
  const areFew = sql`
    (select count(*) from (select from deliveries d where ${ofPartner} limit ${few + 1}) as first) <= ${few}`
  return sql`
    (
      (
        select e.id, e.created_at
        from deliveries d cross join lateral (select * from events where id = d.event_id offset 0) as e
        where ${areFew} and ${ofPartner} and ${wanted}
        ${newestFirst}
      )
      union all
      (${fromNewest} and not ${areFew} ${newestFirst})
    )`
}

/**
 * Newest first, ids settling what happened at one time. A page of each partner is read, and the newest of those are the
 * page: so one index, by partner, serves the list of all as well. No more partners can be on a page than it is long:
 * those whose own newest are the newest.
 */
function newestOfAll(sql: Reader, filter: DeliveryFilter, page: ListRequest, most: number | null) {
  const reading = { filter, page, few: FEW.ofEach }
  const isNoNewer = sql`(e.created_at, e.id) <= (partners.newest_at, partners.newest_id)`
  return sql`
    select own.id
    from (
      select partners.id, own.created_at as newest_at, own.id as newest_id
      from partners cross join lateral ${ownNewest(sql, { ...reading, most: 1 })} as own
      order by own.created_at desc, own.id desc
      limit ${most}
    ) as partners
    cross join lateral ${ownNewest(sql, { ...reading, most }, isNoNewer)} as own
    order by own.created_at desc, own.id desc
    limit ${most}`
}

export function listDeliveries(
  sql: Reader,
  reach: Caller,
  { partnerId, ...filter }: DeliveryFilter,
  page: ListRequest,
): Promise<DeliveryRecord[]> {
  const most = page.limit === null ? null : page.limit + 1
  const whose = partnerId ?? reach.partnerId
  const reading = { filter, page, most, few: FEW.ofOne }
  return sql<DeliveryRecord[]>`
    with newest as materialized (
      ${
        whose === null
          ? newestOfAll(sql, filter, page, most)
          : sql`
            select own.id
            from partners cross join lateral ${ownNewest(sql, reading)} as own
            where partners.id = ${whose} and ${within(sql, reach)}`
      }
    )
    select ${columns(sql)}
    from newest join ${sources(sql)} on e.id = newest.id
    order by e.created_at desc, e.id desc`
}

/** JSON would write times in a form of the database's own. */
const inJson = (sql: Reader, column: 'attempted_at' | 'next_attempt_at') =>
  sql`to_char(${identifier(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** One statement, so that a delivery and its attempts are of one moment. */
export async function findDelivery(sql: Reader, reach: Caller, id: string): Promise<DeliveryDetail | null> {
  const [row] = await sql<DeliveryDetail[]>`
    select ${columns(sql)}, e.body::json as event,
      (
        select coalesce(
          json_agg(
            json_build_object(
              'number', number, 'attemptedAt', ${inJson(sql, 'attempted_at')}, 'status', status,
              'durationMs', duration_ms, 'response', response, 'error', error,
              'nextAttemptAt', ${inJson(sql, 'next_attempt_at')}
            )
            order by number
          ),
          '[]'
        )
        from delivery_attempts a
        where a.event_id = d.event_id
      ) as attempts
    from ${sources(sql)}
    where e.id = ${id} and ${within(sql, reach)}`
  return row ?? null
}

export async function lockDelivery(tx: Tx, reach: Caller, id: string): Promise<DeliveryRecord | null> {
  const [row] = await tx<DeliveryRecord[]>`
    select ${columns(tx)}
    from ${sources(tx)}
    where e.id = ${id} and ${within(tx, reach)}
    for update of d`
  return row ?? null
}

/** At every scrape, so no further than it costs little. */
export async function countPending(sql: Reader, atMost: number): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from (select from deliveries where state = 'PENDING' limit ${atMost}) as pending`
  return row.count
}

/** How long the delivery that is most overdue has waited; what is kept back is late by intention. */
export async function findLagSeconds(sql: Reader, now: Date): Promise<number> {
  const [row] = await sql<[{ seconds: number | null }]>`
    select extract(epoch from ${now}::timestamptz - min(first.due_at))::float8 as seconds
    from partners
    left join endpoints on endpoints.partner_id = partners.id
    cross join (values (true), (false)) as kinds (is_bulk)
    cross join lateral (
      select due_at from deliveries d
      where d.state = 'PENDING' and d.partner_id = partners.id and d.is_bulk = kinds.is_bulk and due_at <= ${now}
      order by due_at limit 1
    ) as first
    where not disabled and webhook_url is not null and paused_at is null
      and (held_until is null or held_until <= ${now})`
  return row.seconds ?? 0
}
