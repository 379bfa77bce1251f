import type { Tx } from '../../platform/database/db.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Vault } from '../../platform/secrets.ts'
import type { Caller } from '../actors/caller.ts'
import { requestApproval, type SentForApproval } from '../guarded-changes/guard.ts'
import type { OutletRecord, StoredPin } from './outlet-queries.ts'

/** A PIN in a request for approval: its hash in base64, and the id of the key that made it. */
export type HashedPin = { hash: string; hashedWith: string }

/** A PIN is its digits, or its hash in an approved request. Null removes it. */
export type NewPin = string | null | HashedPin

/** A PIN that was not written, because it needs approval. */
export type RequestedPin = { outlet: OutletRecord; pin: HashedPin | null }

export function storedPin(vault: Vault, outletId: string, pin: NewPin): StoredPin {
  if (pin === null) return { pinHash: null, pinHashedWith: null }
  if (typeof pin === 'object')
    return { pinHash: Buffer.from(pin.hash, 'base64'), pinHashedWith: pin.hashedWith }
  return { pinHash: vault.hashPin(outletId, pin), pinHashedWith: vault.keyId }
}

/** The form of a PIN in a request: its digits are never stored. */
export function hashedPin(vault: Vault, outletId: string, pin: NewPin): HashedPin | null {
  if (pin === null || typeof pin === 'object') return pin
  return { hash: vault.hashPin(outletId, pin).toString('base64'), hashedWith: vault.keyId }
}

/** A request for more outlets than this counts them, and does not name them. */
const MAX_NAMED_OUTLETS = 500

/** Requests new PINs of a merchant's outlets, all or none. */
export function requestPins<Extra extends object = Record<never, never>>(
  tx: Tx,
  deps: Runtime,
  caller: Caller,
  merchantId: string,
  pins: RequestedPin[],
  extra?: Extra,
): Promise<SentForApproval<Extra>> {
  const [first] = pins
  if (!first) throw new Error('a request for PINs names no outlet')
  const outletIds = pins.map(({ outlet }) => outlet.id)
  const isOne = pins.length === 1
  const after = isOne
    ? { newPin: first.pin !== null }
    : { newPins: pins.length, ...(pins.length <= MAX_NAMED_OUTLETS && { outletIds }) }
  const request = {
    kind: 'outlet.pins' as const,
    target: isOne ? `outlet:${first.outlet.id}` : `merchant:${merchantId}`,
    ...{ merchantId, partnerId: null },
    records: pins.map(({ outlet }) => outlet),
    payload: { merchantId, pins: pins.map(({ outlet, pin }) => ({ outletId: outlet.id, pin })) },
  }
  return requestApproval(tx, deps, caller, request, { before: null, after }, extra)
}
