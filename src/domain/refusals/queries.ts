import type { REFUSAL_SORTS } from '@counterfoil/contract/admin/refusals.ts'
import type { RedemptionRefusal } from '@counterfoil/contract/errors.ts'
import { columnsOf } from '../../platform/database/array-literal.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { deletionBefore } from '../../platform/database/deletion-before.ts'
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
import type { Position } from '../../platform/geo.ts'
import { firstRows, type SortedList } from '../../platform/input/sorted-list.ts'
import type { Caller } from '../actors/caller.ts'
import { hideFields } from '../actors/hide-fields.ts'
import { isCounted, isOfCategory, isVisibleTo } from '../partners/visible-rows-queries.ts'

export type RefusalToWrite = {
  id: string
  requestId: string
  at: string
  partnerId: string
  externalUserId: string
  voucherId: string
  outletId: string
  code: RedemptionRefusal
  distanceMeters: number | null
  details: Record<string, unknown> | null
}

/**
 * Can be repeated after a lost response. The request names its user by the external id; the database id is looked up here.
 */
export async function insertRefusals(tx: Tx, refusals: RefusalToWrite[]): Promise<void> {
  const each = columnsOf(refusals)
  // If the database crashes, the latest refusals may be lost. So the write does not wait for the disk.
  await tx`select set_config('synchronous_commit', 'off', true)`
  await tx`
    insert into refusals (id, request_id, at, partner_id, user_id, voucher_id, outlet_id, merchant_id, code,
      distance_meters, details)
    select t.id, t.request_id, t.at, t.partner_id, users.id, t.voucher_id, t.outlet_id, vouchers.merchant_id, t.code,
      t.distance_meters, t.details
    from unnest(
      ${each(({ id }) => id)}::uuid[],
      ${each(({ requestId }) => requestId)}::uuid[],
      ${each(({ at }) => at)}::timestamptz[],
      ${each(({ partnerId }) => partnerId)}::uuid[],
      ${each(({ externalUserId }) => externalUserId)}::text[],
      ${each(({ voucherId }) => voucherId)}::uuid[],
      ${each(({ outletId }) => outletId)}::uuid[],
      ${each(({ code }) => code)}::text[],
      ${each(({ distanceMeters }) => distanceMeters)}::float8[],
      ${each(({ details }) => details && JSON.stringify(details))}::jsonb[]
    ) as t (id, request_id, at, partner_id, external_user_id, voucher_id, outlet_id, code, distance_meters, details)
    join users on (users.partner_id, users.external_user_id) = (t.partner_id, t.external_user_id)
    left join vouchers on vouchers.id = t.voucher_id and t.code <> 'voucher_not_found'
    on conflict do nothing`
}

/** Outlets without a position are left out. */
export async function findOutletPositions(sql: Reader, ids: string[]): Promise<Map<string, Position>> {
  const rows = await sql<({ id: string } & Position)[]>`
    select id, latitude, longitude from outlets where id = any (${ids}::uuid[]) and latitude is not null`
  return new Map(rows.map(({ id, ...position }) => [id, position]))
}

export const deleteRefusalsBefore = deletionBefore('refusals', 'at')

export type RefusalFilter = {
  requestId?: string
  partnerId?: string
  merchantId?: string
  category?: string
  outletId?: string
  voucherId?: string
  userId?: string
  code?: RedemptionRefusal
  from?: string
  to?: string
}

export type RefusalRow = {
  id: string
  requestId: string
  at: string
  partnerId: string
  userId: string
  externalUserId: string | null
  voucherId: string
  voucherTitle: string | null
  outletId: string
  outletName: string | null
  merchantId: string | null
  code: RedemptionRefusal
  distanceMeters: number | null
  details: Record<string, unknown> | null
}

/** Contains only the requested filters, so that PostgreSQL plans each combination separately. */
function matchesFilter(sql: Reader, caller: Caller, filter: RefusalFilter) {
  const { requestId, partnerId, merchantId, category, outletId, voucherId, userId, code, from, to } = filter
  const conditions = [
    isVisibleTo(sql, caller),
    isCounted(sql, caller, [requestId, partnerId, merchantId, outletId, voucherId, userId]),
    ...(requestId === undefined ? [] : [sql`r.request_id = ${requestId}`]),
    ...(partnerId === undefined ? [] : [sql`r.partner_id = ${partnerId}`]),
    ...(merchantId === undefined ? [] : [sql`r.merchant_id = ${merchantId}`]),
    ...(category === undefined ? [] : [isOfCategory(sql, category)]),
    ...(outletId === undefined ? [] : [sql`r.outlet_id = ${outletId}`]),
    ...(voucherId === undefined ? [] : [sql`r.voucher_id = ${voucherId}`]),
    ...(userId === undefined ? [] : [sql`r.user_id = ${userId}`]),
    ...(code === undefined ? [] : [sql`r.code = ${code}`]),
    ...(from === undefined ? [] : [sql`r.at >= ${from}`]),
    ...(to === undefined ? [] : [sql`r.at < ${to}`]),
  ]
  return conditions.reduce((all, one) => sql`${all} and ${one}`)
}

const TIME: SortColumn<RefusalRow> = { sql: 'r.at', type: 'time', of: ({ at }) => at }
const ID: SortColumn<RefusalRow> = { sql: 'r.id', type: 'uuid', of: ({ id }) => id }

export const REFUSAL_LIST: SortedList<(typeof REFUSAL_SORTS)[number], RefusalRow> = {
  name: 'refusals',
  default: '-at',
  sorts: { '-at': descending(TIME, ID), at: ascending(TIME, ID) },
}

/** Titles and names are the current ones. */
export async function listRefusals(
  sql: Reader,
  caller: Caller,
  filter: RefusalFilter,
  page: SortedPage<RefusalRow>,
): Promise<RefusalRow[]> {
  const rows = await sql<RefusalRow[]>`
    select r.id, r.request_id, r.at, r.partner_id, r.user_id, users.external_user_id, r.voucher_id,
      vouchers.title as voucher_title, r.outlet_id, outlets.name as outlet_name, r.merchant_id, r.code,
      r.distance_meters, r.details
    from refusals r
    join users on users.id = r.user_id
    left join vouchers on vouchers.id = r.voucher_id
    left join outlets on outlets.id = r.outlet_id
    where ${matchesFilter(sql, caller, filter)} and ${isAfter(sql, page)}
    ${inOrder(sql, page)}`
  return rows.map((row) => hideFields(caller, row))
}

export function countRefusals(sql: Reader, caller: Caller, filter: RefusalFilter): Promise<RowCount> {
  return countRows(sql, sql`select from refusals r where ${matchesFilter(sql, caller, filter)}`)
}

export async function findRefusalOfRequest(
  sql: Reader,
  caller: Caller,
  requestId: string,
): Promise<RefusalRow | null> {
  const [row] = await listRefusals(sql, caller, { requestId }, firstRows(REFUSAL_LIST, 1))
  return row ?? null
}
