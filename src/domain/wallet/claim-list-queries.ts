import type { AdminClaim } from '@counterfoil/contract/admin/claims.ts'
import type { Static } from 'typebox'
import type { Reader } from '../../platform/database/db.ts'
import type { ListRequest } from '../../platform/input/paging.ts'
import type { Caller } from '../actors/caller.ts'
import { isCounted, isVisibleTo } from '../partners/visible-rows-queries.ts'

export type AdminClaimRecord = Static<typeof AdminClaim>

export type ClaimFilter = {
  partnerId?: string
  merchantId?: string
  voucherId?: string
  userId?: string
  from?: string
  to?: string
}

/** Contains only the requested filters, so that PostgreSQL plans each combination separately. */
function matchesFilter(sql: Reader, caller: Caller, filter: ClaimFilter) {
  const { partnerId, merchantId, voucherId, userId, from, to } = filter
  const conditions = [
    isVisibleTo(sql, caller),
    isCounted(sql, caller, [partnerId, merchantId, voucherId, userId]),
    ...(partnerId === undefined ? [] : [sql`r.partner_id = ${partnerId}`]),
    ...(merchantId === undefined ? [] : [sql`r.merchant_id = ${merchantId}`]),
    ...(voucherId === undefined ? [] : [sql`r.voucher_id = ${voucherId}`]),
    ...(userId === undefined ? [] : [sql`r.user_id = ${userId}`]),
    ...(from === undefined ? [] : [sql`r.claimed_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`r.claimed_at < ${to}`]),
  ]
  return conditions.reduce((all, one) => sql`${all} and ${one}`)
}

/** Lists the newest claims first; those of the same time are ordered by id. Titles are the current ones. */
export function listAllClaims(
  sql: Reader,
  caller: Caller,
  filter: ClaimFilter,
  { limit, before }: ListRequest,
): Promise<AdminClaimRecord[]> {
  return sql<AdminClaimRecord[]>`
    select *
    from (
      select claims.id, user_id, voucher_id, claimed_at, title as voucher_title, merchant_id, partner_id, external_user_id
      from claims join users on users.id = user_id join vouchers on vouchers.id = voucher_id
    ) as r
    where ${matchesFilter(sql, caller, filter)}
      ${before.id === null ? sql`` : sql`and (r.claimed_at, r.id) < (${before.time}::timestamptz, ${before.id}::uuid)`}
    order by r.claimed_at desc, r.id desc
    limit ${limit === null ? null : limit + 1}`
}
