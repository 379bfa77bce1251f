import { CLI } from '../actors/caller.ts'
import { changePartner } from './change-partner.ts'
import type { PartnersDeps } from './directory.ts'
import {
  listPartnersSealedOtherwise,
  lockPartner,
  lockSecretsSealedOtherwise,
  updateSealedSecret,
} from './queries.ts'

const BATCH_PARTNERS = 100

/** Encrypts every partner secret with the key in use, one partner per transaction. Can be stopped in between. */
export async function reencryptSecrets(
  deps: PartnersDeps,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<{ reencrypted: number; unreadable: string[] }> {
  const unreadable: string[] = []
  let reencrypted = 0
  let after: string | null = null
  for (;;) {
    const partnerIds = await listPartnersSealedOtherwise(deps.db, deps.vault.keyId, after, BATCH_PARTNERS)
    for (const partnerId of partnerIds) {
      signal.throwIfAborted()
      reencrypted += await reencryptPartner(deps, partnerId, unreadable)
      onProgress(reencrypted)
    }
    after = partnerIds.at(-1) ?? null
    if (after === null) return { reencrypted, unreadable }
  }
}

async function reencryptPartner(
  deps: PartnersDeps,
  partnerId: string,
  unreadable: string[],
): Promise<number> {
  const { vault } = deps
  const changed = await changePartner(deps, partnerId, async (tx) => {
    await lockPartner(tx, CLI, partnerId)
    let count = 0
    for (const { id, sealed } of await lockSecretsSealedOtherwise(tx, partnerId, vault.keyId)) {
      const secret = openOrNull(() => vault.open(partnerId, sealed))
      if (secret === null) unreadable.push(id)
      else {
        await updateSealedSecret(tx, { id, sealed: vault.seal(partnerId, secret), sealedWith: vault.keyId })
        count += 1
      }
    }
    return { count }
  })
  return 'count' in changed ? changed.count : 0
}

function openOrNull(open: () => string): string | null {
  try {
    return open()
  } catch {
    return null
  }
}
