import { orderedId } from '../../platform/database/ordered-id.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../staff/caller.ts'
import { changePartner } from './change.ts'
import { generateSecret } from './onboarding.ts'
import {
  deleteEndedSecrets,
  deleteNextSecret,
  insertSecret,
  lockPartner,
  type PartnerRecord,
  promoteNextSecret,
} from './queries.ts'

const OLD_SECRET_ACCEPTED_MS = 24 * 60 * 60 * 1000

/** A new secret beside the old: both are accepted inbound, outbound still signs with the old. */
export async function rotateSecret(
  deps: Deps,
  caller: Caller,
  id: string,
): Promise<{ secret: string } | Refusal> {
  return changePartner(deps, id, async (tx) => {
    const partner = await lockPartner(tx, caller, id)
    if (!partner) return refuse('not_found')
    const [now, secret] = [deps.now(), generateSecret()]
    await deleteNextSecret(tx, id)
    const sealed = deps.vault.seal(id, secret)
    await insertSecret(tx, { id: orderedId(), partnerId: id, state: 'NEXT', sealed }, now)
    await record(tx, { caller, at: now, action: 'partner.secret.rotate', target: `partner:${id}` })
    return { secret }
  })
}

/** Outbound signs with the new secret; the old stays accepted inbound for a day, then is gone. */
export async function promoteSecret(
  deps: Deps,
  caller: Caller,
  id: string,
): Promise<PartnerRecord | Refusal> {
  return changePartner(deps, id, async (tx) => {
    const partner = await lockPartner(tx, caller, id)
    if (!partner) return refuse('not_found')
    const now = deps.now()
    await deleteEndedSecrets(tx, id, now)
    const promoted = await promoteNextSecret(tx, id, new Date(now.getTime() + OLD_SECRET_ACCEPTED_MS))
    if (!promoted) return refuse('no_next_secret')
    await record(tx, { caller, at: now, action: 'partner.secret.promote', target: `partner:${id}` })
    return partner
  })
}
