import type { CALENDAR_EVENTS, CalendarEntry } from '@counterfoil/contract/admin/voucher-calendar.ts'
import type { Static } from 'typebox'
import type { Reader } from '../../platform/database/db.ts'
import {
  ascending,
  countRows,
  descending,
  inOrder,
  isAfter,
  type RowCount,
  type SortColumn,
  type SortedPage,
} from '../../platform/database/keyset.ts'
import type { Fragment } from '../../platform/database/sql.ts'
import type { SortedList } from '../../platform/input/sorted-list.ts'
import type { Caller } from '../actors/caller.ts'
import { isOfOwnMerchant } from '../actors/own-rows-queries.ts'
import { hasInTitle, stateAt } from './list-queries.ts'

export type Entry = Static<typeof CalendarEntry>
type Event = (typeof CALENDAR_EVENTS)[number]

const ID: SortColumn<Entry> = { sql: 'v.id', type: 'uuid', of: ({ id }) => id }
const MERCHANT: SortColumn<Entry> = {
  sql: 'lower(m.name)',
  type: 'lowerText',
  of: ({ merchantName }) => merchantName,
}

export const CALENDAR_LIST: SortedList<'merchantName' | '-merchantName', Entry> = {
  name: 'calendar',
  default: 'merchantName',
  sorts: { merchantName: ascending(MERCHANT, ID), '-merchantName': descending(MERCHANT, ID) },
}

export type CalendarFilter = { merchantId?: string; q?: string }
/** From the first moment to the moment after the last. */
export type Span = { from: Date; until: Date }

/** The vouchers that are public, or will be at a set time. */
function matching(sql: Reader, caller: Caller, { merchantId, q }: CalendarFilter) {
  const conditions = [
    isOfOwnMerchant(sql, 'v.merchant_id', caller),
    ...(merchantId === undefined ? [] : [sql`v.merchant_id = ${merchantId}`]),
    ...(caller.merchantIds === null && merchantId === undefined ? [sql`m.mode = 'live'`] : []),
    ...(q === undefined ? [] : [hasInTitle(sql, q)]),
  ]
  return sql`
    from vouchers v
    join merchants m on m.id = v.merchant_id
    cross join lateral (
      select coalesce(v.publish_at, v.published_at) as published,
        greatest(v.publish_at, v.valid_from, case when v.publish_at is null then v.published_at end) as runs_from,
        least(v.valid_until, v.unpublish_at) as runs_until
    ) as t
    where ${conditions.reduce((all, one) => sql`${all} and ${one}`, sql`(v.status = 'PUBLISHED' or v.publish_at is not null)`)}`
}

function happensIn(sql: Reader, event: Event, { from, until }: Span) {
  if (event === 'PUBLISHES') return sql`(t.published >= ${from} and t.published < ${until})`
  if (event === 'STARTS') return sql`(v.valid_from >= ${from} and v.valid_from < ${until})`
  if (event === 'ENDS') return sql`(v.valid_until >= ${from} and v.valid_until < ${until})`
  if (event === 'UNPUBLISHES') return sql`(v.unpublish_at >= ${from} and v.unpublish_at < ${until})`
  return sql`(
    t.runs_from < ${until} and (t.runs_until is null or (t.runs_until > ${from} and t.runs_until > t.runs_from))
  )`
}

function listed(
  sql: Reader,
  caller: Caller,
  filter: CalendarFilter & { span: Span; events: readonly Event[] },
) {
  const any = filter.events
    .map((event) => happensIn(sql, event, filter.span))
    .reduce((all, one) => sql`${all} or ${one}`)
  return sql`${matching(sql, caller, filter)} and (${any})`
}

export type ListFilter = CalendarFilter & { span: Span; events: readonly Event[]; now: Date }

export function listEntries(
  sql: Reader,
  caller: Caller,
  page: SortedPage<Entry>,
  filter: ListFilter,
): Promise<Entry[]> {
  return sql<Entry[]>`
    select v.id, v.merchant_id, m.name as merchant_name, m.timezone as merchant_timezone, v.title, v.status,
      ${stateAt(sql, filter.now)} as state, v.published_at, v.publish_at, v.valid_from, v.valid_until, v.unpublish_at,
      t.runs_from, t.runs_until
    ${listed(sql, caller, filter)} and ${isAfter(sql, page)}
    ${inOrder(sql, page)}`
}

export function countEntries(sql: Reader, caller: Caller, filter: ListFilter): Promise<RowCount> {
  return countRows(sql, sql`select ${listed(sql, caller, filter)}`)
}

export type DayCount = { event: Event; first: number; last: number; count: number }

/**
 * How many vouchers each event happens to, from the first to the last of these days. Days are numbered from 1. In every time
 * zone they begin at a quarter of an hour, so vouchers are counted by quarters first: few of those are compared with the days.
 */
export function countByDay(
  sql: Reader,
  caller: Caller,
  filter: CalendarFilter,
  { starts, until }: { starts: Date[]; until: Date },
): Promise<DayCount[]> {
  const from = starts[0] as Date
  const bounds = sql`${starts.map((start) => start.toISOString())}::timestamptz[]`
  const quarterOf = (at: Fragment) => sql`date_bin('15 minutes', ${at}, ${from}::timestamptz)`
  const quarterInMonth = (at: Fragment) =>
    sql`case when ${at} >= ${from} and ${at} < ${until} then ${quarterOf(at)} end`
  const onDays = (event: Event, at: Fragment) => sql`
    select ${event}::text as event, day as first, day as last, sum(count)::int as count
    from (select width_bucket(${at}, ${bounds}) as day, count from quarters where ${at} is not null) as days
    group by day`
  return sql<DayCount[]>`
    with quarters as materialized (
      select ${quarterInMonth(sql`t.published`)} as published, ${quarterInMonth(sql`v.valid_from`)} as starts,
        ${quarterInMonth(sql`v.valid_until`)} as ends, ${quarterInMonth(sql`v.unpublish_at`)} as unpublished,
        case when ${happensIn(sql, 'RUNS', { from, until })} then greatest(${quarterOf(sql`t.runs_from`)}, ${from}) end as runs_from,
        -- A voucher that ends at midnight does not run on the day that begins then.
        case when ${happensIn(sql, 'RUNS', { from, until })} and t.runs_until < ${until} then ${quarterOf(sql`t.runs_until - interval '1 microsecond'`)} end
          as runs_until,
        count(*) as count
      ${matching(sql, caller, filter)}
      group by 1, 2, 3, 4, 5, 6
    )
    ${onDays('PUBLISHES', sql`published`)}
    union all ${onDays('STARTS', sql`starts`)}
    union all ${onDays('ENDS', sql`ends`)}
    union all ${onDays('UNPUBLISHES', sql`unpublished`)}
    union all
    select 'RUNS', first, last, sum(count)::int
    from (
      select width_bucket(runs_from, ${bounds}) as first,
        coalesce(width_bucket(runs_until, ${bounds}), ${starts.length}) as last, count
      from quarters where runs_from is not null
    ) as runs
    group by first, last`
}
