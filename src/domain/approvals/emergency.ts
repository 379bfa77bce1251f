import { Refusal } from '../../platform/refusal.ts'
import { CLI } from '../actors/caller.ts'
import type { ApprovalView } from '../guarded-changes/view-approval.ts'
import type { ApplyDeps } from './apply.ts'
import { applyRequest } from './decide-request.ts'

/**
 * Makes a requested change without a second person: only the operator of the server can, for an installation with one admin
 * left. It is loud on purpose: an alert, an entry of the audit log, a metric and this line of the log.
 */
export async function applyInEmergency(
  deps: ApplyDeps,
  id: string,
  reason: string,
): Promise<ApprovalView | Refusal> {
  const applied = await applyRequest(deps, CLI, id, async () => null, {
    ...{ state: 'APPROVED', decidedBy: CLI, note: reason, isEmergency: true },
  })
  if (applied instanceof Refusal) return applied
  const { kind, target } = applied
  deps.log.error(
    { approval: id, kind, target },
    'a request was applied in an emergency, without a second person',
  )
  return applied
}
