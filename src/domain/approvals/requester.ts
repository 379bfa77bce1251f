import type { Tx } from '../../platform/database/db.ts'
import { ADMIN_KEY_FROM_ENVIRONMENT, type Caller, CLI, SYSTEM } from '../actors/caller.ts'
import { lockActiveMember, lockKeyRights } from './person-queries.ts'
import type { ApprovalRow } from './requests/approval-queries.ts'

/**
 * The requester with the rights of today: null if the member was deactivated or has another role, or the key was revoked. A
 * change needs two people who may both answer for it when it is made.
 */
export async function findRequester(
  tx: Tx,
  { requestedBy: { kind, id }, requestedByRole }: ApprovalRow,
): Promise<Caller | null> {
  if (kind === 'cli') return CLI
  if (kind === 'system') return SYSTEM
  if (kind === 'key' && id === null) return ADMIN_KEY_FROM_ENVIRONMENT
  if (kind === 'partner' || id === null) throw new Error(`a ${kind} requests nothing`)
  const rights = await (kind === 'staff' ? lockActiveMember(tx, id) : lockKeyRights(tx, id))
  return rights?.role === requestedByRole ? { kind, id, ...rights } : null
}

/** Whether a person may decide: not on their own request, and with the same role or as an admin. */
export function mayDecide(caller: Caller, { requesterStaffId, requestedByRole }: ApprovalRow): boolean {
  return (
    caller.kind === 'staff' &&
    caller.id !== requesterStaffId &&
    (caller.role === 'admin' || (DECIDING_ROLES.has(caller.role) && caller.role === requestedByRole))
  )
}

/** They decide on what their own merchant or partner has requested. */
const DECIDING_ROLES = new Set<Caller['role']>(['merchant', 'partner'])

export function isRequester(caller: Caller, { requestedBy, requesterStaffId }: ApprovalRow): boolean {
  const isSame = caller.kind === requestedBy.kind && caller.id === requestedBy.id
  return isSame || (caller.kind === 'staff' && caller.id === requesterStaffId)
}
