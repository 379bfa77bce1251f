import { randomInt } from 'node:crypto'
import type { GeneratedPins } from '@counterfoil/contract/admin/outlets.ts'
import type { Static } from 'typebox'
import { type Tx, transaction } from '../../platform/database/db.ts'
import { invalid, issueAt, type Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import type { SentForApproval } from '../guarded-changes/guard.ts'
import { findMerchant } from './merchant-queries.ts'
import { type HashedPin, type RequestedPin, requestPins } from './outlet-pins.ts'
import { lockOutletsOf } from './outlet-queries.ts'
import { changeOutlet, writeOutlet } from './outlets.ts'

type Pins = Static<typeof GeneratedPins>

/** Gives all outlets a new PIN, or none of them. While PINs need approval, they work once they are approved. */
export async function generatePins(
  deps: Runtime,
  caller: Caller,
  merchantId: string,
  outletIds: string[],
): Promise<Pins | SentForApproval<Pins> | Refusal> {
  return transaction(deps.db, async (tx) => {
    if (!(await findMerchant(tx, caller, merchantId))) return refuse('not_found')
    const wanted = outletIds.map((id) => id.toLowerCase())
    const outlets = await lockOutletsOf(tx, merchantId, wanted)
    const known = new Set(outlets.map(({ id }) => id))
    const issues = wanted.flatMap((id, i) =>
      known.has(id) ? [] : [issueAt(`/outletIds/${i}`, 'issue.outlet')],
    )
    if (issues.length > 0) return invalid(...issues)
    const items: Pins['items'] = []
    const held: RequestedPin[] = []
    for (const outlet of outlets) {
      const pin = generatePin()
      const { heldPin } = await changeOutlet(tx, deps, caller, outlet, { pin })
      if (heldPin) held.push(heldPin)
      items.push({ outletId: outlet.id, name: outlet.name, pin })
    }
    items.sort((a, b) => wanted.indexOf(a.outletId) - wanted.indexOf(b.outletId))
    return held.length > 0 ? requestPins(tx, deps, caller, merchantId, held, { items }) : { items }
  })
}

/** Sets the PINs of an approved request, all or none. */
export async function setApprovedPins(
  tx: Tx,
  deps: Runtime,
  caller: Caller,
  merchantId: string,
  pins: { outletId: string; version: number | undefined; pin: HashedPin | null }[],
): Promise<null | Refusal> {
  if (!(await findMerchant(tx, caller, merchantId))) return refuse('not_found')
  const wanted = new Map(pins.map((pin) => [pin.outletId, pin]))
  const outlets = await lockOutletsOf(tx, merchantId, [...wanted.keys()])
  for (const outlet of outlets) {
    const { version, pin } = wanted.get(outlet.id) ?? {}
    if (version !== outlet.version || pin === undefined) return refuse('version_conflict')
    await writeOutlet(tx, deps, caller, outlet, { pin })
  }
  return outlets.length === wanted.size ? null : refuse('version_conflict')
}

/** People guess four equal digits and runs such as 1234 first. */
function isGuessable(pin: string): boolean {
  return /^(\d)\1{3}$/.test(pin) || '0123456789'.includes(pin) || '9876543210'.includes(pin)
}

export function generatePin(): string {
  for (;;) {
    const pin = String(randomInt(10_000)).padStart(4, '0')
    if (!isGuessable(pin)) return pin
  }
}
