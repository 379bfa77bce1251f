import { hash } from 'node:crypto'

/** The texts of an entry: free texts and names, which can be erased. */
export const TEXTS = ['actorName', 'before', 'after'] as const
export type TextName = (typeof TEXTS)[number]

/** What a link covers beside the texts. `at` is in UTC with microseconds. */
export type EntryFacts = {
  id: string
  at: string
  actorKind: string
  actorId: string | null
  action: string
  target: string
}

/** SHA-256 in hexadecimal digits; null for a text that is null. */
export type Digests = Record<TextName, string | null>

export type Place = { position: number; hash: string }

/** The place before the first link. */
export const CHAIN_START: Place = { position: 0, hash: '0'.repeat(64) }

/** The version of the form. Another form gets another one, so that a link fits exactly one of them. */
const FORM = 'counterfoil-audit-1'

/** The digest of a text. It reveals nothing about the text to a reader who does not know the salt. */
export function digestText(salt: string, text: string): string {
  const saltBytes = Buffer.from(salt.replaceAll('-', ''), 'hex')
  return hash('sha256', Buffer.concat([saltBytes, Buffer.from(text)]), 'hex')
}

/** The hash of the link at `position`. docs/internals/audit-chain.md describes the form, for other verifiers. */
export function hashLink(
  previousHash: string,
  position: number,
  { id, at, actorKind, actorId, action, target }: EntryFacts,
  { actorName, before, after }: Digests,
  isLate: boolean,
): string {
  const facts = [id, at, actorKind, actorId, action, target]
  const fields = [FORM, previousHash, String(position), ...facts, actorName, before, after]
  return hash('sha256', [...fields, isLate ? 'late' : 'in time'].map(netstring).join(''), 'hex')
}

/** The length in bytes, a colon, the text, a comma. No two lists of fields have the same form. */
function netstring(field: string | null): string {
  return field === null ? '-,' : `${Buffer.byteLength(field)}:${field},`
}
