import type { Runtime } from '../../../platform/runtime.ts'
import { listSealedOtherwise, lockSealed, updateSealed } from './destination-queries.ts'
import { openTarget, sealTarget } from './sealed-target.ts'

/** Encrypts every URL and secret of a destination with the key in use, one destination per transaction. */
export async function reencryptDestinations(
  { db, vault }: Pick<Runtime, 'db' | 'vault'>,
  signal: AbortSignal,
): Promise<{ reencrypted: number; unreadable: string[] }> {
  const unreadable: string[] = []
  let reencrypted = 0
  for (const id of await listSealedOtherwise(db, vault.keyId)) {
    signal.throwIfAborted()
    await db.begin(async (tx) => {
      const sealed = await lockSealed(tx, id)
      if (sealed === null) return
      try {
        await updateSealed(tx, id, sealTarget(vault, id, openTarget(vault, id, sealed)))
        reencrypted += 1
      } catch {
        unreadable.push(id)
      }
    })
  }
  return { reencrypted, unreadable }
}
