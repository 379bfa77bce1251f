import type { Tx } from '../../platform/database/db.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import type { Approved, SentForApproval } from '../guarded-changes/guard.ts'
import { changePartner } from '../partners/change-partner.ts'
import type { PartnersDeps } from '../partners/directory.ts'
import { changeFields, type PartnerUpdate } from '../partners/partners.ts'
import type { PartnerFields, PartnerRecord } from '../partners/queries.ts'
import { resetEndpoint } from './dispatch/endpoint-queries.ts'

export async function updatePartner(
  deps: PartnersDeps,
  caller: Caller,
  id: string,
  changes: Partial<PartnerFields>,
  expectedVersion: number | null,
): Promise<PartnerRecord | SentForApproval | Refusal> {
  return changePartner(deps, id, (tx) => updateLocked(tx, deps, caller, { id, changes, expectedVersion }))
}

/**
 * Changes a partner's settings, or requests the change. Failures of its old webhook URL do not count against a new one. Runs
 * in `changePartner`.
 */
export async function updateLocked(
  tx: Tx,
  deps: PartnersDeps,
  caller: Caller,
  update: Omit<PartnerUpdate, 'beforeChange'>,
  approved?: Approved,
): Promise<PartnerRecord | SentForApproval | Refusal> {
  const { id, changes } = update
  const beforeChange: PartnerUpdate['beforeChange'] = async (_tx, before, now) => {
    const isMoving = changes.webhookUrl !== undefined && changes.webhookUrl !== before.webhookUrl
    if (isMoving) await resetEndpoint(tx, id, now)
  }
  return changeFields(tx, deps, caller, { ...update, beforeChange }, approved)
}
