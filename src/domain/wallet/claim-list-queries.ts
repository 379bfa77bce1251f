import type { AdminClaim, CLAIM_SORTS } from '@counterfoil/contract/admin/claims.ts'
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
import type { SortedList } from '../../platform/input/sorted-list.ts'
import type { Caller } from '../actors/caller.ts'
import { hideFields } from '../actors/hide-fields.ts'
import { isCounted, isOfCategory, isVisibleTo } from '../partners/visible-rows-queries.ts'

export type AdminClaimRecord = Static<typeof AdminClaim>

export type ClaimFilter = {
  partnerId?: string
  merchantId?: string
  category?: string
  voucherId?: string
  userId?: string
  from?: string
  to?: string
}

/** Contains only the requested filters, so that PostgreSQL plans each combination separately. */
function matchesFilter(sql: Reader, caller: Caller, filter: ClaimFilter) {
  const { partnerId, merchantId, category, voucherId, userId, from, to } = filter
  const conditions = [
    isVisibleTo(sql, caller),
    isCounted(sql, caller, [partnerId, merchantId, voucherId, userId]),
    ...(partnerId === undefined ? [] : [sql`r.partner_id = ${partnerId}`]),
    ...(merchantId === undefined ? [] : [sql`r.merchant_id = ${merchantId}`]),
    ...(category === undefined ? [] : [isOfCategory(sql, category)]),
    ...(voucherId === undefined ? [] : [sql`r.voucher_id = ${voucherId}`]),
    ...(userId === undefined ? [] : [sql`r.user_id = ${userId}`]),
    ...(from === undefined ? [] : [sql`r.claimed_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`r.claimed_at < ${to}`]),
  ]
  return conditions.reduce((all, one) => sql`${all} and ${one}`)
}

const TIME: SortColumn<AdminClaimRecord> = {
  sql: 'r.claimed_at',
  type: 'time',
  of: ({ claimedAt }) => claimedAt,
}
const ID: SortColumn<AdminClaimRecord> = { sql: 'r.id', type: 'uuid', of: ({ id }) => id }

export const CLAIM_LIST: SortedList<(typeof CLAIM_SORTS)[number], AdminClaimRecord> = {
  name: 'claims',
  default: '-claimedAt',
  sorts: { '-claimedAt': descending(TIME, ID), claimedAt: ascending(TIME, ID) },
}

const matching = (sql: Reader, caller: Caller, filter: ClaimFilter) => sql`
  from (
    select claims.id, user_id, voucher_id, claimed_at, title as voucher_title, merchant_id, partner_id, external_user_id
    from claims join users on users.id = user_id join vouchers on vouchers.id = voucher_id
  ) as r
  where ${matchesFilter(sql, caller, filter)}`

/** Titles are the current ones. */
export const selectClaims = (
  sql: Reader,
  caller: Caller,
  filter: ClaimFilter,
  page: SortedPage<AdminClaimRecord>,
) => sql<AdminClaimRecord[]>`
  select * ${matching(sql, caller, filter)} and ${isAfter(sql, page)} ${inOrder(sql, page)}`

export async function listAllClaims(
  ...[sql, caller, filter, page]: Parameters<typeof selectClaims>
): Promise<AdminClaimRecord[]> {
  const rows = await selectClaims(sql, caller, filter, page)
  return rows.map((row) => hideFields(caller, row))
}

export function countAllClaims(sql: Reader, caller: Caller, filter: ClaimFilter): Promise<RowCount> {
  return countRows(sql, sql`select ${matching(sql, caller, filter)}`)
}
