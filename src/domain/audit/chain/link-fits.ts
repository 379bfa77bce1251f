import { ERASED_NAME } from '../queries.ts'
import { digestText, hashLink, type Place, TEXTS, type TextName } from './link.ts'
import type { StoredLink } from './verify-queries.ts'

/** Whether a link continues the chain, and its entry is as it was chained. */
export function fits(previous: Place, link: StoredLink): boolean {
  return (
    link.position === previous.position + 1 &&
    link.previousHash === previous.hash &&
    link.entry !== null &&
    hashesTo(link, link.position) &&
    findAlteredText(link) === null
  )
}

/** Whether the hash of the link is that of its entry, if the link was written for this position. */
export function hashesTo(
  { previousHash, hash, entry, digests, isLate }: StoredLink,
  position: number,
): boolean {
  return entry !== null && hashLink(previousHash, position, entry, digests, isLate) === hash
}

export function findAlteredText(link: StoredLink): TextName | null {
  return TEXTS.find((name) => stateOf(link, name) === 'altered') ?? null
}

export function hasErasedText(link: StoredLink): boolean {
  return TEXTS.some((name) => stateOf(link, name) === 'erased')
}

function stateOf({ entry, digests }: StoredLink, name: TextName): 'kept' | 'erased' | 'altered' {
  if (entry === null) return 'altered'
  const { [name]: text } = entry
  const { [name]: salt } = entry.salts
  const { [name]: digest } = digests
  if (digest === null) return text === null ? 'kept' : 'altered'
  if (salt === null) {
    const isEmpty = text === (name === 'actorName' ? ERASED_NAME : null)
    return isEmpty && entry.erasedBy !== null ? 'erased' : 'altered'
  }
  return text !== null && digestText(salt, text) === digest ? 'kept' : 'altered'
}
