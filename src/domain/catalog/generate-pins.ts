import { randomInt } from 'node:crypto'
import type { GeneratedPins } from '@counterfoil/contract/admin/outlets.ts'
import type { Static } from 'typebox'
import { transaction } from '../../platform/database/db.ts'
import { invalid, type Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { findMerchant } from './merchant-queries.ts'
import { lockOutletsOf } from './outlet-queries.ts'
import { changeOutlet } from './outlets.ts'

/** Gives all outlets a new PIN, or none of them. */
export async function generatePins(
  deps: Runtime,
  caller: Caller,
  merchantId: string,
  outletIds: string[],
): Promise<Static<typeof GeneratedPins> | Refusal> {
  return transaction(deps.db, async (tx) => {
    if (!(await findMerchant(tx, caller, merchantId))) return refuse('not_found')
    const wanted = outletIds.map((id) => id.toLowerCase())
    const outlets = await lockOutletsOf(tx, merchantId, wanted)
    const known = new Set(outlets.map(({ id }) => id))
    const issues = wanted.flatMap((id, i) =>
      known.has(id) ? [] : [{ path: `/outletIds/${i}`, message: 'is not an outlet of this merchant' }],
    )
    if (issues.length > 0) return invalid(...issues)
    const items: Static<typeof GeneratedPins>['items'] = []
    for (const outlet of outlets) {
      const pin = generatePin()
      await changeOutlet(tx, deps, caller, outlet, { pin })
      items.push({ outletId: outlet.id, name: outlet.name, pin })
    }
    items.sort((a, b) => wanted.indexOf(a.outletId) - wanted.indexOf(b.outletId))
    return { items }
  })
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
