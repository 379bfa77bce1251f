import type { Reader } from '../../platform/database/db.ts'
import { firstIdAt } from '../../platform/database/ordered-id.ts'
import type { Translations } from '../languages/translate.ts'

/** The ids of redemptions that were made in a period, which is a range of the primary key. */
export async function listIdsWithin(sql: Reader, from: Date, until: Date): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from redemptions where id >= ${firstIdAt(from)} and id < ${firstIdAt(until)}`
  return rows.map(({ id }) => id)
}

export type VerifiedRecord = {
  merchantName: string
  outletName: string
  voucherTitle: string
  redeemedAt: string
  voidedAt: string | null
  /** The time zone of the merchant. */
  timezone: string
}

type Translated = Record<'merchantTranslations' | 'outletTranslations' | 'voucherTranslations', Translations>

export async function findVerified(sql: Reader, id: string): Promise<(VerifiedRecord & Translated) | null> {
  const [row] = await sql<(VerifiedRecord & Translated)[]>`
    select m.name as merchant_name, outlet_name, voucher_title, redeemed_at, voided_at, m.timezone,
      m.translations as merchant_translations,
      (select translations from vouchers where vouchers.id = voucher_id and title = voucher_title) as voucher_translations,
      (select translations from outlets where outlets.id = outlet_id and name = outlet_name) as outlet_translations
    from redemptions r join merchants m on m.id = r.merchant_id
    where r.id = ${id}`
  return row ?? null
}
