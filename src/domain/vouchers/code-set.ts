import { hash } from 'node:crypto'
import { MAX_CODES_PER_UPLOAD } from '@counterfoil/contract/admin/codes.ts'

/** There are a third more slots than codes, so that a free slot is always near. */
const SLOTS = Math.ceil((4 / 3) * MAX_CODES_PER_UPLOAD)
/** With 128 bits, collisions are practically impossible. */
const KEY_BYTES = 16
const FREE = '\0'.repeat(KEY_BYTES)

/**
 * Returns a function that adds a code and returns whether it was new. Uses up to 21 MB, however long the codes are. Dry
 * runs need it: they do not write the table that would find duplicates, and a transaction to roll back would hold a
 * connection for the whole upload.
 */
export function createCodeSet(): (code: string) => boolean {
  const table = Buffer.alloc(SLOTS * KEY_BYTES)
  return (code) => {
    const key = hash('sha256', code, 'latin1').slice(0, KEY_BYTES)
    let slot = (key.charCodeAt(0) | (key.charCodeAt(1) << 8) | (key.charCodeAt(2) << 16)) % SLOTS
    for (;;) {
      const at = slot * KEY_BYTES
      const held = table.toString('latin1', at, at + KEY_BYTES)
      if (held === key) return false
      if (held === FREE) {
        table.write(key, at, 'latin1')
        return true
      }
      slot = (slot + 1) % SLOTS
    }
  }
}
