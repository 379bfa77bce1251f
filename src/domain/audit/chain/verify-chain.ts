import type { Db, Reader } from '../../../platform/database/db.ts'
import { countUnchained, findHead } from './chain-queries.ts'
import { explainMisfit, type Misfit } from './explain-misfit.ts'
import { CHAIN_START, type Place } from './link.ts'
import { fits, hasErasedText } from './link-fits.ts'
import {
  allowLongVerification,
  findHashAt,
  findMissingQueuedEntry,
  findStrayEntry,
  findWrongErasure,
  listLinks,
  type StoredLink,
} from './verify-queries.ts'

export type Verification = {
  /** The newest place of the chain, to be kept elsewhere. */
  head: Place
  /** How many entries wait for the chain. */
  unchained: number
  /** How many entries have erased texts. They fit. */
  erased: number
  misfit: Misfit | null
}

type Options = { expected?: Place | null; onProgress?: (verified: number) => void; pageRows?: number }

/** Compares the audit log with its chain, in one snapshot and a page at a time. Changes nothing. */
export function verifyChain(db: Db, options: Options = {}): Promise<Verification> {
  return db.begin('isolation level repeatable read read only', async (tx) => {
    await allowLongVerification(tx)
    const { misfit, late, erased } = await walk(tx, options)
    return {
      head: (await findHead(tx)) ?? CHAIN_START,
      unchained: await countUnchained(tx),
      erased,
      misfit:
        misfit ??
        (await findUnexpectedHead(tx, options.expected ?? null)) ??
        (await findMisfitOutside(tx)) ??
        late,
    }
  })
}

type Walked = { misfit: Misfit | null; late: Misfit | null; erased: number }

async function walk(sql: Reader, { onProgress, pageRows = 5000 }: Options): Promise<Walked> {
  let previous: Place = CHAIN_START
  // A link before the first position would not belong there, so the walk starts before it.
  let after = Number.MIN_SAFE_INTEGER
  let late: Misfit | null = null
  let erased = 0
  for (;;) {
    const links: StoredLink[] = await listLinks(sql, after, pageRows)
    for (const link of links) {
      if (!fits(previous, link)) return { misfit: await explainMisfit(sql, previous, link), late, erased }
      if (hasErasedText(link)) erased += 1
      if (link.isLate) late ??= lateMisfit(link)
      previous = link
      after = link.position
    }
    onProgress?.(previous.position)
    if (links.length < pageRows) return { misfit: null, late, erased }
  }
}

function lateMisfit({ position, entryId, entry }: StoredLink): Misfit {
  const reason = `it is dated ${entry?.at}, but was chained over a day later: it was inserted, or the clock of a node was wrong`
  return { kind: 'inserted', position, entryId, reason }
}

/** A chain that was cut, or written again from some place on, fits in itself. Only a place that was kept elsewhere shows it. */
async function findUnexpectedHead(sql: Reader, expected: Place | null): Promise<Misfit | null> {
  if (expected === null || expected.position === 0) return null
  const { position } = expected
  const hash = await findHashAt(sql, position)
  if (hash === expected.hash) return null
  const found = { position, entryId: null }
  return hash === null
    ? { kind: 'removed', ...found, reason: 'the chain ends before the expected position' }
    : {
        kind: 'altered',
        ...found,
        reason: 'its hash is not the expected one: entries up to here were changed and chained again',
      }
}

async function findMisfitOutside(sql: Reader): Promise<Misfit | null> {
  const stray = await findStrayEntry(sql)
  if (stray !== null)
    return {
      ...{ kind: 'inserted', position: null, entryId: stray },
      reason: 'it is not in the chain and does not wait for it: it was inserted, or its link was removed',
    }
  const missing = await findMissingQueuedEntry(sql)
  if (missing !== null)
    return {
      ...{ kind: 'removed', position: null, entryId: missing },
      reason: 'it was removed before it was chained',
    }
  const wrong = await findWrongErasure(sql)
  if (wrong !== null)
    return {
      ...{ kind: 'altered', position: null, entryId: wrong.entryId },
      reason: `${wrong.texts} texts name ${wrong.erasedBy} as their erasure, which records ${wrong.recordedTexts}`,
    }
  return null
}
