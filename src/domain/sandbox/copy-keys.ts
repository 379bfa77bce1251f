import { type Refusal, refuse } from '../../platform/refusal.ts'
import { type Caller, SYSTEM } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { changePartner } from '../partners/change-partner.ts'
import type { PartnersDeps } from '../partners/directory.ts'
import { findPartner, lockPartner, type PartnerRecord, updatePartner } from '../partners/queries.ts'

/** Copies the keys of a live partner to its test twin. The caller must have access to the live partner. */
export async function copyLiveKeys(
  deps: PartnersDeps,
  caller: Caller,
  twinId: string,
): Promise<PartnerRecord | Refusal> {
  return changePartner(deps, twinId, async (tx) => {
    const before = await lockPartner(tx, SYSTEM, twinId)
    const live = before?.twinId ? await findPartner(tx, caller, before.twinId) : null
    // Only a test partner gets keys this way: those of a live partner need approval.
    if (before?.mode !== 'test' || !live) return refuse('not_found')
    const { jwksUrl, publicKey, nextPublicKey, jwtAudience } = live
    const now = deps.now()
    const after = await updatePartner(tx, twinId, { jwksUrl, publicKey, nextPublicKey, jwtAudience }, now)
    const target = `partner:${twinId}`
    await record(tx, { caller, at: now, action: 'sandbox.keys', target, before, after })
    return after
  })
}
