import type { Reader } from '../../platform/database/db.ts'
import type { Caller } from '../actors/caller.ts'
import { isOfOwnMerchant } from '../actors/own-rows-queries.ts'

/** The rows `r` (redemptions or refusals) of the vouchers of a merchant's person, or of a partner's own users. */
export const isVisibleTo = (sql: Reader, caller: Caller) => sql`
  ${isOfOwnMerchant(sql, 'r.merchant_id', caller)}
  and ${caller.partnerId === null ? sql`true` : sql`r.partner_id = ${caller.partnerId}`}`

/** The rows `r` of merchants that are in the category today. */
export const isOfCategory = (sql: Reader, category: string) =>
  sql`r.merchant_id in (select id from merchants where merchants.category = ${category})`

/** Test partners are listed only if the caller or an id of the filter is about them, as in the stats. */
export const isCounted = (sql: Reader, { merchantIds, partnerId }: Caller, ids: (string | undefined)[]) =>
  [merchantIds?.[0], partnerId ?? undefined, ...ids].some((id) => id !== undefined)
    ? sql`true`
    : sql`r.partner_id <> all (array(select id from partners where mode = 'test'))`
