import type { RECORDED_SURFACES, REQUEST_SORTS } from '@counterfoil/contract/admin/requests.ts'
import type { Reason } from '@counterfoil/contract/words/reason.ts'
import { columnsOf } from '../../platform/database/array-literal.ts'
import type { Db, Reader, Tx } from '../../platform/database/db.ts'
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
import type { PartitionStep } from '../../platform/database/partition-steps.ts'
import { firstRows, type SortedList } from '../../platform/input/sorted-list.ts'
import type { Caller } from '../actors/caller.ts'
import { isNewSinceDeployment } from './deployment-queries.ts'

export type RequestToWrite = {
  requestId: string
  at: string
  partnerId: string | null
  isAuthentic: boolean
  surface: (typeof RECORDED_SURFACES)[number]
  method: string
  route: string
  status: number
  code: string | null
  durationMs: number
  externalUserId: string | null
  reason: string | null
  /** The reason as data, in JSON. */
  facts: string | null
  traceId: string | null
}

/**
 * Can be repeated after a lost response. At most `maxForgeries` requests a minute that are not authentic are written per
 * partner, by all nodes together: the lock makes nodes count one after the other.
 */
export async function insertRequests(
  tx: Tx,
  requests: RequestToWrite[],
  maxForgeries: number,
): Promise<void> {
  const each = columnsOf(requests)
  // If the database crashes, the latest records may be lost. So the write does not wait for the disk.
  await tx`select set_config('synchronous_commit', 'off', true)`
  if (requests.some(({ isAuthentic }) => !isAuthentic))
    await tx`select pg_advisory_xact_lock(hashtext('counterfoil request log'))`
  await tx`
    with incoming as materialized (
      select t.*, date_trunc('minute', at) as minute,
        row_number() over (partition by partner_id, is_authentic, date_trunc('minute', at) order by at, request_id) as place
      from unnest(
        ${each(({ at }) => at)}::timestamptz[],
        ${each(({ requestId }) => requestId)}::uuid[],
        ${each(({ partnerId }) => partnerId)}::uuid[],
        ${each(({ isAuthentic }) => isAuthentic)}::boolean[],
        ${each(({ surface }) => surface)}::text[],
        ${each(({ method }) => method)}::text[],
        ${each(({ route }) => route)}::text[],
        ${each(({ status }) => status)}::smallint[],
        ${each(({ code }) => code)}::text[],
        ${each(({ durationMs }) => durationMs)}::real[],
        ${each(({ externalUserId }) => externalUserId)}::text[],
        ${each(({ reason }) => reason)}::text[],
        ${each(({ facts }) => facts)}::jsonb[],
        ${each(({ traceId }) => traceId)}::text[]
      ) as t (at, request_id, partner_id, is_authentic, surface, method, route, status, code, duration_ms,
        external_user_id, reason, facts, trace_id)
    ),
    written as materialized (
      select partner_id, date_trunc('minute', at) as minute, count(*) as count
      from request_log
      where not is_authentic and at >= (select min(minute) from incoming where not is_authentic)
      group by 1, 2
    )
    insert into request_log (at, request_id, partner_id, is_authentic, surface, method, route, status, code,
      duration_ms, external_user_id, reason, facts, trace_id)
    select at, request_id, incoming.partner_id, is_authentic, surface, method, route, status, code, duration_ms,
      external_user_id, reason, facts, trace_id
    from incoming
    left join written
      on written.partner_id is not distinct from incoming.partner_id and written.minute = incoming.minute
    where is_authentic or place + coalesce(written.count, 0) <= ${maxForgeries}
    on conflict do nothing`
}

export type PinRefusal = {
  requestId: string
  partnerId: string
  externalUserId: string
  outletId: string
  /** The time of the partner's clock. */
  at: string
}

/** The number of wrong PINs that the user had sent at the outlet within 24 hours, including this one. */
export async function countWrongPins(sql: Reader, refusals: PinRefusal[]): Promise<Map<string, number>> {
  const each = columnsOf(refusals)
  const rows = await sql<{ requestId: string; count: number }[]>`
    select t.request_id, count(f.id)
    from unnest(
      ${each(({ requestId }) => requestId)}::uuid[],
      ${each(({ partnerId }) => partnerId)}::uuid[],
      ${each(({ externalUserId }) => externalUserId)}::text[],
      ${each(({ outletId }) => outletId)}::uuid[],
      ${each(({ at }) => at)}::timestamptz[]
    ) as t (request_id, partner_id, external_user_id, outlet_id, at)
    join users on (users.partner_id, users.external_user_id) = (t.partner_id, t.external_user_id)
    join pin_failures f on f.outlet_id = t.outlet_id and f.user_id = users.id
      and f.at <= t.at and f.at > t.at - interval '24 hours'
    group by t.request_id`
  return new Map(rows.map(({ requestId, count }) => [requestId, count]))
}

/** Makes one change: creates the partition of a future day, or drops one that is past its retention. */
export async function maintainRequestPartitions(
  db: Db,
  now: Date,
  retentionDays: number,
): Promise<PartitionStep> {
  const [row] = await db<[{ step: PartitionStep }]>`
    select keep_partitions('request_log', 'day', ${now}, 2, make_interval(hours => ${24 * retentionDays})) as step`
  return row.step
}

export type RequestFilter = {
  partnerId?: string
  requestId?: string
  /** A status such as `401`, or a class such as `4xx`. */
  status?: string
  code?: string
  route?: string
  externalUserId?: string
  from?: string
  to?: string
  newSinceDeployment?: boolean
}

/** Contains only the requested filters, so that PostgreSQL plans each combination separately. */
function matchesFilter(sql: Reader, caller: Caller, filter: RequestFilter) {
  const { partnerId, requestId, status, code, route, externalUserId, from, to, newSinceDeployment } = filter
  const conditions = [
    // A partner also sees the requests of its test twin.
    caller.partnerId === null
      ? sql`true`
      : sql`partner_id in (select id from partners where ${caller.partnerId} in (id, twin_of))`,
    ...(partnerId === undefined ? [] : [sql`partner_id = ${partnerId}`]),
    ...(requestId === undefined ? [] : [sql`request_id = ${requestId}`]),
    ...(status === undefined
      ? []
      : [
          sql`status between ${Number(status.replace('xx', '00'))} and ${Number(status.replace('xx', '99'))}`,
        ]),
    ...(code === undefined ? [] : [sql`code = ${code}`]),
    ...(route === undefined ? [] : [sql`route = ${route}`]),
    ...(externalUserId === undefined ? [] : [sql`external_user_id = ${externalUserId}`]),
    ...(from === undefined ? [] : [sql`at >= ${from}`]),
    ...(to === undefined ? [] : [sql`at < ${to}`]),
    ...(newSinceDeployment ? [isNewSinceDeployment(sql)] : []),
  ]
  return conditions.reduce((all, one) => sql`${all} and ${one}`)
}

export type RequestRow = Omit<RequestToWrite, 'requestId' | 'isAuthentic' | 'facts'> & {
  id: string
  facts: Reason[] | null
  partnerName: string | null
}

const TIME: SortColumn<RequestRow> = { sql: 'at', type: 'time', of: ({ at }) => at }
const ID: SortColumn<RequestRow> = { sql: 'request_id', type: 'uuid', of: ({ id }) => id }

export const REQUEST_LIST: SortedList<(typeof REQUEST_SORTS)[number], RequestRow> = {
  name: 'requests',
  default: '-at',
  sorts: { '-at': descending(TIME, ID), at: ascending(TIME, ID) },
}

export function listRequests(
  sql: Reader,
  caller: Caller,
  filter: RequestFilter,
  page: SortedPage<RequestRow>,
): Promise<RequestRow[]> {
  return sql<RequestRow[]>`
    select request_id as id, at, partner_id, (select name from partners where id = partner_id) as partner_name,
      surface, method, route, status, code, duration_ms, external_user_id, reason, facts,
      trace_id
    from request_log
    where ${matchesFilter(sql, caller, filter)} and ${isAfter(sql, page)}
    ${inOrder(sql, page)}`
}

export function countRequests(sql: Reader, caller: Caller, filter: RequestFilter): Promise<RowCount> {
  return countRows(sql, sql`select from request_log where ${matchesFilter(sql, caller, filter)}`)
}

export async function findRequest(
  sql: Reader,
  caller: Caller,
  requestId: string,
): Promise<RequestRow | null> {
  const [row] = await listRequests(sql, caller, { requestId }, firstRows(REQUEST_LIST, 1))
  return row ?? null
}
