import type { Refusal } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import type { PartnersDeps } from '../partners/directory.ts'
import { changeFields } from '../partners/partners.ts'
import type { PartnerFields, PartnerRecord } from '../partners/queries.ts'
import { resetEndpoint } from './dispatch/endpoint-queries.ts'

/** Changes a partner's settings. Failures of its old webhook URL do not count against a new one. */
export async function updatePartner(
  deps: PartnersDeps,
  caller: Caller,
  id: string,
  changes: Partial<PartnerFields>,
  expectedVersion: number | null,
): Promise<PartnerRecord | Refusal> {
  return changeFields(deps, caller, id, changes, expectedVersion, async (tx, before, now) => {
    const isMoving = changes.webhookUrl !== undefined && changes.webhookUrl !== before.webhookUrl
    if (isMoving) await resetEndpoint(tx, id, now)
  })
}
