import type { Tx } from '../../platform/database/db.ts'
import { ADMIN_KEY_FROM_ENVIRONMENT, type Caller, CLI, SYSTEM } from '../actors/caller.ts'
import type { Actor } from '../audit/record.ts'
import { lockKeyRights } from './keys/api-key-queries.ts'
import { lockMemberRights } from './members/member-queries.ts'

/**
 * A caller with the rights of now, for a change that is made after their request: null if the person was deactivated, or if
 * the key was revoked or had expired at `usedAt`. The rights cannot change before this transaction ends.
 */
export async function lockCurrentCaller(
  tx: Tx,
  { kind, id }: Pick<Actor, 'kind' | 'id'>,
  usedAt: Date,
): Promise<Caller | null> {
  if (kind === 'cli') return CLI
  if (kind === 'system') return SYSTEM
  if (kind === 'key' && id === null) return ADMIN_KEY_FROM_ENVIRONMENT
  if (kind === 'partner' || id === null) throw new Error(`a ${kind} has no rights in the back office`)
  const rights = await (kind === 'staff' ? lockMemberRights(tx, id) : lockKeyRights(tx, id, usedAt))
  return rights && { kind, id, ...rights }
}
