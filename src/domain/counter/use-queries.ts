import type { CounterRedemption } from '@counterfoil/contract/counter/counter.ts'
import type { RedemptionMethod } from '@counterfoil/contract/shapes/redemption.ts'
import type { Static } from 'typebox'
import type { Reader } from '../../platform/database/db.ts'
import type { Translations } from '../languages/translate.ts'

/** The stored part. The texts have translations while the voucher and the outlet have these texts. */
export type CounterRedemptionRecord = Omit<Static<typeof CounterRedemption>, 'verifyCode'> & {
  voucherTranslations: Translations
  outletTranslations: Translations
}

/** The redemption of an intent. */
export type Use = { redemptionId: string; method: RedemptionMethod; deviceId: string | null }

/** `now` is the time of the partner, by which a key is remembered for 24 hours. */
export async function findUse(
  sql: Reader,
  { userId, key, now }: { userId: string; key: string; now: Date },
): Promise<Use | null> {
  // This takes two statements, because a redemption can be found in its month only if its id is known.
  const [remembered] = await sql<{ redemptionId: string }[]>`
    select redemption_id from idempotency_keys
    where (user_id, key) = (${userId}, ${key}) and redeemed_at > ${now}::timestamptz - interval '24 hours'`
  if (!remembered) return null
  const [row] = await sql<Use[]>`
    select id as redemption_id, method, device_id from redemptions where id = ${remembered.redemptionId}`
  return row ?? null
}

/** What a device sees of a redemption: no person, no partner, no position. */
const columns = (sql: Reader) => sql`
  id, voucher_title, outlet_name, code, redeemed_at, voided_at,
  (select translations from vouchers where vouchers.id = voucher_id and title = voucher_title) as voucher_translations,
  (select translations from outlets where outlets.id = outlet_id and name = outlet_name) as outlet_translations`

export async function findCounterRedemption(
  sql: Reader,
  id: string,
): Promise<CounterRedemptionRecord | null> {
  const [row] = await sql<CounterRedemptionRecord[]>`select ${columns(sql)} from redemptions where id = ${id}`
  return row ?? null
}

/** The last redemptions of a device, newest first. */
export async function listRedemptionsOfDevice(
  sql: Reader,
  deviceId: string,
): Promise<CounterRedemptionRecord[]> {
  const [row] = await sql<{ redemptionIds: string[] }[]>`
    select redemption_ids from counter_devices where id = ${deviceId}`
  return sql<CounterRedemptionRecord[]>`
    select ${columns(sql)} from redemptions where id = any (${row?.redemptionIds ?? []}::uuid[]) order by id desc`
}

export type VoucherText = { title: string; terms: string | null; translations: Translations } & Pick<
  CounterRedemptionRecord,
  'outletName' | 'outletTranslations'
>

export async function getVoucherText(
  sql: Reader,
  { voucherId, outletId }: { voucherId: string; outletId: string },
): Promise<VoucherText> {
  const [row] = await sql<[VoucherText]>`
    select v.title, v.terms, v.translations, o.name as outlet_name, o.translations as outlet_translations
    from vouchers v, outlets o
    where v.id = ${voucherId} and o.id = ${outletId}`
  return row
}
