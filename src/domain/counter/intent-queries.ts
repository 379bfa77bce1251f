import type { Reader, Tx } from '../../platform/database/db.ts'
import { deletionBefore } from '../../platform/database/deletion-before.ts'

// All times here are the real time of the database, in a sandbox too: neither the phone's clock nor a moved clock matters.

/** What a user wants to redeem by code. */
export type IntentToStore = {
  id: string
  userId: string
  partnerId: string
  voucherId: string
  outletId: string
  key: string
  /** Base64. */
  requestHash: string
  consumerLat: number | null
  consumerLng: number | null
  gpsAccuracyMeters: number | null
}

/**
 * Stores an intent, or the next code of the user's intent with the same key. Locks the row. Another key closes the last
 * intent. Returns null if the user's intent has this key for another voucher or outlet.
 */
export async function upsertIntent(
  tx: Tx,
  intent: IntentToStore,
): Promise<{ id: string; number: number } | null> {
  const { id, userId, partnerId, voucherId, outletId, key, requestHash } = intent
  const [row] = await tx<{ id: string; number: number }[]>`
    insert into counter_intents as known (
      id, user_id, partner_id, voucher_id, outlet_id, key, request_hash, consumer_lat, consumer_lng, gps_accuracy_meters,
      codes_issued, issued_at
    )
    values (
      ${id}, ${userId}, ${partnerId}, ${voucherId}, ${outletId}, ${key}, decode(${requestHash}, 'base64'),
      ${intent.consumerLat}, ${intent.consumerLng}, ${intent.gpsAccuracyMeters}, 1, clock_timestamp()
    )
    on conflict (user_id) do update set
      id = case when known.key = excluded.key then known.id else excluded.id end,
      codes_issued = case when known.key = excluded.key then known.codes_issued + 1 else 1 end,
      held_by = case when known.key = excluded.key then known.held_by end,
      held_code = case when known.key = excluded.key then known.held_code end,
      held_until = case when known.key = excluded.key then known.held_until end,
      refusal = case when known.key = excluded.key then known.refusal end,
      partner_id = excluded.partner_id, voucher_id = excluded.voucher_id, outlet_id = excluded.outlet_id,
      key = excluded.key, request_hash = excluded.request_hash, consumer_lat = excluded.consumer_lat,
      consumer_lng = excluded.consumer_lng, gps_accuracy_meters = excluded.gps_accuracy_meters,
      issued_at = excluded.issued_at
    where known.key <> excluded.key
      or (known.voucher_id, known.outlet_id) = (excluded.voucher_id, excluded.outlet_id)
    returning id, codes_issued as number`
  return row ?? null
}

/** The seconds until the user gets the next code; null if it is issued now. The user's intent must be locked. */
export async function findIssueWait(
  sql: Reader,
  userId: string,
  codesPerMinute: number,
): Promise<number | null> {
  const [row] = await sql<{ seconds: number }[]>`
    select greatest(1, ceil(extract(epoch from issued_at + interval '60 seconds' - clock_timestamp())))::int as seconds
    from counter_codes
    where user_id = ${userId} and issued_at > clock_timestamp() - interval '60 seconds'
    order by issued_at desc
    offset ${codesPerMinute - 1} limit 1`
  return row?.seconds ?? null
}

export type CodeToStore = {
  codeHash: Buffer
  digitsHash: Buffer
  userId: string
  intentId: string
  number: number
  outletId: string
}

/** Returns false if the outlet has these digits already. */
export async function insertCode(tx: Tx, code: CodeToStore): Promise<boolean> {
  const { count } = await tx`
    insert into counter_codes (code_hash, digits_hash, user_id, intent_id, number, outlet_id, issued_at)
    values (${code.codeHash}, ${code.digitsHash}, ${code.userId}, ${code.intentId}, ${code.number}, ${code.outletId},
      clock_timestamp())
    on conflict on constraint counter_codes_digits_are_unique_at_the_outlet do nothing`
  return count === 1
}

/** A code and the intent of its user. */
export type FoundCode = {
  userId: string
  externalUserId: string
  intentId: string
  number: number
  partnerId: string
  merchantId: string
  outletId: string
  voucherId: string
  key: string
  requestHash: string
  consumerLat: number | null
  consumerLng: number | null
  gpsAccuracyMeters: number | null
  /** It is one of the newest two codes of the intent, and at most 60 seconds old. */
  isFresh: boolean
  /** False if the user has another intent now. */
  isOfIntent: boolean
  /** The device that holds the intent now, and the number of the code that it has read. */
  heldBy: string | null
  heldCode: number | null
}

/** Digits are unique at one outlet only. */
export type SoughtCode =
  | { codeHashes: Buffer[] }
  | { digitsHashes: Buffer[]; at: { outletId: string } | { partnerId: string } }

/** Locks the intent. */
export async function lockCode(tx: Tx, sought: SoughtCode): Promise<FoundCode | null> {
  const [row] = await tx<FoundCode[]>`
    select i.user_id, external_user_id, c.intent_id, c.number, i.partner_id, o.merchant_id, c.outlet_id, i.voucher_id, i.key,
      encode(i.request_hash, 'base64') as request_hash, i.consumer_lat, i.consumer_lng, i.gps_accuracy_meters,
      c.number > i.codes_issued - 2 and c.issued_at > clock_timestamp() - interval '60 seconds' as is_fresh,
      c.intent_id = i.id as is_of_intent,
      case when i.held_until > clock_timestamp() then i.held_by end as held_by,
      case when i.held_until > clock_timestamp() then i.held_code end as held_code
    from counter_codes c
    join counter_intents i on i.user_id = c.user_id
    join users u on u.id = c.user_id
    join outlets o on o.id = c.outlet_id
    where ${matches(tx, sought)}
    order by c.issued_at desc
    limit 1
    for update of i`
  return row ?? null
}

function matches(sql: Reader, sought: SoughtCode) {
  if ('codeHashes' in sought) return sql`c.code_hash = any (${sought.codeHashes}::bytea[])`
  const { digitsHashes, at } = sought
  const place = 'outletId' in at ? sql`c.outlet_id = ${at.outletId}` : sql`i.partner_id = ${at.partnerId}`
  return sql`c.digits_hash = any (${digitsHashes}::bytea[]) and ${place}`
}

/** Holds the intent for a device. */
export async function updateHold(
  tx: Tx,
  { userId, number }: Pick<FoundCode, 'userId' | 'number'>,
  deviceId: string,
  seconds: number,
): Promise<void> {
  await tx`
    update counter_intents
    set held_by = ${deviceId}, held_code = ${number},
      held_until = clock_timestamp() + make_interval(secs => ${seconds})
    where user_id = ${userId}`
}

/** Stores the refusal of a confirmation for the phone, and ends the hold. Does nothing if the user has another intent. */
export async function updateRefusal(
  tx: Tx,
  { userId, intentId }: Pick<FoundCode, 'userId' | 'intentId'>,
  refusal: { refusal: string; refusedAt: string; details: Record<string, unknown> | null },
): Promise<void> {
  await tx`
    update counter_intents set refusal = ${refusal}::jsonb, held_by = null, held_code = null, held_until = null
    where (user_id, id) = (${userId}, ${intentId})`
}

export const deleteCodesBefore = deletionBefore('counter_codes', 'issued_at')
/** Deletes their codes as well. */
export const deleteIntentsBefore = deletionBefore('counter_intents', 'issued_at')
