import type { Reader } from '../../platform/database/db.ts'

/**
 * Whether a redemption `r` is of a statement month. The times are those of the month in all time zones, from UTC+14 to
 * UTC-12, because redemptions are indexed by time.
 */
export const isInStatementMonth = (sql: Reader, month: string) => sql`
  r.redeemed_at >= ((${month} || '-01')::timestamp - interval '14 hours') at time zone 'UTC'
  and r.redeemed_at < ((${month} || '-01')::timestamp + interval '1 month 12 hours') at time zone 'UTC'
  and r.statement_month = ${month}`

export type Parties = { merchantId?: string; partnerId?: string }

/** Whether a row `r` is of the merchant and the partner of a filter. */
export const isOfParties = (sql: Reader, { merchantId, partnerId }: Parties) => sql`
  ${merchantId === undefined ? sql`true` : sql`r.merchant_id = ${merchantId}`}
  and ${partnerId === undefined ? sql`true` : sql`r.partner_id = ${partnerId}`}`
