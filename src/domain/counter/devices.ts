import { randomBytes } from 'node:crypto'
import { type CreatedDevice, MAX_DEVICES } from '@counterfoil/contract/admin/devices.ts'
import type { Static } from 'typebox'
import { findInCells } from '../../platform/cells/merge.ts'
import type { CommitWatch } from '../../platform/database/commit-watch.ts'
import { transaction } from '../../platform/database/db.ts'
import { isMerchantMoving } from '../../platform/database/failures.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { hashKey } from '../../platform/key-hash.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { findOutlet, lockOutlet } from '../catalog/outlet-queries.ts'
import {
  type ConnectedDevice,
  type DeviceRecord,
  type DeviceTimes,
  findConnectedDevice,
  insertDevice,
  listDevicesOf,
  lockDeviceOf,
  updateDeviceUse,
  updateToConnected,
  updateToEnded,
} from './device-queries.ts'

const DAY_MS = 24 * 60 * 60_000
const LINK_LIFETIME_MS = 15 * 60_000
export const DEVICE_LIFETIME_MS = 90 * DAY_MS
const MAX_UNUSED_DAYS = 30
/** The last use is stored once a minute, so that a busy device does not write with every request. */
const USE_STORED_MS = 60_000

/** Creates a device with a link, which is shown only once: only its hash is stored. */
export async function createDevice(
  deps: Runtime,
  caller: Caller,
  outletId: string,
  name: string,
): Promise<Static<typeof CreatedDevice> | Refusal> {
  return transaction(deps.db, async (tx) => {
    // The lock keeps two requests from creating one device too many.
    const outlet = await lockOutlet(tx, caller, outletId)
    if (!outlet) return refuse('not_found')
    if (!outlet.isActive) return refuse('outlet_inactive')
    if (outlet.redeemBy === 'PIN') return refuse('qr_not_enabled')
    const now = deps.now()
    const devices = await listDevicesOf(tx, outlet.id, timesAt(now), MAX_UNUSED_DAYS)
    if (devices.length >= MAX_DEVICES) return refuse('too_many_devices')
    const secret = newSecret()
    const linkExpiresAt = new Date(now.getTime() + LINK_LIFETIME_MS)
    const device = { id: orderedId(), outletId: outlet.id, name }
    await insertDevice(tx, { ...device, linkHash: hashKey(secret), linkExpiresAt }, now)
    const target = `outlet:${outlet.id}`
    await record(tx, { caller, at: now, action: 'outlet.device.create', target, after: { deviceName: name } })
    return {
      ...{ ...device, createdAt: now.toISOString(), isConnected: false, lastUsedAt: null },
      expiresAt: linkExpiresAt.toISOString(),
      // Browsers do not send the fragment, so the secret reaches no server and no log.
      url: `${deps.config.publicUrl}/counter/#device=${secret}`,
    }
  })
}

export async function viewDevices(
  { db, now }: Runtime,
  caller: Caller,
  outletId: string,
): Promise<DeviceRecord[] | Refusal> {
  const outlet = await findOutlet(db, caller, outletId)
  return outlet ? listDevicesOf(db, outlet.id, timesAt(now()), MAX_UNUSED_DAYS) : refuse('not_found')
}

/** Revokes a device at once, because its session is read at every request. An ended device stays as it is. */
export async function revokeDevice(deps: Runtime, caller: Caller, id: string): Promise<null | Refusal> {
  return transaction(deps.db, async (tx) => {
    const found = await lockDeviceOf(tx, caller, id)
    if (!found) return refuse('not_found')
    if (found.isEnded) return null
    const now = deps.now()
    await updateToEnded(tx, id, now)
    const entry = { action: 'outlet.device.revoke', target: `outlet:${found.outletId}` }
    await record(tx, { caller, at: now, ...entry, before: { deviceName: found.name } })
    return null
  })
}

/** The token is for the cookie; only its hash is stored. */
export async function connectDevice(
  deps: Runtime,
  secret: string,
): Promise<{ token: string; device: ConnectedDevice } | Refusal> {
  const [token, now] = [newSecret(), deps.now()]
  const session = { tokenHash: hashKey(token), expiresAt: new Date(now.getTime() + DEVICE_LIFETIME_MS) }
  const connected = await findInCells(deps, async ({ db }) =>
    (await updateToConnected(db, hashKey(secret), session, now))
      ? findConnectedDevice(db, session.tokenHash, timesAt(now))
      : null,
  )
  return connected ? { token, device: connected.found } : refuse('invalid_device_link')
}

/** The session is read at every request, so that a device revoked on another node is refused here too. */
export async function resolveDevice(
  deps: Runtime & { commits: CommitWatch },
  token: string,
): Promise<ConnectedDevice | null> {
  const now = deps.now()
  const resolved = await findInCells(deps, ({ db }) => findConnectedDevice(db, hashKey(token), timesAt(now)))
  if (!resolved) return null
  const { found: device, cell } = resolved
  const isDue = Date.parse(device.lastUsedAt) <= now.getTime() - USE_STORED_MS
  if (isDue && !deps.commits.isStalled())
    await updateDeviceUse(cell.db, device.id, now).catch((error) => {
      // The use counts from the next request on.
      if (!isMerchantMoving(error)) throw error
    })
  return device
}

function timesAt(now: Date): DeviceTimes {
  return { now, unusedSince: new Date(now.getTime() - MAX_UNUSED_DAYS * DAY_MS) }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
