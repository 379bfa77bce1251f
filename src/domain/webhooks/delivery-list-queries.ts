import {
  type DELIVERY_SORTS,
  type Delivery,
  type DeliveryWithAttempts,
  UNDELIVERED,
} from '@counterfoil/contract/admin/deliveries.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../platform/database/db.ts'
import {
  ascending,
  countRows,
  descending,
  isAfter,
  MAX_COUNTED,
  type RowCount,
  type SortColumn,
  type SortedPage,
} from '../../platform/database/keyset.ts'
import { identifier } from '../../platform/database/sql.ts'
import { firstRows, type SortedList } from '../../platform/input/sorted-list.ts'
import type { Caller } from '../actors/caller.ts'
import { isUndelivered } from './dispatch/undelivered-queries.ts'

export type DeliveryRecord = Static<typeof Delivery>
export type DeliveryDetail = Static<typeof DeliveryWithAttempts>

export type DeliveryFilter = {
  partnerId?: string
  state?: string
  type?: string
  from?: string
  to?: string
}

const TIME: SortColumn<DeliveryRecord> = {
  sql: 'e.created_at',
  type: 'time',
  of: ({ createdAt }) => createdAt,
}
const ID: SortColumn<DeliveryRecord> = { sql: 'e.id', type: 'uuid', of: ({ id }) => id }

export const DELIVERY_LIST: SortedList<(typeof DELIVERY_SORTS)[number], DeliveryRecord> = {
  name: 'deliveries',
  default: '-createdAt',
  sorts: { '-createdAt': descending(TIME, ID), createdAt: ascending(TIME, ID) },
}

type Page = SortedPage<DeliveryRecord>

/** A pending delivery has no next attempt while its endpoint is paused, or its partner is disabled or has no URL. */
const columns = (sql: Reader) => sql`
  d.event_id as id, d.event_id, e.type, d.partner_id, partners.name as partner_name, e.user_id, d.state,
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

/** A partner's API key sees only that partner's deliveries. */
const isVisibleTo = (sql: Reader, { partnerId }: Caller) =>
  partnerId === null ? sql`true` : sql`partners.id = ${partnerId}`

/** Contains only the requested filters, so that PostgreSQL plans each combination separately. */
function matching(sql: Reader, { state, type, from, to }: DeliveryFilter, page: Page) {
  const conditions = [
    sql`e.partner_id = partners.id`,
    ...(state === undefined ? [] : [inState(sql, state)]),
    ...(type === undefined ? [] : [sql`e.type = ${type}`]),
    ...(from === undefined ? [] : [sql`e.created_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`e.created_at < ${to}`]),
    isAfter(sql, page),
  ]
  return conditions.reduce((all, one) => sql`${all} and ${one}`)
}

/** PENDING is a literal, because PostgreSQL uses the partial index of that state only if the query names it. */
function inState(sql: Reader, state: string) {
  if (state === 'PENDING') return sql`d.state = 'PENDING'`
  return sql`d.state = ${state}`
}

type Reading = {
  filter: DeliveryFilter
  page: Page
  limit: number
  /** Up to this number, all pending deliveries of a partner are read and then sorted. */
  maxPending: number
}

/** The value of `maxPending` for a list of one partner, and for each partner in a list of all. */
const MAX_PENDING = { ofOnePartner: 5000, ofEachPartner: 200 }

/** The order of the page, for the rows of `alias`. */
function inOrder(sql: Reader, { sort }: Page, alias: 'e' | 'own') {
  const direction = sort.isDescending ? sql`desc` : sql`asc`
  return sql`order by ${identifier(`${alias}.created_at`)} ${direction}, ${identifier(`${alias}.id`)} ${direction}`
}

/** The first failed or undelivered deliveries of one partner, by their own index. */
function firstNotDelivered(sql: Reader, { filter, page, limit }: Reading, isInReach = sql`true`) {
  const { state, ...others } = filter
  const isListed = state === UNDELIVERED ? isUndelivered(sql) : sql`d.state = 'FAILED'`
  const wanted = sql`
    d.partner_id = partners.id and ${isListed} and ${matching(sql, others, page)} and ${isInReach}`
  return sql`
    (
      select e.id, e.created_at
      from deliveries d cross join lateral (
        select d.event_id as id, d.partner_id, d.created_at, (select type from events where id = d.event_id) as type
      ) as e
      where ${wanted}
      ${inOrder(sql, page, 'e')} limit ${limit}
    )`
}

/**
 * The first deliveries of one partner in the order of the page, read event by event. Pending deliveries may be one in a hundred
 * thousand: while they are few, they are read from their own index; if they are many, some are among the first.
 * `offset 0` makes PostgreSQL look up the other table's row by its key. As a plain join, it would read that whole table.
 */
function firstOfPartner(sql: Reader, reading: Reading, isInReach = sql`true`) {
  const { filter, page, limit, maxPending } = reading
  if (filter.state === 'FAILED' || filter.state === UNDELIVERED)
    return firstNotDelivered(sql, reading, isInReach)
  const wanted = sql`${matching(sql, filter, page)} and ${isInReach}`
  const inPageOrder = sql`${inOrder(sql, page, 'e')} limit ${limit}`
  const byEvent = sql`
    select e.id, e.created_at
    from events e cross join lateral (select state from deliveries where event_id = e.id offset 0) as d
    where ${wanted}`
  if (filter.state !== 'PENDING') return sql`(${byEvent} ${inPageOrder})`
  const ofPartner = sql`d.partner_id = partners.id and ${inState(sql, filter.state)}`
  const areFew = sql`
    (select count(*) from (select from deliveries d where ${ofPartner} limit ${maxPending + 1}) as first) <= ${maxPending}`
  return sql`
    (
      (
        select e.id, e.created_at
        from deliveries d cross join lateral (select * from events where id = d.event_id offset 0) as e
        where ${areFew} and ${ofPartner} and ${wanted}
        ${inPageOrder}
      )
      union all
      (${byEvent} and not ${areFew} ${inPageOrder})
    )`
}

/**
 * The first deliveries of all partners, by time and then by id. Reads a page of each partner and merges them, so the
 * index by partner serves this list as well. A page of `limit` rows contains at most `limit` partners: only the partners
 * with the first deliveries are read.
 */
function firstOfAll(sql: Reader, filter: DeliveryFilter, page: Page, limit: number) {
  const reading = { filter, page, maxPending: MAX_PENDING.ofEachPartner }
  const isInReach = page.sort.isDescending
    ? sql`(e.created_at, e.id) <= (partners.first_at, partners.first_id)`
    : sql`(e.created_at, e.id) >= (partners.first_at, partners.first_id)`
  return sql`
    select own.id
    from (
      select partners.id, own.created_at as first_at, own.id as first_id
      from partners cross join lateral ${firstOfPartner(sql, { ...reading, limit: 1 })} as own
      ${inOrder(sql, page, 'own')}
      limit ${limit}
    ) as partners
    cross join lateral ${firstOfPartner(sql, { ...reading, limit }, isInReach)} as own
    ${inOrder(sql, page, 'own')}
    limit ${limit}`
}

export function listDeliveries(
  sql: Reader,
  caller: Caller,
  { partnerId, ...filter }: DeliveryFilter,
  page: Page,
): Promise<DeliveryRecord[]> {
  const limit = page.limit + 1
  const onlyPartnerId = partnerId ?? caller.partnerId
  const reading = { filter, page, limit, maxPending: MAX_PENDING.ofOnePartner }
  return sql<DeliveryRecord[]>`
    with first as materialized (
      ${
        onlyPartnerId === null
          ? firstOfAll(sql, filter, page, limit)
          : sql`
            select own.id
            from partners cross join lateral ${firstOfPartner(sql, reading)} as own
            where partners.id = ${onlyPartnerId} and ${isVisibleTo(sql, caller)}`
      }
    )
    select ${columns(sql)}
    from first join ${sources(sql)} on e.id = first.id
    ${inOrder(sql, page, 'e')}`
}

/** Reads partner after partner: a count needs no order among them. */
export function countDeliveries(
  sql: Reader,
  caller: Caller,
  { partnerId, ...filter }: DeliveryFilter,
): Promise<RowCount> {
  const page = firstRows(DELIVERY_LIST, MAX_COUNTED + 1)
  const reading = { filter, page, limit: page.limit, maxPending: MAX_PENDING.ofOnePartner }
  return countRows(
    sql,
    sql`
      select from partners cross join lateral ${firstOfPartner(sql, reading)} as own
      where ${isVisibleTo(sql, caller)} and ${partnerId === undefined ? sql`true` : sql`partners.id = ${partnerId}`}`,
  )
}

/** By default, PostgreSQL writes times into JSON in a format other than ours. */
const jsonTime = (sql: Reader, column: 'attempted_at' | 'next_attempt_at') =>
  sql`to_char(${identifier(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** One statement, so the delivery and its attempts come from the same snapshot. */
export async function findDelivery(sql: Reader, caller: Caller, id: string): Promise<DeliveryDetail | null> {
  const [row] = await sql<DeliveryDetail[]>`
    select ${columns(sql)}, e.body::json as event,
      (
        select coalesce(
          json_agg(
            json_build_object(
              'number', number, 'attemptedAt', ${jsonTime(sql, 'attempted_at')}, 'status', status,
              'durationMs', duration_ms, 'response', response, 'error', error,
              'nextAttemptAt', ${jsonTime(sql, 'next_attempt_at')}
            )
            order by number
          ),
          '[]'
        )
        from delivery_attempts a
        where a.event_id = d.event_id
      ) as attempts
    from ${sources(sql)}
    where e.id = ${id} and ${isVisibleTo(sql, caller)}`
  return row ?? null
}

export async function lockDelivery(tx: Tx, caller: Caller, id: string): Promise<DeliveryRecord | null> {
  const [row] = await tx<DeliveryRecord[]>`
    select ${columns(tx)}
    from ${sources(tx)}
    where e.id = ${id} and ${isVisibleTo(tx, caller)}
    for update of d`
  return row ?? null
}

/** Counts up to `limit`: it runs at every scrape of the metrics and must stay cheap. */
export async function countPending(sql: Reader, limit: number): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from (select from deliveries where state = 'PENDING' limit ${limit}) as pending`
  return row.count
}

/** How long the most overdue delivery has waited. Deliveries of paused, held and disabled endpoints do not count. */
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
