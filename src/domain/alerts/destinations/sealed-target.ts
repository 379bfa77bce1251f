import { randomBytes } from 'node:crypto'
import type { Vault } from '../../../platform/secrets.ts'
import type { SealedTarget } from './destination-queries.ts'

/** Where messages go, and what signs them. Both are secrets: everybody who knows the URL of a chat can write there. */
export type Target = { url: string; secret: string | null }

const ownerOf = (id: string) => `alert destination ${id}`

export function sealTarget(vault: Vault, id: string, target: Target): SealedTarget {
  return {
    host: new URL(target.url).host,
    sealed: vault.seal(ownerOf(id), JSON.stringify(target)),
    sealedWith: vault.keyId,
  }
}

/** Throws if neither key can decrypt it. */
export function openTarget(vault: Vault, id: string, sealed: Buffer): Target {
  return JSON.parse(vault.open(ownerOf(id), sealed))
}

export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}
