import { type ApprovalSettings, TURN_APPROVALS_OFF } from '@counterfoil/contract/admin/approvals.ts'
import type { Static } from 'typebox'
import { type Reader, type Tx, transaction } from '../../platform/database/db.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { APPROVED, type Approved, requestApproval, type SentForApproval } from '../guarded-changes/guard.ts'
import {
  countAbleAdmins,
  getApprovalSettings,
  lockApprovalSettings,
  updateApprovalSettings,
} from '../guarded-changes/settings-queries.ts'

type Settings = Static<typeof ApprovalSettings>

const TARGET = 'settings:approvals'

export async function viewApprovalSettings(db: Reader): Promise<Settings> {
  const { isRequired, updatedAt } = await getApprovalSettings(db)
  return { isRequired, updatedAt }
}

export function replaceApprovalSettings(
  deps: Runtime,
  caller: Caller,
  isRequired: boolean,
): Promise<Settings | SentForApproval | Refusal> {
  return transaction(deps.db, (tx) =>
    changeApprovalSettings(tx, deps, caller, { isRequired, expectedVersion: null }),
  )
}

/** Turning approvals on needs two admins. Turning them off is a guarded change itself. */
export async function changeApprovalSettings(
  tx: Tx,
  deps: Runtime,
  caller: Caller,
  { isRequired, expectedVersion }: { isRequired: boolean; expectedVersion: number | null },
  approved?: Approved,
): Promise<Settings | SentForApproval | Refusal> {
  const found = await lockApprovalSettings(tx)
  if (expectedVersion !== null && expectedVersion !== found.version) return refuse('version_conflict')
  const before = { isRequired: found.isRequired, updatedAt: found.updatedAt }
  if (isRequired === found.isRequired) return before
  if (isRequired && (await countAbleAdmins(tx)) < 2) return refuse('two_admins_needed')
  const change = { before: { isRequired: !isRequired }, after: { isRequired } }
  if (!isRequired && approved !== APPROVED) {
    const request = {
      kind: TURN_APPROVALS_OFF as typeof TURN_APPROVALS_OFF,
      target: TARGET,
      merchantId: null,
      partnerId: null,
    }
    const requested = { ...request, records: [{ version: found.version }], payload: { isRequired } }
    return requestApproval(tx, deps, caller, requested, change)
  }
  const now = deps.now()
  const { updatedAt } = await updateApprovalSettings(tx, isRequired, now)
  await record(tx, { caller, at: now, action: 'settings.update', target: TARGET, ...change })
  return { isRequired, updatedAt }
}
