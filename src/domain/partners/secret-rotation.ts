import { randomBytes } from 'node:crypto'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Vault } from '../../platform/secrets.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { changePartner } from './change-partner.ts'
import type { PartnersDeps } from './directory.ts'
import {
  deleteEndedSecrets,
  deleteNextSecret,
  insertSecret,
  lockPartner,
  type NewSecret,
  type PartnerRecord,
  promoteNextSecret,
  type SecretState,
} from './queries.ts'

/** The secret has the format of Standard Webhooks, so that its libraries accept it unchanged. */
export function generateSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

export function sealedSecret(vault: Vault, partnerId: string, state: SecretState, secret: string): NewSecret {
  return {
    id: orderedId(),
    partnerId,
    state,
    sealed: vault.seal(partnerId, secret),
    sealedWith: vault.keyId,
  }
}

const OLD_SECRET_ACCEPTED_MS = 24 * 60 * 60 * 1000

/** Adds a new secret beside the old one. Both are accepted on requests to us; we still sign with the old one. */
export async function rotateSecret(
  deps: PartnersDeps,
  caller: Caller,
  id: string,
): Promise<{ secret: string } | Refusal> {
  return changePartner(deps, id, async (tx) => {
    const partner = await lockPartner(tx, caller, id)
    if (!partner) return refuse('not_found')
    const [now, secret] = [deps.now(), generateSecret()]
    await deleteNextSecret(tx, id)
    await insertSecret(tx, sealedSecret(deps.vault, id, 'NEXT', secret), now)
    await record(tx, { caller, at: now, action: 'partner.secret.rotate', target: `partner:${id}` })
    return { secret }
  })
}

/** From now on we sign with the new secret. The old one stays accepted on requests to us for a day. */
export async function promoteSecret(
  deps: PartnersDeps,
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
    return { ...partner, nextSecretSince: null }
  })
}
