import { hash } from 'node:crypto'
import { MAX_CODES_PER_UPLOAD } from '@counterfoil/contract/admin-codes.ts'

/** Twice as many as there can be codes, so that a free one is near. */
const SLOTS = 2 ** Math.ceil(Math.log2(2 * MAX_CODES_PER_UPLOAD))
/** 128 bits: no two codes will ever share them. */
const KEY_BYTES = 16
const FREE = '\0'.repeat(KEY_BYTES)

/**
 * Tells whether a code is new to an upload, in 32 MB however many and however long they are. A dry run needs it: the
 * table that would know is not written, and a transaction to be rolled back would hold a connection for as long as the
 * upload takes.
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
