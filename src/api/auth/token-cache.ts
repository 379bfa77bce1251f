import { hash } from 'node:crypto'
import type { PartnerEntry } from '../../domain/partners/directory.ts'
import type { Claims } from './token.ts'

/** A token whose signature was found good, and all that this rested on. */
export type VerifiedToken = {
  partner: PartnerEntry
  /** Of the key that verified it. */
  keyIdentity: string
  claims: Claims
}

const MOST_BYTES = 16 * 1024 * 1024
/** Of an entry without its texts: hash, identity, objects, its place in the map. */
const FIXED_BYTES = 500

/**
 * Tokens that need no second signature check, the least recently seen forgotten first. Only a hash of each is kept: it
 * bounds the memory, and nothing here could be replayed. Whether one still holds is for its user to judge.
 */
export class TokenCache {
  #entries = new Map<string, VerifiedToken>()
  #bytes = 0

  get(id: string): VerifiedToken | null {
    const found = this.#entries.get(id)
    if (!found) return null
    this.#entries.delete(id)
    this.#entries.set(id, found)
    return found
  }

  set(id: string, verified: VerifiedToken): void {
    this.delete(id)
    this.#entries.set(id, verified)
    this.#bytes += bytesOf(verified)
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= MOST_BYTES) break
      this.delete(oldest)
    }
  }

  delete(id: string): void {
    const found = this.#entries.get(id)
    if (!found) return
    this.#entries.delete(id)
    this.#bytes -= bytesOf(found)
  }

  deleteOf(partnerId: string): void {
    for (const [id, { partner }] of this.#entries) {
      if (partner.id === partnerId) this.delete(id)
    }
  }

  get size(): number {
    return this.#entries.size
  }
}

/** What stands for a token here. */
export function tokenId(token: string): string {
  return hash('sha256', token, 'base64url')
}

function bytesOf({ claims: { externalUserId, email, displayName } }: VerifiedToken): number {
  return FIXED_BYTES + 2 * (externalUserId.length + (email?.length ?? 0) + (displayName?.length ?? 0))
}
