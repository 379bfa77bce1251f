import type { Tx } from '../../platform/database/db.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import { setApprovedPins } from '../catalog/generate-pins.ts'
import type { HashedPin } from '../catalog/outlet-pins.ts'
import { type OutletChanges, updateLocked as updateLockedOutlet } from '../catalog/outlets.ts'
import type { ApprovalKind, RecordVersion } from '../guarded-changes/approval-queries.ts'
import { APPROVED } from '../guarded-changes/guard.ts'
import type { PartnersDeps } from '../partners/directory.ts'
import type { PartnerFields } from '../partners/queries.ts'
import { publishOrRequest } from '../vouchers/publication.ts'
import type { VoucherFields } from '../vouchers/queries.ts'
import { scheduleOrRequest } from '../vouchers/schedule.ts'
import { changeVoucher } from '../vouchers/vouchers.ts'
import type { EventsDeps } from '../webhooks/outbox/event-notifier.ts'
import { updateLocked as updateLockedPartner } from '../webhooks/update-partner.ts'
import { changeApprovalSettings } from './settings.ts'

export type ApplyDeps = EventsDeps & PartnersDeps

type Requested = { records: RecordVersion[]; payload: Record<string, unknown> }
type Apply = (tx: Tx, deps: ApplyDeps, requester: Caller, requested: Requested) => Promise<unknown | Refusal>

/**
 * Makes the requested change, with the operation that makes it without approvals, in the name and with the rights of the
 * requester. Each refuses with `version_conflict` if the record has changed since.
 */
export const APPLY: Record<ApprovalKind, Apply> = {
  'voucher.publish': (tx, deps, requester, { records }) =>
    publishOrRequest(tx, deps, requester, theRecord(records), APPROVED),

  'voucher.schedule': (tx, deps, requester, { records, payload }) => {
    const body = payload as { publishAt: string | null; unpublishAt: string | null }
    return scheduleOrRequest(tx, deps, requester, { ...theRecord(records), body }, APPROVED)
  },

  'voucher.update': (tx, deps, requester, { records, payload }) => {
    const fields = payload as Partial<VoucherFields>
    return changeVoucher(tx, deps, requester, { ...theRecord(records), fields }, APPROVED)
  },

  'outlet.update': async (tx, deps, requester, { records, payload }) => {
    const changes = payload as OutletChanges
    if (!canMatch(deps, changes.pin as HashedPin | null)) return refuse('version_conflict')
    return updateLockedOutlet(tx, deps, requester, { ...theRecord(records), changes }, APPROVED)
  },

  'outlet.pins': async (tx, deps, requester, { records, payload }) => {
    type Pins = { merchantId: string; pins: { outletId: string; pin: HashedPin | null }[] }
    const { merchantId, pins } = payload as Pins
    if (!pins.every(({ pin }) => canMatch(deps, pin))) return refuse('version_conflict')
    const versions = new Map(records.map(({ id, version }) => [id, version]))
    const wanted = pins.map((pin) => ({ ...pin, version: versions.get(pin.outletId) }))
    return setApprovedPins(tx, deps, requester, merchantId, wanted)
  },

  'partner.update': (tx, deps, requester, { records, payload }) => {
    const changes = payload as Partial<PartnerFields>
    return updateLockedPartner(tx, deps, requester, { ...theRecord(records), changes }, APPROVED)
  },

  'settings.approvals': (tx, deps, requester, { records, payload }) => {
    const { expectedVersion } = theRecord(records)
    const { isRequired } = payload as { isRequired: boolean }
    return changeApprovalSettings(tx, deps, requester, { isRequired, expectedVersion }, APPROVED)
  },
}

function theRecord([record]: RecordVersion[]): { id: string; expectedVersion: number } {
  if (!record) throw new Error('a request names no record')
  return { id: record.id ?? '', expectedVersion: record.version }
}

/** A key of the secrets that is no longer in use cannot match a PIN. */
function canMatch({ vault }: ApplyDeps, pin: HashedPin | null): boolean {
  return pin === null || vault.keyIds.includes(pin.hashedWith)
}
