import type { Tx } from '../../../platform/database/db.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import {
  deleteQueued,
  findHead,
  getProgress,
  hasUnchained,
  insertLinks,
  listQueuedEntries,
  lockChain,
  type NewLink,
  type SaltedEntry,
  updateProgress,
} from './chain-queries.ts'
import { CHAIN_START, digestText, hashLink, type Place, type TextName } from './link.ts'

type ChainDeps = Pick<Runtime, 'cell' | 'db' | 'now' | 'log'>
type Batch = { head: Place; isLogDue: boolean; mayContinue: boolean }

const BATCH_ROWS = 1000
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** Chains all entries that are committed, in batches. One worker of the cluster does so at a time. */
export async function chainAudit(
  deps: ChainDeps,
  stopping?: AbortSignal,
  batchRows = BATCH_ROWS,
): Promise<void> {
  while (!stopping?.aborted && (await isWorkDue(deps))) {
    const batch = await deps.db.begin((tx) => chainBatch(tx, deps.now(), batchRows))
    if (batch === null) return
    const { head, isLogDue, mayContinue } = batch
    if (isLogDue)
      deps.log.info(
        { ...head, ...(deps.cell && { cell: deps.cell }) },
        'newest position and hash of the audit chain',
      )
    if (!mayContinue) return
  }
}

async function isWorkDue({ db, now }: ChainDeps): Promise<boolean> {
  if (await hasUnchained(db)) return true
  const { caughtUpAt, loggedAt } = await getProgress(db)
  return isAgo(caughtUpAt, HOUR_MS, now()) || isAgo(loggedAt, DAY_MS, now())
}

const isAgo = (time: Date | null, ms: number, now: Date) =>
  time === null || now.getTime() - time.getTime() >= ms

/** Chains one batch. Returns null if another worker is chaining. */
async function chainBatch(tx: Tx, now: Date, batchRows: number): Promise<Batch | null> {
  const progress = await lockChain(tx)
  if (progress === null) return null
  const entries = await listQueuedEntries(tx, batchRows)
  const head = await append(tx, entries, progress.caughtUpAt)
  if (entries.length > 0)
    await deleteQueued(
      tx,
      entries.map(({ number }) => number),
    )
  const mayContinue = entries.length === batchRows
  const isCaughtUp = !mayContinue && isAgo(progress.caughtUpAt, HOUR_MS, now)
  const isLogDue = head.position > 0 && isAgo(progress.loggedAt, DAY_MS, now)
  if (isCaughtUp || isLogDue)
    await updateProgress(tx, {
      ...progress,
      ...(isCaughtUp && { caughtUpAt: now }),
      ...(isLogDue && { loggedAt: now }),
    })
  return { head, isLogDue, mayContinue }
}

/** Appends a link for each entry. Returns the new head. */
async function append(tx: Tx, entries: SaltedEntry[], caughtUpAt: Date | null): Promise<Place> {
  const head = (await findHead(tx)) ?? CHAIN_START
  const links: NewLink[] = []
  for (const entry of entries) links.push(linkAfter(links.at(-1) ?? head, entry, caughtUpAt))
  if (links.length > 0) await insertLinks(tx, links)
  const { position, hash } = links.at(-1) ?? head
  return { position, hash }
}

function linkAfter(previous: Place, entry: SaltedEntry, caughtUpAt: Date | null): NewLink {
  const position = previous.position + 1
  const digests = {
    actorName: digestOf(entry, 'actorName'),
    before: digestOf(entry, 'before'),
    after: digestOf(entry, 'after'),
  }
  const isLate = caughtUpAt !== null && Date.parse(entry.at) < caughtUpAt.getTime() - DAY_MS
  const hash = hashLink(previous.hash, position, entry, digests, isLate)
  return { position, hash, entryId: entry.id, previousHash: previous.hash, digests, isLate }
}

function digestOf(entry: SaltedEntry, name: TextName): string | null {
  const text = entry[name]
  if (text === null) return null
  const salt = entry.salts[name]
  if (salt === null) throw new Error(`entry ${entry.id} has no salt for ${name}`)
  return digestText(salt, text)
}
