import type { Runtime } from '../../platform/runtime.ts'
import { movePinHash } from './outlet-queries.ts'

/** Hashes PINs again with the new SECRETS_KEY. A PIN is hashed when it is used, because only then are its digits known. */
export type PinMoves = { offer(outletId: string, pin: string, hash: Buffer): void }

const MAX_REMEMBERED = 20_000

/** Responses do not wait for a move. A move that fails is offered again with the next redemption. */
export function openPinMoves({ db, vault, log }: Pick<Runtime, 'db' | 'vault' | 'log'>): PinMoves {
  // This node may use the old hash until the catalog changes. The set keeps it from writing at every redemption.
  const offered = new Set<string>()
  return {
    offer(outletId, pin, hash) {
      const next = vault.hashPin(outletId, pin)
      const key = `${outletId} ${hash.toString('base64')}`
      if (next.equals(hash) || offered.has(key)) return
      if (offered.size >= MAX_REMEMBERED) offered.clear()
      offered.add(key)
      const moved = { pinHash: next, pinHashedWith: vault.keyId }
      db.begin((tx) => movePinHash(tx, outletId, hash, moved)).catch((error) => {
        offered.delete(key)
        log.warn({ err: error, outletId }, 'could not hash a PIN with the new SECRETS_KEY')
      })
    },
  }
}
