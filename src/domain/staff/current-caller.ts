import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { findUsableKey } from './keys/api-key-queries.ts'
import { findStaffMember } from './members/member-queries.ts'

/**
 * The same caller with the rights of now, for work that continues after the request. Null if the person was deactivated,
 * or the key was revoked or has expired.
 */
export async function findCurrentCaller({ db, now }: Runtime, caller: Caller): Promise<Caller | null> {
  if (caller.id === null) return caller
  const found =
    caller.kind === 'staff' ? await findStaffMember(db, caller.id) : await findUsableKey(db, caller.id, now())
  if (!found || ('isActive' in found && !found.isActive)) return null
  const { role, merchantIds, partnerId } = found
  return { ...caller, role, merchantIds, partnerId }
}
