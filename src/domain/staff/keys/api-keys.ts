import { randomBytes } from 'node:crypto'
import type { NewApiKey } from '@counterfoil/contract/admin/keys.ts'
import type { Static } from 'typebox'
import type { CommitWatch } from '../../../platform/database/commit-watch.ts'
import { type Tx, transaction } from '../../../platform/database/db.ts'
import { orderedId } from '../../../platform/database/ordered-id.ts'
import { hashKey } from '../../../platform/key-hash.ts'
import { invalid, issueAt, type Refusal, refuse } from '../../../platform/refusal.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import type { Caller } from '../../actors/caller.ts'
import { record } from '../../audit/record.ts'
import { checkMerchants } from '../members/check-merchants.ts'
import { lockStaffMember } from '../members/member-queries.ts'
import { type Actor, USE_STORED_MS } from '../sessions/sessions.ts'
import {
  findUsableKeyByHash,
  insertKey,
  type KeyRecord,
  lockKey,
  lockKeysOf,
  updateKeyRevoked,
  updateKeyUse,
} from './api-key-queries.ts'

export type CreatedKey = KeyRecord & { key: string }

/** The key is read at every request, so that a key revoked on another node is refused here too. */
export async function resolveKey(
  deps: Runtime & { commits: CommitWatch },
  key: string,
  address: string,
): Promise<Caller | null> {
  const now = deps.now()
  const found = await findUsableKeyByHash(deps.db, hashKey(key), now)
  if (!found) return null
  const { lastUsedAt, ...caller } = found
  const storedBefore = new Date(now.getTime() - USE_STORED_MS)
  const isDue = lastUsedAt === null || Date.parse(lastUsedAt) <= storedBefore.getTime()
  if (isDue && !deps.commits.isStalled())
    await updateKeyUse(deps.db, caller.id, { address, now, storedBefore })
  return { kind: 'key', ...caller }
}

export async function createKey(
  deps: Runtime,
  caller: Caller,
  input: Static<typeof NewApiKey>,
): Promise<CreatedKey | Refusal> {
  return transaction(deps.db, (tx) => addKey(tx, caller, input, deps.now()))
}

/** Returns the key itself, which is shown only once: only its hash is stored. A person owns the keys that they create. */
export async function addKey(
  tx: Tx,
  caller: Caller,
  { name, role, merchantIds = null, partnerId = null, expiresAt = null }: Static<typeof NewApiKey>,
  now: Date,
): Promise<CreatedKey | Refusal> {
  const end = expiresAt === null ? null : new Date(expiresAt)
  if (end !== null && end <= now) return invalid(issueAt('/expiresAt', 'issue.future'))
  const ownerId = caller.kind === 'staff' ? caller.id : null
  // The person may have been deactivated since the request arrived, and their keys with them.
  if (ownerId !== null && !(await lockStaffMember(tx, ownerId))?.isActive) return refuse('unauthorized')
  const refusal = await checkMerchants(tx, merchantIds)
  if (refusal) return refusal
  const key = `cfk_${randomBytes(32).toString('base64url')}`
  const row = { id: orderedId(), name, role, merchantIds, partnerId, ownerId, createdBy: caller.kind }
  const after = await insertKey(tx, { ...row, expiresAt: end, hash: hashKey(key) }, now)
  await record(tx, { caller, at: now, action: 'key.create', target: `key:${after.id}`, after })
  return { ...after, key }
}

/** Revokes a key at once, because keys are looked up at each request. A key that is already revoked stays unchanged. */
export async function revokeKey(deps: Runtime, caller: Caller, id: string): Promise<null | Refusal> {
  return transaction(deps.db, async (tx) => {
    const found = await lockKey(tx, id)
    if (!found) return refuse('not_found')
    const { revokedAt, ...before } = found
    if (revokedAt === null) await endKey(tx, caller, before, deps.now())
    return null
  })
}

/** Revokes the keys that a person has created. */
export async function revokeKeysOf(tx: Tx, caller: Actor, staffId: string, now: Date): Promise<void> {
  for (const key of await lockKeysOf(tx, staffId)) await endKey(tx, caller, key, now)
}

async function endKey(tx: Tx, caller: Actor, before: KeyRecord, now: Date): Promise<void> {
  await updateKeyRevoked(tx, before.id, now)
  await record(tx, { caller, at: now, action: 'key.revoke', target: `key:${before.id}`, before })
}
