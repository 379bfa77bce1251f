import { isDeepStrictEqual } from 'node:util'
import type { NewStaffMember } from '@counterfoil/contract/admin/staff.ts'
import type { Static } from 'typebox'
import { transaction } from '../../platform/database/db.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { revokeKeysOf } from './keys/api-keys.ts'
import { checkMerchants } from './members/check-merchants.ts'
import {
  lockStaffMember,
  type StaffFields,
  type StaffRecord,
  updateStaffMember as updateStaffRow,
} from './members/member-queries.ts'
import { auditable, insertNewMember } from './members/new-member.ts'
import { type Actor, endSessionsOf } from './sessions/sessions.ts'
import { deleteLinksOf } from './sign-in/sign-in-queries.ts'

export async function addStaffMember(
  deps: Runtime,
  caller: Caller,
  input: Static<typeof NewStaffMember>,
): Promise<StaffRecord | Refusal> {
  return transaction(deps.db, (tx) => insertNewMember(tx, caller, input, deps.now()))
}

export async function updateStaffMember(
  deps: Runtime,
  caller: Actor,
  id: string,
  { keepKeys = false, ...changes }: Partial<StaffFields> & { keepKeys?: boolean },
  expectedVersion: number | null,
): Promise<StaffRecord | Refusal> {
  return transaction(deps.db, async (tx) => {
    const found = await lockStaffMember(tx, id)
    if (!found) return refuse('not_found')
    if (expectedVersion !== null && expectedVersion !== found.version) return refuse('version_conflict')
    const refusal = await checkMerchants(tx, changes.merchantIds)
    if (refusal) return refusal
    const now = deps.now()
    const member = await updateStaffRow(tx, id, changes, now)
    const [before, after] = [auditable(found), auditable(member, found)]
    await record(tx, { caller, at: now, action: 'staff.update', target: `staff:${id}`, before, after })
    if (ACCESS_FIELDS.some((field) => !isDeepStrictEqual(found[field], member[field])))
      await endSessionsOf(tx, caller, id, now)
    if (changes.isActive === false && !keepKeys) await revokeKeysOf(tx, caller, id, now)
    // The link was passed on to the person at the old address, or to somebody who is no longer staff.
    if (found.email !== member.email || !member.isActive) await deleteLinksOf(tx, id)
    return member
  })
}

/** A change of one of these fields ends the member's sessions. */
const ACCESS_FIELDS = ['role', 'merchantIds', 'partnerId', 'isActive'] as const
