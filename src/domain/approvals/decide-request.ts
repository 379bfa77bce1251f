import { type Tx, transaction } from '../../platform/database/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import {
  type ApprovalRow,
  type Decision,
  findApproval,
  type LockedApproval,
  lockApproval,
  updateToDecided,
} from '../guarded-changes/approval-queries.ts'
import { type ApprovalView, viewApproval } from '../guarded-changes/view-approval.ts'
import { changePartner } from '../partners/change-partner.ts'
import { lockMemberRights } from '../staff/members/member-queries.ts'
import { recordNotice } from '../stored-alerts/record-notice.ts'
import { APPLY, type ApplyDeps } from './apply.ts'
import { isRequester, lockRequester, mayDecide } from './requester.ts'

/** Makes the requested change, in one transaction with the decision. */
export async function approveRequest(
  deps: ApplyDeps,
  caller: Caller,
  id: string,
  { note = null }: { note?: string | null | undefined },
): Promise<ApprovalView | Refusal> {
  return applyRequest(deps, caller, id, (tx, approval) => refusalToDecide(tx, caller, approval), {
    ...{ state: 'APPROVED', decidedBy: caller, note, isEmergency: false },
  })
}

/** Makes a requested change, unless `refuseTo` refuses. Nobody else can decide meanwhile: the request is locked. */
export async function applyRequest(
  deps: ApplyDeps,
  caller: Caller,
  id: string,
  refuseTo: (tx: Tx, approval: LockedApproval) => Promise<Refusal | null>,
  decision: Decision,
): Promise<ApprovalView | Refusal> {
  const found = await findApproval(deps.db, caller, id)
  if (!found) return refuse('not_found')
  const work = (tx: Tx) => apply(tx, deps, caller, id, refuseTo, decision)
  const { partnerId } = found
  const decided = await (partnerId === null
    ? transaction(deps.db, work)
    : changePartner(deps, partnerId, work))
  deps.eventNotifier.notify()
  return decided
}

async function apply(
  tx: Tx,
  deps: ApplyDeps,
  caller: Caller,
  id: string,
  refuseTo: (tx: Tx, approval: LockedApproval) => Promise<Refusal | null>,
  decision: Decision,
): Promise<ApprovalView | Refusal> {
  const approval = await lockApproval(tx, caller, id)
  if (!approval) return refuse('not_found')
  const refusal = refusalOfEnded(approval, deps.now()) ?? (await refuseTo(tx, approval))
  if (refusal) return refusal
  const requester = await lockRequester(tx, approval)
  if (!requester) return refuse('requester_not_allowed')
  const { payload, records, kind, target } = approval
  if (payload === null) throw new Error(`the request ${id} waits without a payload`)
  const [now, action] = [deps.now(), decision.isEmergency ? 'approval.emergency' : 'approval.approve']
  await record(tx, { caller, at: now, action, target, after: { hasNote: decision.note !== null } })
  const applied = await APPLY[kind](tx, deps, requester, { payload, records })
  if (applied instanceof Refusal) return refusalToApply(applied)
  const view = await viewApproval(tx, await updateToDecided(tx, id, decision, now))
  const subject = { type: 'approval' as const, id, name: view.targetName ?? target }
  if (decision.isEmergency) await recordNotice(tx, { kind: 'APPROVAL_BYPASSED', subject }, now)
  return view
}

/** The operation refuses in the name of the requester. */
function refusalToApply(refusal: Refusal): Refusal {
  if (refusal.code === 'version_conflict') return refuse('record_changed')
  const isRight = refusal.code === 'forbidden' || refusal.code === 'not_found'
  return isRight ? refuse('requester_not_allowed') : refusal
}

/** A request that has lapsed is refused for the reason for which it has. */
function refusalOfEnded({ state, expiresAt }: ApprovalRow, now: Date): Refusal | null {
  if (state === 'LAPSED') return refuse('record_changed')
  if (state !== 'PENDING') return refuse('approval_decided', { state })
  return new Date(expiresAt) <= now ? refuse('approval_decided', { state: 'EXPIRED' }) : null
}

/** The person may have lost the role, or the merchant, since their request arrived. */
async function refusalToDecide(tx: Tx, caller: Caller, approval: ApprovalRow): Promise<Refusal | null> {
  if (isRequester(caller, approval)) return refuse('own_request')
  if (caller.kind !== 'staff' || caller.id === null) return refuse('session_needed')
  const rights = await lockMemberRights(tx, caller.id)
  const today: Caller | null = rights && { ...caller, ...rights }
  if (!today || !mayDecide(today, approval) || !(await findApproval(tx, today, approval.id)))
    return refuse('forbidden')
  return null
}

export async function rejectRequest(
  deps: ApplyDeps,
  caller: Caller,
  id: string,
  { note = null }: { note?: string | null | undefined },
): Promise<ApprovalView | Refusal> {
  const decision = { state: 'REJECTED' as const, decidedBy: caller, note, isEmergency: false }
  return endRequest(deps, caller, id, 'approval.reject', decision, (tx, approval) =>
    refusalToDecide(tx, caller, approval),
  )
}

export async function withdrawRequest(
  deps: ApplyDeps,
  caller: Caller,
  id: string,
): Promise<ApprovalView | Refusal> {
  const decision = { state: 'WITHDRAWN' as const, decidedBy: caller, note: null, isEmergency: false }
  return endRequest(deps, caller, id, 'approval.withdraw', decision, async (_tx, approval) =>
    isRequester(caller, approval) ? null : refuse('forbidden'),
  )
}

/** Ends a request without its change. */
function endRequest(
  deps: ApplyDeps,
  caller: Caller,
  id: string,
  action: string,
  decision: Decision,
  refuseTo: (tx: Tx, approval: ApprovalRow) => Promise<Refusal | null>,
): Promise<ApprovalView | Refusal> {
  return transaction(deps.db, async (tx) => {
    const approval = await lockApproval(tx, caller, id)
    if (!approval) return refuse('not_found')
    const { state, target } = approval
    const refusal =
      (await refuseTo(tx, approval)) ?? (state === 'PENDING' ? null : refuse('approval_decided', { state }))
    if (refusal) return refusal
    const now = deps.now()
    await record(tx, { caller, at: now, action, target, after: { hasNote: decision.note !== null } })
    return viewApproval(tx, await updateToDecided(tx, id, decision, now))
  })
}
