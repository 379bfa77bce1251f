import { randomBytes } from 'node:crypto'
import type { NewApiKey } from '@counterfoil/contract/admin-keys.ts'
import type { Static } from 'typebox'
import { transaction } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from './caller.ts'
import { hashKey } from './key-hash.ts'
import { insertKey, type KeyRecord, lockKey, updateKeyRevoked } from './queries.ts'

/** Returns the key itself, which is shown only once: only its hash is stored. */
export async function createKey(
  deps: Deps,
  caller: Caller,
  { name, role, merchantId = null, partnerId = null }: Static<typeof NewApiKey>,
): Promise<(KeyRecord & { key: string }) | Refusal> {
  const key = `cfk_${randomBytes(32).toString('base64url')}`
  return transaction(deps.db, async (tx) => {
    const now = deps.now()
    const row = { id: orderedId(), name, role, merchantId, partnerId, hash: hashKey(key) }
    const after = await insertKey(tx, row, now)
    await record(tx, { caller, at: now, action: 'key.create', target: `key:${after.id}`, after })
    return { ...after, key }
  })
}

/** Takes effect at once, since keys are looked up on each call. A key that is already revoked stays unchanged. */
export async function revokeKey(deps: Deps, caller: Caller, id: string): Promise<null | Refusal> {
  return transaction(deps.db, async (tx) => {
    const found = await lockKey(tx, id)
    if (!found) return refuse('not_found')
    const { revokedAt, ...before } = found
    if (revokedAt !== null) return null
    const now = deps.now()
    await updateKeyRevoked(tx, id, now)
    await record(tx, { caller, at: now, action: 'key.revoke', target: `key:${id}`, before })
    return null
  })
}
