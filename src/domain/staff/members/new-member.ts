import type { NewStaffMember } from '@counterfoil/contract/admin/staff.ts'
import type { Static } from 'typebox'
import type { Tx } from '../../../platform/database/db.ts'
import { orderedId } from '../../../platform/database/ordered-id.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import type { Caller } from '../../actors/caller.ts'
import { record } from '../../audit/record.ts'
import { checkMerchants } from './check-merchants.ts'
import { insertStaffMember, type StaffRecord } from './member-queries.ts'

export async function insertNewMember(
  tx: Tx,
  caller: Caller,
  input: Static<typeof NewStaffMember>,
  now: Date,
): Promise<StaffRecord | Refusal> {
  const refusal = await checkMerchants(tx, input.merchantIds)
  if (refusal) return refusal
  const row = {
    id: orderedId(),
    merchantIds: null,
    partnerId: null,
    language: null,
    isActive: true,
    ...input,
  }
  const member = await insertStaffMember(tx, row, now)
  const after = auditable(member)
  await record(tx, { caller, at: now, action: 'staff.create', target: `staff:${member.id}`, after })
  return member
}

/**
 * The audit log is kept for good, so it shows only the initial and the domain of an e-mail address. What follows from
 * other entries is left out.
 */
export function auditable(
  { isInvited: _, lastSignInAt: _at, hasSecondFactor: _factor, ...member }: StaffRecord,
  previous: Pick<StaffRecord, 'email'> = member,
) {
  const masked = member.email.replace(/^(.).*@/u, '$1…@')
  return { ...member, email: member.email === previous.email ? masked : `${masked} (changed)` }
}
