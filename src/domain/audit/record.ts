import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import type { Caller } from '../actors/caller.ts'
import { insertAuditEntry } from './queries.ts'

/** The one who acted: a caller of the back office, or a partner's backend with a signed call. */
export type Actor = Pick<Caller, 'id' | 'name'> & { kind: Caller['kind'] | 'partner' }

type State = Record<string, unknown> | null

/** Fields that change with every write and carry no information. */
const BOOKKEEPING = new Set(['createdAt', 'updatedAt', 'version'])

/**
 * Records who did what, in the transaction that does it. `before` and `after` are objects as the back office shows them.
 * It never shows secrets, PINs and codes, so they cannot get in. For an update only the changed fields are kept.
 */
export async function record(
  tx: Tx,
  entry: { caller: Actor; at: Date; action: string; target: string; before?: State; after?: State },
): Promise<void> {
  const { caller, at, action, target, before = null, after = null } = entry
  await insertAuditEntry(tx, {
    id: orderedId(),
    at,
    actorKind: caller.kind,
    actorId: caller.id,
    actorName: caller.name,
    action,
    target,
    before: before && after ? differing(before, after) : before,
    after: before && after ? differing(after, before) : after,
  })
}

function differing(one: Record<string, unknown>, other: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(one).filter(
      ([key, value]) => !BOOKKEEPING.has(key) && !isDeepStrictEqual(value, other[key]),
    ),
  )
}
