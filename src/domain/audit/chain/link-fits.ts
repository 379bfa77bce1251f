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
  return TEXTS.find((name) => isAltered(link, name)) ?? null
}

/** For a link that fits: a text without its salt was erased. */
export function hasErasedText({ entry, digests }: StoredLink): boolean {
  return TEXTS.some((name) => digests[name] !== null && entry?.salts[name] === null)
}

function isAltered({ entry, digests }: StoredLink, name: TextName): boolean {
  if (entry === null) return true
  const text = entry[name]
  const salt = entry.salts[name]
  const digest = digests[name]
  if (digest === null) return text !== null
  if (salt !== null) return text === null || digestText(salt, text) !== digest
  const erasedText = name === 'actorName' ? ERASED_NAME : null
  return entry.erasedBy === null || text !== erasedText
}
