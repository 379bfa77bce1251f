import type { NewOutlet } from '@counterfoil/contract/admin/outlets.ts'
import { inOrder } from '@counterfoil/contract/hours-text.ts'
import type { Static } from 'typebox'
import { type Tx, transaction } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { invalid, type Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Vault } from '../../platform/secrets.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import {
  type Approved,
  differences,
  needsApproval,
  rehearse,
  requestApproval,
  type SentForApproval,
} from '../guarded-changes/guard.ts'
import { hoursIssues } from './hours-issues.ts'
import { findMerchant } from './merchant-queries.ts'
import { hashedPin, type NewPin, type RequestedPin, requestPins, storedPin } from './outlet-pins.ts'
import {
  insertOutlet,
  lockOutlet,
  type OutletFields,
  type OutletRecord,
  type OutletRow,
  updateOutlet as updateOutletRow,
} from './outlet-queries.ts'

export type OutletChanges = Partial<OutletFields & { pin: NewPin }>

export async function createOutlet(
  deps: Runtime,
  caller: Caller,
  merchantId: string,
  input: Static<typeof NewOutlet>,
): Promise<OutletRecord | SentForApproval | Refusal> {
  const issues = hoursIssues(input)
  if (issues.length > 0) return invalid(...issues)
  return transaction(deps.db, async (tx) => {
    const merchant = await findMerchant(tx, caller, merchantId)
    if (!merchant) return refuse('not_found')
    const { outlet, heldPin } = await addOutlet(tx, deps, caller, merchant.id, input)
    return heldPin === null ? outlet : requestPins(tx, deps, caller, merchant.id, [heldPin])
  })
}

/**
 * Writes a new outlet of a merchant that exists, with its audit entry. While PINs need approval, it is written without its
 * PIN, and the caller requests it.
 */
export async function addOutlet(
  tx: Tx,
  deps: Runtime,
  caller: Caller,
  merchantId: string,
  { pin = null, openingHours = null, ...input }: Static<typeof NewOutlet>,
): Promise<{ outlet: OutletRecord; heldPin: RequestedPin | null }> {
  const [id, now] = [orderedId(), deps.now()]
  const holds = pin !== null && (await needsApproval(tx, { merchantId, partnerId: null }))
  const row = {
    addressFull: '',
    state: '',
    postalCode: '',
    latitude: null,
    longitude: null,
    isActive: true,
    timezone: null,
    redeemBy: 'PIN' as const,
    translations: {},
    ...input,
    openingHours: openingHours && inOrder(openingHours),
    countryCode: input.countryCode.toUpperCase(),
    ...storedPin(deps.vault, id, holds ? null : pin),
  }
  const outlet = await insertOutlet(tx, { id, merchantId, ...row }, now)
  await record(tx, { caller, at: now, action: 'outlet.create', target: `outlet:${id}`, after: outlet })
  return { outlet, heldPin: holds ? { outlet, pin: hashedPin(deps.vault, id, pin) } : null }
}

export async function updateOutlet(
  deps: Runtime,
  caller: Caller,
  id: string,
  changes: OutletChanges,
  expectedVersion: number | null,
): Promise<OutletRecord | SentForApproval | Refusal> {
  return transaction(deps.db, (tx) => updateLocked(tx, deps, caller, { id, changes, expectedVersion }))
}

/** Changes an outlet, or requests the change if it has a PIN. */
export async function updateLocked(
  tx: Tx,
  deps: Runtime,
  caller: Caller,
  { id, changes, expectedVersion }: { id: string; changes: OutletChanges; expectedVersion: number | null },
  approved?: Approved,
): Promise<OutletRecord | SentForApproval | Refusal> {
  const issues = hoursIssues(changes)
  if (issues.length > 0) return invalid(...issues)
  const before = await lockOutlet(tx, caller, id)
  if (!before) return refuse('not_found')
  if (expectedVersion !== null && expectedVersion !== before.version) return refuse('version_conflict')
  const owners = { merchantId: before.merchantId, partnerId: null }
  const write = () => writeOutlet(tx, deps, caller, before, changes)
  if (changes.pin === undefined || !(await needsApproval(tx, owners, approved))) return write()
  const { before: was, after } = differences(before, await rehearse(tx, write))
  const pin = hashedPin(deps.vault, id, changes.pin)
  const request = { kind: 'outlet.update' as const, target: `outlet:${id}`, ...owners, records: [before] }
  const preview = { before: without(was), after: { ...without(after), newPin: pin !== null } }
  return requestApproval(tx, deps, caller, { ...request, payload: { ...changes, pin } }, preview)
}

/** `newPin` says what happens to the PIN. */
function without({ hasPin: _, ...fields }: Record<string, unknown>): Record<string, unknown> {
  return fields
}

/**
 * Writes the changes of a locked outlet, with their audit entries. While PINs need approval, it leaves the PIN out and
 * returns it, so that the caller requests it.
 */
export async function changeOutlet(
  tx: Tx,
  deps: Runtime,
  caller: Caller,
  before: OutletRecord,
  changes: OutletChanges,
): Promise<{ outlet: OutletRecord; heldPin: RequestedPin | null }> {
  const { pin, ...others } = changes
  const holds = pin !== undefined && (await needsApproval(tx, { ...before, partnerId: null }))
  if (!holds) return { outlet: await writeOutlet(tx, deps, caller, before, changes), heldPin: null }
  const isUnchanged = Object.keys(others).length === 0
  const outlet = isUnchanged ? before : await writeOutlet(tx, deps, caller, before, others)
  return { outlet, heldPin: { outlet, pin: hashedPin(deps.vault, before.id, pin) } }
}

/** Everything that changes an outlet ends here. Its callers check whether a PIN needs approval. */
export async function writeOutlet(
  tx: Tx,
  deps: Runtime,
  caller: Caller,
  before: OutletRecord,
  changes: OutletChanges,
): Promise<OutletRecord> {
  const now = deps.now()
  const after = await updateOutletRow(tx, before.id, storable(deps.vault, before.id, changes), now)
  await recordChanges(tx, caller, now, changes, before, after)
  return after
}

function storable(
  vault: Vault,
  id: string,
  { pin, countryCode, openingHours, ...rest }: OutletChanges,
): Partial<OutletRow> {
  return {
    ...rest,
    ...(countryCode !== undefined && { countryCode: countryCode.toUpperCase() }),
    ...(openingHours !== undefined && { openingHours: openingHours && inOrder(openingHours) }),
    ...(pin !== undefined && storedPin(vault, id, pin)),
  }
}

/** Replacing a PIN leaves no visible difference, so PIN changes get a separate audit entry. */
async function recordChanges(
  tx: Tx,
  caller: Caller,
  at: Date,
  { pin, ...others }: OutletChanges,
  { hasPin: hadPin, ...before }: OutletRecord,
  { hasPin, ...after }: OutletRecord,
): Promise<void> {
  const entry = { caller, at, target: `outlet:${after.id}` }
  if (pin !== undefined) {
    const action = pin === null ? 'outlet.pin.clear' : 'outlet.pin.set'
    await record(tx, { ...entry, action, before: { hasPin: hadPin }, after: { hasPin } })
  }
  if (Object.keys(others).length > 0) await record(tx, { ...entry, action: 'outlet.update', before, after })
}
