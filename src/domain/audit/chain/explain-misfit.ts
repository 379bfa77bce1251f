import type { Reader } from '../../../platform/database/db.ts'
import type { Place, TextName } from './link.ts'
import { findAlteredText, hashesTo } from './link-fits.ts'
import { findEntryAt, listLinks, type StoredLink } from './verify-queries.ts'

/** The first entry that is not as it was chained. Without a position: an entry that is not in the chain. */
export type Misfit = {
  kind: 'altered' | 'removed' | 'inserted'
  position: number | null
  entryId: string | null
  reason: string
}

const COLUMN: Record<TextName, string> = { actorName: 'actor_name', before: 'before', after: 'after' }

/** By how many positions we look for the place where a link was before. */
const MAX_MOVE = 1000

/** Says what happened to the first link that does not fit: a person who removes or inserts a link may move the others. */
export async function explainMisfit(sql: Reader, previous: Place, link: StoredLink): Promise<Misfit> {
  const { position, entryId } = link
  const expected = previous.position + 1
  if (position < expected)
    return { kind: 'inserted', position, entryId, reason: 'the chain starts at position 1' }
  if (position > expected) return missing(expected, position - 1)
  if (link.entry === null)
    return {
      kind: 'removed',
      position,
      entryId,
      reason: 'the audit log does not have the entry of this link',
    }
  const text = findAlteredText(link)
  if (text !== null)
    return {
      kind: 'altered',
      position,
      entryId,
      reason: `its ${COLUMN[text]} is not the one that was chained`,
    }
  if (!hashesTo(link, position)) return explainWrongHash(sql, previous, link)
  return {
    kind: 'altered',
    position: previous.position,
    entryId: await findEntryAt(sql, previous.position),
    reason: `it was chained again: the link at position ${position} continues another one`,
  }
}

function missing(from: number, to: number): Misfit {
  const reason = from === to ? 'this position is missing' : `the positions ${from} to ${to} are missing`
  return { kind: 'removed', position: from, entryId: null, reason }
}

async function explainWrongHash(sql: Reader, previous: Place, link: StoredLink): Promise<Misfit> {
  const { position, entryId } = link
  const moves = Array.from({ length: MAX_MOVE }, (_, n) => n + 1)
  const removed = moves.find((move) => hashesTo(link, position + move))
  if (removed !== undefined)
    return {
      ...{ kind: 'removed', position, entryId: null },
      reason: `the entry of this position is missing: entry ${entryId} stands here, and was at position ${position + removed}`,
    }
  const inserted = moves.find((move) => hashesTo(link, position - move))
  if (inserted !== undefined)
    return {
      ...{ kind: 'inserted', position: position - inserted },
      entryId: await findEntryAt(sql, position - inserted),
      reason: `entry ${entryId} was at this position before`,
    }
  const [next] = await listLinks(sql, position, 1)
  if (next?.previousHash === previous.hash)
    return {
      ...{ kind: 'inserted', position, entryId },
      reason: `the link at position ${next.position} does not continue it, but the one before it`,
    }
  return {
    ...{ kind: 'altered', position, entryId },
    reason: 'its time, actor, action, target or link is not the one that was chained',
  }
}
