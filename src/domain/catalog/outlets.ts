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
import { hoursIssues } from './hours-issues.ts'
import { findMerchant } from './merchant-queries.ts'
import {
  insertOutlet,
  lockOutlet,
  type OutletFields,
  type OutletRecord,
  type OutletRow,
  type StoredPin,
  updateOutlet as updateOutletRow,
} from './outlet-queries.ts'

export type OutletChanges = Partial<OutletFields & { pin: string | null }>

export async function createOutlet(
  deps: Runtime,
  caller: Caller,
  merchantId: string,
  input: Static<typeof NewOutlet>,
): Promise<OutletRecord | Refusal> {
  const issues = hoursIssues(input)
  if (issues.length > 0) return invalid(...issues)
  return transaction(deps.db, async (tx) => {
    const merchant = await findMerchant(tx, caller, merchantId)
    return merchant ? addOutlet(tx, deps, caller, merchant.id, input) : refuse('not_found')
  })
}

/** Writes a new outlet of a merchant that exists, with its audit entry. */
export async function addOutlet(
  tx: Tx,
  deps: Runtime,
  caller: Caller,
  merchantId: string,
  { pin = null, openingHours = null, ...input }: Static<typeof NewOutlet>,
): Promise<OutletRecord> {
  const [id, now] = [orderedId(), deps.now()]
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
    ...storedPin(deps.vault, id, pin),
  }
  const outlet = await insertOutlet(tx, { id, merchantId, ...row }, now)
  await record(tx, { caller, at: now, action: 'outlet.create', target: `outlet:${id}`, after: outlet })
  return outlet
}

export async function updateOutlet(
  deps: Runtime,
  caller: Caller,
  id: string,
  changes: OutletChanges,
  expectedVersion: number | null,
): Promise<OutletRecord | Refusal> {
  const issues = hoursIssues(changes)
  if (issues.length > 0) return invalid(...issues)
  return transaction(deps.db, async (tx) => {
    const before = await lockOutlet(tx, caller, id)
    if (!before) return refuse('not_found')
    if (expectedVersion !== null && expectedVersion !== before.version) return refuse('version_conflict')
    return changeOutlet(tx, deps, caller, before, changes)
  })
}

/** Writes the changes of a locked outlet, with their audit entries. */
export async function changeOutlet(
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

export function storedPin(vault: Vault, outletId: string, pin: string | null): StoredPin {
  if (pin === null) return { pinHash: null, pinHashedWith: null }
  return { pinHash: vault.hashPin(outletId, pin), pinHashedWith: vault.keyId }
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
