import type { Reader } from '../../platform/database/db.ts'
import type { ListRequest } from '../../platform/input/paging.ts'
import type { UserKey } from '../users/user-queries.ts'
import type { RedemptionRecord, TranslatableRedemption } from './engine/write-queries.ts'

export function listRedemptionsOfUser(
  sql: Reader,
  userId: string,
  { limit, before }: ListRequest,
  withTranslations = false,
): Promise<TranslatableRedemption[]> {
  return sql<TranslatableRedemption[]>`
    ${selectRedemptions(sql, withTranslations)}
    where user_id = ${userId}
      ${before.id === null ? sql`` : sql`and (redeemed_at, id) < (${before.time}::timestamptz, ${before.id}::uuid)`}
    order by redeemed_at desc, id desc
    limit ${limit === null ? null : limit + 1}`
}

/** The redemption of an idempotency key, for as long as the key is remembered. `now` is the time of the partner. */
export async function findRedemptionByKey(
  sql: Reader,
  { userId, key, now }: { userId: string; key: string; now: Date },
  withTranslations: boolean,
): Promise<{ redemption: TranslatableRedemption; requestHash: string } | null> {
  // This takes two statements, because a redemption can be found in its month only if its id is known.
  const [remembered] = await sql<{ redemptionId: string; requestHash: string }[]>`
    select redemption_id, encode(request_hash, 'base64') as request_hash from idempotency_keys
    where (user_id, key) = (${userId}, ${key}) and redeemed_at > ${now}::timestamptz - interval '24 hours'`
  if (!remembered) return null
  const [redemption] = await sql<TranslatableRedemption[]>`
    ${selectRedemptions(sql, withTranslations)}
    where id = ${remembered.redemptionId}`
  return redemption ? { redemption, requestHash: remembered.requestHash } : null
}

/** A redemption that exists, without translations. */
export async function getRedemption(sql: Reader, id: string): Promise<RedemptionRecord> {
  const [row] = await sql<[TranslatableRedemption]>`${selectRedemptions(sql, false)} where id = ${id}`
  const { voucherTranslations: _, outletTranslations: __, ...redemption } = row
  return redemption
}

/** Whether the user has redeemed with this key in the last 24 hours. */
export async function isKeyStored(
  sql: Reader,
  { partnerId, externalUserId, key, now }: UserKey & { key: string; now: Date },
): Promise<boolean> {
  const rows = await sql`
    select from users join idempotency_keys on user_id = users.id
    where (partner_id, external_user_id, key) = (${partnerId}, ${externalUserId}, ${key})
      and anonymized_at is null and redeemed_at > ${now}::timestamptz - interval '24 hours'`
  return rows.length > 0
}

/** The `details` of `confirmation_refused`: why the counter's last confirmation of this key was refused. */
export async function findIntentRefusal(
  sql: Reader,
  userId: string,
  key: string,
): Promise<Record<string, unknown> | null> {
  const [row] = await sql<{ refusal: Record<string, unknown> | null }[]>`
    select refusal from counter_intents where (user_id, key) = (${userId}, ${key})`
  return row?.refusal ?? null
}

function selectRedemptions(sql: Reader, withTranslations: boolean) {
  const translations = withTranslations
    ? sql`
      (select nullif(translations, '{}') from vouchers
       where vouchers.id = voucher_id and title = voucher_title) as voucher_translations,
      (select nullif(translations, '{}') from outlets
       where outlets.id = outlet_id and name = outlet_name) as outlet_translations`
    : sql`null as voucher_translations, null as outlet_translations`
  return sql`
    select id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name, cycle_key, cycle_resets_at,
      status, flag_reason, method, gps_available, gps_distance_meters, code, redeemed_at, voided_at, remaining,
      ${translations}
    from redemptions`
}
