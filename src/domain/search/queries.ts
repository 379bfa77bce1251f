import type { DELIVERY_STATES } from '@counterfoil/contract/admin/deliveries.ts'
import type { VOUCHER_STATUSES } from '@counterfoil/contract/admin/vouchers.ts'
import type { Reader } from '../../platform/database/db.ts'
import type { Caller } from '../actors/caller.ts'
import { hideFields } from '../actors/hide-fields.ts'
import { isAnyOf, isOfOwnMerchant } from '../actors/own-rows-queries.ts'

export type FoundMerchant = { id: string; name: string; slug: string }
export type FoundVoucher = {
  id: string
  title: string
  status: (typeof VOUCHER_STATUSES)[number]
  merchantId: string
  merchantName: string
}
export type FoundRedemption = {
  id: string
  voucherTitle: string
  outletName: string
  externalUserId: string | null
  code: string | null
  merchantId: string
  partnerId: string
  partnerName: string
  userId: string
}
export type FoundDelivery = {
  id: string
  type: string
  state: (typeof DELIVERY_STATES)[number]
  partnerId: string
  partnerName: string
  userId: string
}

const isOfOwnPartner = (sql: Reader, column: 'partner_id' | 'partners.id', { partnerId }: Caller) =>
  isAnyOf(sql, column, partnerId === null ? null : [partnerId])

/** The search input: an id, or a text as typed and as a pattern. */
export type Sought = { id: string | null; q: string; pattern: string }

const MIN_INDEXED_BYTES = 3

/** An index finds text of three bytes or more. For shorter text, every row is searched. */
const isIndexed = (sql: Reader, searched: 'plain_title(title)' | "lower(slug || ' ' || name)", q: string) =>
  Buffer.byteLength(q) < MIN_INDEXED_BYTES
    ? sql`true`
    : sql`byte_grams(${sql.unsafe(searched)}) @> byte_grams(lower(${q}::text))`

export function searchMerchants(
  sql: Reader,
  caller: Caller,
  { id, q, pattern }: Sought,
  limit: number,
): Promise<FoundMerchant[]> {
  return sql<FoundMerchant[]>`
    select id, name, slug from merchants
    where ${isOfOwnMerchant(sql, 'id', caller)}
      and ${
        id === null
          ? sql`${isIndexed(sql, "lower(slug || ' ' || name)", q)} and slug || ' ' || name ilike ${pattern}`
          : sql`id = ${id}`
      }
    order by id desc
    limit ${limit}`
}

/** Titles are searched without their markup. */
export function searchVouchers(
  sql: Reader,
  caller: Caller,
  { id, q, pattern }: Sought,
  limit: number,
): Promise<FoundVoucher[]> {
  const isFound =
    id === null
      ? sql`${isIndexed(sql, 'plain_title(title)', q)} and plain_title(title) ilike ${pattern}`
      : sql`id = ${id}`
  return sql<FoundVoucher[]>`
    select id, title, status, merchant_id,
      (select name from merchants where merchants.id = vouchers.merchant_id) as merchant_name
    from vouchers
    where ${isOfOwnMerchant(sql, 'merchant_id', caller)} and ${isFound}
    order by id desc
    limit ${limit}`
}

/** Finds redemptions by id, or by one of the codes. */
export async function searchRedemptions(
  sql: Reader,
  caller: Caller,
  { id, codes }: { id: string | null; codes: string[] },
  limit: number,
): Promise<FoundRedemption[]> {
  const rows = await sql<FoundRedemption[]>`
    select id, voucher_title, outlet_name,
      (select external_user_id from users where users.id = redemptions.user_id) as external_user_id,
      code, merchant_id, partner_id, (select name from partners where partners.id = partner_id) as partner_name, user_id
    from redemptions
    where ${id === null ? sql`code is not null and code = any (${codes}::text[])` : sql`id = ${id}`}
      and ${isOfOwnMerchant(sql, 'merchant_id', caller)} and ${isOfOwnPartner(sql, 'partner_id', caller)}
    order by id desc
    limit ${limit}`
  return rows.map((row) => hideFields(caller, row))
}

export function searchDeliveries(sql: Reader, caller: Caller, eventId: string): Promise<FoundDelivery[]> {
  return sql<FoundDelivery[]>`
    select e.id, e.type, d.state, e.partner_id, partners.name as partner_name, e.user_id
    from events e
    join deliveries d on d.event_id = e.id
    join partners on partners.id = e.partner_id
    where e.id = ${eventId} and ${isOfOwnPartner(sql, 'partners.id', caller)}`
}

export async function listPartnerNames(sql: Reader, ids: string[]): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; name: string }[]>`
    select id, name from partners where id = any (${ids}::uuid[])`
  return new Map(rows.map(({ id, name }) => [id, name]))
}
