import type { Tx } from '../../platform/database/db.ts'
import type { Caller } from '../actors/caller.ts'
import { type ApprovalRow, DECIDING_ROLES } from '../guarded-changes/approval-queries.ts'
import { lockCurrentCaller } from '../staff/current-caller.ts'

/**
 * The requester with the rights of now; null if they may no longer act, or have another role. A change needs two people who
 * may both answer for it when it is made. A key may have expired since its request.
 */
export async function lockRequester(
  tx: Tx,
  { requestedBy, requestedByRole, requestedAt }: ApprovalRow,
): Promise<Caller | null> {
  const requester = await lockCurrentCaller(tx, requestedBy, new Date(requestedAt))
  return requester?.role === requestedByRole ? requester : null
}

/** Whether a person may decide: not on their own request, and with the same role or as an admin. */
export function mayDecide(caller: Caller, { requesterStaffId, requestedByRole }: ApprovalRow): boolean {
  return (
    caller.kind === 'staff' &&
    caller.id !== requesterStaffId &&
    (caller.role === 'admin' || (DECIDING_ROLES.has(caller.role) && caller.role === requestedByRole))
  )
}

export function isRequester(caller: Caller, { requestedBy, requesterStaffId }: ApprovalRow): boolean {
  const isSame = caller.kind === requestedBy.kind && caller.id === requestedBy.id
  return isSame || (caller.kind === 'staff' && caller.id === requesterStaffId)
}
