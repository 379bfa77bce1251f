import type { NewStaffMember } from '@counterfoil/contract/admin/staff.ts'
import type { Static } from 'typebox'
import { type Tx, transaction } from '../../../platform/database/db.ts'
import { orderedId } from '../../../platform/database/ordered-id.ts'
import { type Refusal, refuse } from '../../../platform/refusal.ts'
import { record } from '../../audit/record.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../caller.ts'
import { revokeKeysOf } from '../keys/api-keys.ts'
import {
  insertStaffMember,
  lockStaffMember,
  type StaffFields,
  type StaffRecord,
  updateStaffMember as updateStaffRow,
} from '../queries.ts'
import { type Actor, endSessionsOf } from '../sessions/sessions.ts'
import { deleteLinksOf } from '../sign-in/sign-in-queries.ts'

export async function addStaffMember(
  deps: Deps,
  caller: Caller,
  given: Static<typeof NewStaffMember>,
): Promise<StaffRecord | Refusal> {
  return transaction(deps.db, (tx) => insertNewMember(tx, caller, given, deps.now()))
}

export async function insertNewMember(
  tx: Tx,
  caller: Caller,
  given: Static<typeof NewStaffMember>,
  now: Date,
): Promise<StaffRecord> {
  const row = { id: orderedId(), merchantId: null, partnerId: null, isActive: true, ...given }
  const member = await insertStaffMember(tx, row, now)
  const after = auditable(member)
  await record(tx, { caller, at: now, action: 'staff.create', target: `staff:${member.id}`, after })
  return member
}

export async function updateStaffMember(
  deps: Deps,
  caller: Actor,
  id: string,
  { keepKeys = false, ...changes }: Partial<StaffFields> & { keepKeys?: boolean },
  expectedVersion: number | null,
): Promise<StaffRecord | Refusal> {
  return transaction(deps.db, async (tx) => {
    const found = await lockStaffMember(tx, id)
    if (!found) return refuse('not_found')
    if (expectedVersion !== null && expectedVersion !== found.version) return refuse('version_conflict')
    const now = deps.now()
    const member = await updateStaffRow(tx, id, changes, now)
    const [before, after] = [auditable(found), auditable(member, found)]
    await record(tx, { caller, at: now, action: 'staff.update', target: `staff:${id}`, before, after })
    if (ACCESS_FIELDS.some((field) => found[field] !== member[field]))
      await endSessionsOf(tx, caller, id, now)
    if (changes.isActive === false && !keepKeys) await revokeKeysOf(tx, caller, id, now)
    // The link was passed on to the person at the old address, or to somebody who is no longer staff.
    if (found.email !== member.email || !member.isActive) await deleteLinksOf(tx, id)
    return member
  })
}

/** A change of any of these ends the member's sessions. */
const ACCESS_FIELDS = ['role', 'merchantId', 'partnerId', 'isActive'] as const

/**
 * Nothing can be erased from the audit log, so it shows only the initial and the domain of an e-mail address. `isInvited`
 * follows from other entries.
 */
function auditable({ isInvited: _, ...member }: StaffRecord, previous: Pick<StaffRecord, 'email'> = member) {
  const masked = member.email.replace(/^(.).*@/u, '$1…@')
  return { ...member, email: member.email === previous.email ? masked : `${masked} (changed)` }
}
