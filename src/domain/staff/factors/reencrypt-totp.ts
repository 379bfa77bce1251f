import type { Runtime } from '../../../platform/runtime.ts'
import { listTotpSealedOtherwise, lockTotp, updateSealedTotp } from './factor-queries.ts'
import { totpOwner } from './factors.ts'

/**
 * Encrypts the secret of every authenticator app with the key in use, one member per transaction. `unreadable` lists the
 * members whose secret neither key can decrypt: an admin has to remove their factors.
 */
export async function reencryptTotp(
  { db, vault }: Pick<Runtime, 'db' | 'vault'>,
  signal: AbortSignal,
): Promise<{ reencrypted: number; unreadable: string[] }> {
  const unreadable: string[] = []
  let reencrypted = 0
  for (const staffId of await listTotpSealedOtherwise(db, vault.keyId)) {
    signal.throwIfAborted()
    await db.begin(async (tx) => {
      const totp = await lockTotp(tx, staffId)
      if (!totp) return
      try {
        const secret = vault.seal(totpOwner(staffId), vault.open(totpOwner(staffId), totp.secret))
        await updateSealedTotp(tx, staffId, { secret, sealedWith: vault.keyId })
        reencrypted += 1
      } catch {
        unreadable.push(staffId)
      }
    })
  }
  return { reencrypted, unreadable }
}
