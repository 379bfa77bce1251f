import { hash } from 'node:crypto'
import type { PartnerEntry } from '../../domain/actors/partner.ts'
import type { Claims } from '../../domain/partners/token.ts'

/** A token whose signature was verified, with the partner and key that verified it. */
export type VerifiedToken = {
  partner: PartnerEntry
  /** Identifies the key that verified the token. */
  keyIdentity: string
  claims: Claims
}

const MAX_BYTES = 16 * 1024 * 1024
/** The size of an entry without its texts: hash, identity, objects, map entry. */
const FIXED_BYTES = 500

/**
 * Tokens whose signature was verified already; the least recently used are evicted first. Keeps only a hash of each
 * token: that bounds the memory, and a leaked cache contains nothing to replay. The caller checks whether a cached token
 * is still valid.
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
      if (this.#bytes <= MAX_BYTES) break
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

/** The key of a token in the cache. */
export function tokenId(token: string): string {
  return hash('sha256', token, 'base64url')
}

function bytesOf({ claims: { externalUserId, email, displayName } }: VerifiedToken): number {
  return FIXED_BYTES + 2 * (externalUserId.length + (email?.length ?? 0) + (displayName?.length ?? 0))
}
