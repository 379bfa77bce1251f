import type { TIMELINE_TYPES } from '@counterfoil/contract/admin/timeline.ts'
import type { Reader } from '../../platform/database/db.ts'
import type { ListRequest } from '../../platform/input/paging.ts'

/** `title` and `place` come from the record; `details` depends on the type. */
export type TimelineRow = {
  type: (typeof TIMELINE_TYPES)[number]
  id: string
  at: string
  title: string | null
  place: string | null
  merchantId: string | null
  voucherId: string | null
  outletId: string | null
  /** The request of a refusal; null for other types. */
  requestId: string | null
  /** The refusal's code, the delivery's state, the redemption's status, or the reason of a void. */
  state: string | null
  details: Record<string, unknown> | null
}

type User = { id: string; partnerId: string }

/** Each kind of entry is read newest first by its own index, a page of each at most; then they are merged. */
export function listTimeline(sql: Reader, user: User, page: ListRequest): Promise<TimelineRow[]> {
  return sql<TimelineRow[]>`
    select type, id, at, title, place, merchant_id, voucher_id, outlet_id, request_id, state, details
    from (
      (${claimEntries(sql, user, page)})
      union all (${favoriteEntries(sql, user, page)})
      union all (${redemptionEntries(sql, user, page)})
      union all (${voidEntries(sql, user, page)})
      union all (${refusalEntries(sql, user, page)})
      union all (${deliveryEntries(sql, user, page)})
    ) as entries (type, id, at, title, place, merchant_id, voucher_id, outlet_id, request_id, state, details)
    order by at desc, id desc
    limit ${sizeOf(page)}`
}

const sizeOf = ({ limit }: ListRequest) => (limit === null ? null : limit + 1)

/** Selects the rows after the start of the page. Callers pass fixed column names. */
function isBefore(sql: Reader, time: string, id: string, { before }: ListRequest) {
  if (before.id === null) return sql`true`
  return sql`(${sql.unsafe(time)}, ${sql.unsafe(id)}) < (${before.time}::timestamptz, ${before.id}::uuid)`
}

const claimEntries = (sql: Reader, user: User, page: ListRequest) => sql`
  select 'claim', claims.id, claimed_at, vouchers.title, null, vouchers.merchant_id, voucher_id, null::uuid,
    null::uuid, null, null::jsonb
  from claims join vouchers on vouchers.id = voucher_id
  where user_id = ${user.id} and ${isBefore(sql, 'claimed_at', 'claims.id', page)}
  order by claimed_at desc, claims.id desc
  limit ${sizeOf(page)}`

const favoriteEntries = (sql: Reader, user: User, page: ListRequest) => sql`
  select 'favorite', merchant_id, favorites.created_at, merchants.name, null, merchant_id, null, null, null, null,
    null
  from favorites join merchants on merchants.id = merchant_id
  where user_id = ${user.id} and ${isBefore(sql, 'favorites.created_at', 'merchant_id', page)}
  order by favorites.created_at desc, merchant_id desc
  limit ${sizeOf(page)}`

const redemptionEntries = (sql: Reader, user: User, page: ListRequest) => sql`
  select 'redemption', id, redeemed_at, voucher_title, outlet_name, merchant_id, voucher_id, outlet_id, null,
    status, null
  from redemptions
  where user_id = ${user.id} and ${isBefore(sql, 'redeemed_at', 'id', page)}
  order by redeemed_at desc, id desc
  limit ${sizeOf(page)}`

/** Reads all redemptions of the user: voids are not indexed by user, and a user has few redemptions. */
const voidEntries = (sql: Reader, user: User, page: ListRequest) => sql`
  select 'void', id, voided_at, voucher_title, outlet_name, merchant_id, voucher_id, outlet_id, null,
    void_reason, null
  from redemptions
  where user_id = ${user.id} and voided_at is not null and ${isBefore(sql, 'voided_at', 'id', page)}
  order by voided_at desc, id desc
  limit ${sizeOf(page)}`

const refusalEntries = (sql: Reader, user: User, page: ListRequest) => sql`
  select 'refusal', refusals.id, at, vouchers.title, outlets.name, refusals.merchant_id, voucher_id, outlet_id,
    request_id, code, details
  from refusals
  left join vouchers on vouchers.id = voucher_id
  left join outlets on outlets.id = outlet_id
  where user_id = ${user.id} and ${isBefore(sql, 'at', 'refusals.id', page)}
  order by at desc, refusals.id desc
  limit ${sizeOf(page)}`

/**
 * Events are not indexed by user. An event of a claim, redemption or void has the same partner and exactly the same time
 * as its cause, so it is found by these. `offset 0` makes PostgreSQL look up the events of one time after the other.
 */
function deliveryEntries(sql: Reader, user: User, page: ListRequest) {
  const { before } = page
  const noLater = (column: string) =>
    before.time === null ? sql`true` : sql`${sql.unsafe(column)} <= ${before.time}::timestamptz`
  return sql`
    select 'delivery', e.id, e.created_at, e.type, null, null, null, null, null, d.state, null
    from (
      select own.* from (
        (select distinct claimed_at as at from claims
          where user_id = ${user.id} and ${noLater('claimed_at')} order by at desc limit ${sizeOf(page)})
        union
        (select distinct redeemed_at as at from redemptions
          where user_id = ${user.id} and ${noLater('redeemed_at')} order by at desc limit ${sizeOf(page)})
        union
        (select distinct voided_at as at from redemptions
          where user_id = ${user.id} and voided_at is not null and ${noLater('voided_at')}
          order by at desc limit ${sizeOf(page)})
      ) as causes
      cross join lateral (
        select id, created_at, type from events
        where partner_id = ${user.partnerId} and created_at = causes.at and user_id = ${user.id}
          and type <> 'VOUCHER_PUBLISHED'
        offset 0
      ) as own
      union all
      (select id, created_at, type from events
        where user_id = ${user.id} and type = 'VOUCHER_PUBLISHED' and ${noLater('created_at')}
        order by created_at desc limit ${sizeOf(page)})
    ) as e
    join deliveries d on d.event_id = e.id
    where ${isBefore(sql, 'e.created_at', 'e.id', page)}
    order by e.created_at desc, e.id desc
    limit ${sizeOf(page)}`
}
