import type { Voucher } from '@counterfoil/contract/shapes/voucher.ts'
import type { Static } from 'typebox'
import type { Reader } from '../../platform/database/db.ts'
import type { ListRequest } from '../../platform/input/paging.ts'
import type { Translations } from '../languages/translate.ts'

/** A voucher as consumers see it. Category and time zone decide whether they see it and when its cycle resets. */
export type ShownVoucher = Static<typeof Voucher> & {
  merchantCategory: string
  merchantSandboxId: string | null
  timezone: string
  translations: Translations
}

export type Usage = { voucherId: string; claimedAt: string | null; used: number }

const columns = (sql: Reader) => sql`
  vouchers.id, merchant_id, title, vouchers.description, terms, image_path, value_type, code_source, claim_flow,
  favorites_only, redemption_count, cycle, global_redemption_cap, valid_from, valid_until, applicable_from,
  applicable_until, outlet_ids, published_at, status = 'PUBLISHED' and merchants.is_active as is_active,
  merchants.category as merchant_category, merchants.sandbox_id as merchant_sandbox_id, merchants.timezone, nullif(vouchers.translations, '{}') as translations`

/** Live vouchers are published and have not expired. */
export function listLiveVouchers(
  sql: Reader,
  merchantId: string,
  now: Date,
  { limit, before }: ListRequest,
): Promise<ShownVoucher[]> {
  return sql<ShownVoucher[]>`
    select ${columns(sql)}
    from vouchers join merchants on merchants.id = merchant_id
    where merchant_id = ${merchantId}
      and status = 'PUBLISHED'
      and (valid_until is null or valid_until > ${now})
      and (${before.id}::uuid is null or (published_at, vouchers.id) < (${before.time}::timestamptz, ${before.id}::uuid))
    order by published_at desc, vouchers.id desc
    limit ${limit === null ? null : limit + 1}`
}

/** Returns null for a draft too: consumers must not see vouchers that were never published. */
export async function findShownVoucher(sql: Reader, id: string): Promise<ShownVoucher | null> {
  const [row] = await sql<ShownVoucher[]>`
    select ${columns(sql)}
    from vouchers join merchants on merchants.id = merchant_id
    where vouchers.id = ${id} and published_at is not null`
  return row ?? null
}

/** What a calendar needs of a published voucher. */
export type ReminderVoucher = Pick<
  ShownVoucher,
  | 'title'
  | 'translations'
  | 'claimFlow'
  | 'validFrom'
  | 'validUntil'
  | 'applicableFrom'
  | 'applicableUntil'
  | 'timezone'
> & { merchantName: string; merchantTranslations: Translations }

export async function findReminderVoucher(sql: Reader, id: string): Promise<ReminderVoucher | null> {
  const [row] = await sql<ReminderVoucher[]>`
    select title, nullif(vouchers.translations, '{}') as translations, claim_flow, valid_from, valid_until, applicable_from,
      applicable_until, merchants.name as merchant_name, merchants.translations as merchant_translations, merchants.timezone
    from vouchers join merchants on merchants.id = merchant_id
    where vouchers.id = ${id} and status = 'PUBLISHED' and merchants.is_active`
  return row ?? null
}

/** The vouchers with these ids that were ever published, in no order. */
export function listShownVouchers(sql: Reader, ids: string[]): Promise<ShownVoucher[]> {
  return sql<ShownVoucher[]>`
    select ${columns(sql)}
    from vouchers join merchants on merchants.id = merchant_id
    where vouchers.id = any (${ids}::uuid[]) and published_at is not null`
}

/** The user's claim and uses of each voucher, in the cycle of its `cycleKey`. */
export function listUsage(
  sql: Reader,
  userId: string,
  vouchers: { voucherId: string; cycleKey: string }[],
): Promise<Usage[]> {
  return sql<Usage[]>`
    select requested.voucher_id,
      (select claimed_at from claims where user_id = ${userId} and voucher_id = requested.voucher_id) as claimed_at,
      coalesce((
        select used from user_quotas
        where user_id = ${userId} and voucher_id = requested.voucher_id and cycle_key = requested.cycle_key
      ), 0) as used
    from unnest(
      ${vouchers.map(({ voucherId }) => voucherId)}::uuid[],
      ${vouchers.map(({ cycleKey }) => cycleKey)}::text[]
    ) as requested (voucher_id, cycle_key)`
}
