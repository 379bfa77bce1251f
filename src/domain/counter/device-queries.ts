import type { Device } from '@counterfoil/contract/admin/devices.ts'
import type { CounterSession } from '@counterfoil/contract/counter/counter.ts'
import type { Static } from 'typebox'
import type { Db, Reader, Tx } from '../../platform/database/db.ts'
import { insertion } from '../../platform/database/sql.ts'
import type { Caller } from '../actors/caller.ts'
import { isOfOwnMerchant } from '../actors/own-rows-queries.ts'

export type DeviceRecord = Static<typeof Device>

/** `unusedSince` is the earliest last use that keeps a session open. */
export type DeviceTimes = { now: Date; unusedSince: Date }

const isOpen = (sql: Reader, { now, unusedSince }: DeviceTimes) => sql`
  d.ended_at is null and (
    d.link_hash is not null and d.link_expires_at > ${now}
    or d.token_hash is not null and d.expires_at > ${now} and d.last_used_at > ${unusedSince}
  )`

/** The devices of an outlet that have not ended, newest first. `unusedDays` is how long a session lasts without use. */
export function listDevicesOf(
  sql: Reader,
  outletId: string,
  times: DeviceTimes,
  unusedDays: number,
): Promise<DeviceRecord[]> {
  return sql<DeviceRecord[]>`
    select d.id, d.outlet_id, d.name, d.created_at, d.token_hash is not null as is_connected, d.last_used_at,
      coalesce(least(d.expires_at, d.last_used_at + make_interval(days => ${unusedDays})), d.link_expires_at) as expires_at
    from counter_devices d
    where d.outlet_id = ${outletId} and ${isOpen(sql, times)}
    order by d.id desc`
}

export async function insertDevice(
  tx: Tx,
  device: { id: string; outletId: string; name: string; linkHash: Buffer; linkExpiresAt: Date },
  now: Date,
): Promise<void> {
  await tx`insert into counter_devices ${insertion({ ...device, createdAt: now })}`
}

/** Opens the session of a link, once. Returns null if the link is unknown, expired or used. */
export async function updateToConnected(
  db: Db,
  linkHash: Buffer,
  session: { tokenHash: Buffer; expiresAt: Date },
  now: Date,
): Promise<string | null> {
  const [row] = await db<{ id: string }[]>`
    update counter_devices
    set link_hash = null, token_hash = ${session.tokenHash}, last_used_at = ${now}, expires_at = ${session.expiresAt}
    where link_hash = ${linkHash} and link_expires_at > ${now}
    returning id`
  return row?.id ?? null
}

/** A connected device, with the place where it confirms codes. */
export type ConnectedDevice = Static<typeof CounterSession> & {
  id: string
  outletId: string
  merchantId: string
  /** The test partner to which the merchant belongs; null for a live merchant. */
  sandboxId: string | null
  lastUsedAt: string
}

export async function findConnectedDevice(
  sql: Reader,
  tokenHash: Buffer,
  times: DeviceTimes,
): Promise<ConnectedDevice | null> {
  const [row] = await sql<ConnectedDevice[]>`
    select d.id, d.outlet_id, o.merchant_id, m.sandbox_id, d.last_used_at, d.name as device_name, o.name as outlet_name,
      m.name as merchant_name
    from counter_devices d
    join outlets o on o.id = d.outlet_id
    join merchants m on m.id = o.merchant_id
    where d.token_hash = ${tokenHash} and ${isOpen(sql, times)}`
  return row ?? null
}

export async function updateDeviceUse(db: Db, id: string, now: Date): Promise<void> {
  await db`update counter_devices set last_used_at = ${now} where id = ${id} and last_used_at < ${now}`
}

/** The key of a merchant reaches only the devices of its own merchants. Locks the row. */
export async function lockDeviceOf(
  tx: Tx,
  reach: Caller,
  id: string,
): Promise<{ outletId: string; name: string; isEnded: boolean } | null> {
  const [row] = await tx<{ outletId: string; name: string; isEnded: boolean }[]>`
    select d.outlet_id, d.name, d.ended_at is not null as is_ended
    from counter_devices d join outlets o on o.id = d.outlet_id
    where d.id = ${id} and ${isOfOwnMerchant(tx, 'o.merchant_id', reach)}
    for update of d`
  return row ?? null
}

export async function updateToEnded(tx: Tx, id: string, now: Date): Promise<void> {
  await tx`update counter_devices set ended_at = ${now}, link_hash = null, token_hash = null where id = ${id}`
}

/** Locks the device, so that its guesses are counted one after the other. Returns false if it has ended. */
export async function lockOpenDevice(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx`select from counter_devices where id = ${id} and ended_at is null for update`
  return rows.length > 0
}

const LAST_SHOWN = 10

/** Remembers a redemption of the device, once. */
export async function addRedemption(db: Db, id: string, redemptionId: string): Promise<void> {
  await db`
    update counter_devices
    set redemption_ids = (array[${redemptionId}::uuid] || redemption_ids)[1:${LAST_SHOWN}::int]
    where id = ${id} and not ${redemptionId}::uuid = any (redemption_ids)`
}
