import { setTimeout as sleep } from 'node:timers/promises'
import { addUp, askCells } from '../../platform/cells/merge.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import { QUEUE_DEADLINE_MS } from '../../platform/database/deadlines.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { listAuditEntries } from '../audit/queries.ts'
import { record } from '../audit/record.ts'
import { deleteNotesOfUser } from '../notes/queries.ts'
import { timeOf } from '../partners/partner-time.ts'
import { findClockOffset } from '../partners/queries.ts'
import { erasePersonalData } from '../redemptions/admin-queries.ts'
import type { Archive, Manifest } from '../redemptions/archive/archive-folder.ts'
import { lockArchive, updateArchivedFile } from '../redemptions/archive/archive-queries.ts'
import { eraseFromArchive } from '../redemptions/archive/rewrite-archive.ts'
import { anonymizeActiveUser } from '../users/lifecycle.ts'
import { removeExternalId } from '../users/user-queries.ts'
import { deleteFavoritesOfUser } from '../wallet/queries.ts'
import type { Person } from './export-queries.ts'

/** A file of an archive that was rewritten, with its checksums. */
export type RewrittenFile = { month: string; rows: number; before: string; after: string }

export type Removed = {
  externalId: boolean
  favorites: number
  redemptions: number
  positions: number
  voidReasons: number
  reviewNotes: number
  notes: number
}

export type Erasure = {
  userId: string
  /** False if the user had been anonymized before. */
  anonymized: boolean
  removed: Removed
  archives: RewrittenFile[]
}

type Options = {
  archives: Archive[]
  signal: AbortSignal
  /** How long requests that began earlier can still write. */
  settleMs?: number
}

const ACTION = 'user.erase'
const MAX_ERASURES = 1000

/**
 * Erases a person: anonymizes the user as their partner would, then removes the data that an anonymized user keeps. It can
 * be repeated, also after an interruption. The external id is removed last, because it finds the user. Returns null if
 * another erasure, or an archive, is running.
 */
export async function erasePerson(
  deps: Runtime,
  caller: Caller,
  person: Person,
  options: Options,
): Promise<Erasure | null> {
  const databases = await askCells(deps, async ({ db }) => db)
  return withArchivesLocked(databases, async () => {
    const partner = { clockOffsetMs: await findClockOffset(deps.db, person.partnerId) }
    const anonymized = await deps.db.begin((tx) =>
      anonymizeActiveUser(tx, caller, partner, person, deps.now()),
    )
    if (anonymized) await sleep(options.settleMs ?? QUEUE_DEADLINE_MS, null, { signal: options.signal })
    const manifests = await rewriteArchives(deps, person, options)
    const inCells: RemovedHere[] = []
    for (const db of databases)
      if (db !== deps.db) inCells.push(await db.begin((tx) => removeHere(tx, person, manifests)))
    const { removed, archives } = await deps.db.begin((tx) =>
      removeRest(tx, deps.now(), caller, person, partner, manifests, inCells),
    )
    return { userId: person.userId, anonymized, removed, archives }
  })
}

/** A month that is being archived cannot be changed, and its file would contain the data that we erase. */
async function withArchivesLocked<T>([db, ...others]: Db[], work: () => Promise<T>): Promise<T | null> {
  if (!db) return work()
  return db.begin(async (lock) => ((await lockArchive(lock)) ? withArchivesLocked(others, work) : null))
}

type RemovedHere = Omit<Removed, 'externalId'>

/** Removes what one database has besides the user. */
async function removeHere(tx: Tx, { userId }: Person, manifests: Manifest[]): Promise<RemovedHere> {
  const favorites = await deleteFavoritesOfUser(tx, userId)
  const notes = await deleteNotesOfUser(tx, userId)
  for (const { sha256, rewritten = [] } of manifests)
    await updateArchivedFile(
      tx,
      rewritten.map(({ from }) => from),
      sha256,
    )
  return { favorites, notes, ...(await erasePersonalData(tx, userId)) }
}

const COUNTS = [
  ...(['favorites', 'notes', 'redemptions'] as const),
  ...(['positions', 'voidReasons', 'reviewNotes'] as const),
]

async function rewriteArchives(
  { now }: Runtime,
  { userId }: Person,
  { archives, signal }: Options,
): Promise<Manifest[]> {
  const manifests: Manifest[] = []
  for (const archive of archives) {
    signal.throwIfAborted()
    manifests.push(await eraseFromArchive(archive, userId, { signal, now: now() }))
  }
  return manifests
}

/** All files that were ever rewritten for this person. Those of an interrupted run are not in the audit log yet. */
function rewrittenFor({ userId }: Person, manifests: Manifest[]): RewrittenFile[] {
  return manifests.flatMap(({ month, rewritten = [] }) =>
    rewritten
      .filter((one) => one.userId === userId)
      .map(({ rows, from, to }) => ({ month, rows, before: from, after: to })),
  )
}

async function removeRest(
  tx: Tx,
  now: Date,
  caller: Caller,
  person: Person,
  partner: { clockOffsetMs: number },
  manifests: Manifest[],
  inCells: RemovedHere[],
): Promise<{ removed: Removed; archives: RewrittenFile[] }> {
  const { userId, partnerId } = person
  // The partner may have revived the user since.
  await anonymizeActiveUser(tx, caller, partner, person, now)
  const externalId = await removeExternalId(tx, userId, timeOf(partner, now))
  const atHome = await removeHere(tx, person, manifests)
  const [all = atHome] = addUp([atHome, ...inCells], () => '', COUNTS)
  const removed = { externalId, ...all }
  const { favorites, notes } = removed
  const known = await listRecordedFiles(tx, userId)
  const archives = rewrittenFor(person, manifests).filter(({ after }) => !known.has(after))
  if (externalId || favorites + notes > 0 || removed.redemptions > 0 || archives.length > 0)
    await record(tx, {
      ...{ caller, at: now, action: ACTION, target: `user:${userId}` },
      after: { partnerId, ...removed, archives },
    })
  return { removed, archives }
}

/** The checksums of the files that are already in the audit log. */
async function listRecordedFiles(tx: Tx, userId: string): Promise<Set<string>> {
  const filter = { target: `user:${userId}`, action: ACTION }
  const entries = await listAuditEntries(tx, { limit: MAX_ERASURES, before: null }, filter)
  const files = entries.flatMap(({ after }) => (after?.archives ?? []) as RewrittenFile[])
  return new Set(files.map(({ after }) => after))
}
