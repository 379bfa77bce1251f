import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { isLockTimeout, isRaceLost } from '../../../platform/database/failures.ts'
import { latestVersion } from '../../../platform/database/migrate.ts'
import { monthAfter, monthText } from '../months/month.ts'
import { publishCsv, removeFile, verifyCsv, writeCsv } from './archive-file.ts'
import {
  type Column,
  deleteEndedCounters,
  dropPart,
  freezePart,
  getPartState,
  insertArchivedCounts,
  listArchivedMonths,
  listColumns,
  listPartsBefore,
  lockArchive,
  type Part,
  type PartState,
  readPart,
  requireArchiveLock,
  unfreezePart,
} from './archive-queries.ts'

/** The current month and the 12 before it stay: stats compare with the year before, and support voids and explains. */
export const MONTHS_KEPT = 12
const MAX_LOCK_TRIES = 50
const LOCK_PAUSE_MS = 300
const BATCH_COUNTERS = 5000

export type ArchivedFile = { file: string; rows: number; sha256: string }
/** Why nothing, or no further month, was archived. */
export type ArchiveRefusal = { refused: string }

export type ArchiveOptions = {
  before: Date
  folder: string
  evenUnreviewed: boolean
  now: Date
  signal: AbortSignal
  onProgress: (text: string, done: number, total: number) => void
  onArchived: (file: ArchivedFile) => void
}

/** The newest `before` that is allowed. */
export function latestArchivable(now: Date): Date {
  return monthAfter(now, -MONTHS_KEPT)
}

/**
 * Archives the months before a time, oldest first. Each month is written to a file, compared with it, and dropped. If this
 * is interrupted at any point, the month is either still in the database, or archived with its file.
 */
export function archiveMonths(db: Db, options: ArchiveOptions): Promise<ArchiveRefusal | null> {
  return db.begin(async (lock) => {
    // Only one archive may run: the first one to end would unfreeze a month while the other still writes its file.
    if (await lockArchive(lock)) return archiveWhileLocked(db, lock, options)
    return {
      refused: 'another archive of this database is running: wait until it ends, then run the command again',
    }
  })
}

async function archiveWhileLocked(db: Db, lock: Tx, options: ArchiveOptions): Promise<ArchiveRefusal | null> {
  const parts = await listPartsBefore(db, options.before)
  if (parts.length === 0) {
    // An earlier run may have been interrupted before this cleanup.
    await clearEndedCounters(db, options)
    const archived = await listArchivedMonths(db, options.before)
    return archived.length === 0
      ? { refused: `there are no whole months before ${monthText(options.before)}` }
      : {
          refused: `already archived: every month before ${monthText(options.before)}, last ${archived.at(-1)}`,
        }
  }
  for (const part of parts) {
    const refusal = await archivePart(db, lock, part, options)
    if (refusal) return refusal
  }
  await clearEndedCounters(db, options)
  return null
}

async function archivePart(
  db: Db,
  lock: Tx,
  part: Part,
  options: ArchiveOptions,
): Promise<ArchiveRefusal | null> {
  const state = await getPartState(db.withLimits({ deadlineMs: 60_000 }), part)
  const refusal = refusalOf(part, state, options)
  if (refusal) return refusal
  await withLock(options.signal, () => db.begin((tx) => freezePart(tx, part)))
  try {
    const columns = await listColumns(db)
    const written = await writeFileOf(db, part, columns, state, options)
    if ('refused' in written) return written
    await db.begin((tx) => insertArchivedCounts(tx, part))
    options.signal.throwIfAborted()
    await requireArchiveLock(lock)
    await withLock(options.signal, () =>
      db.begin((tx) => dropPart(tx, part, { ...written, at: options.now })),
    )
    options.onArchived(written)
    return null
  } finally {
    await thaw(db, part)
  }
}

/** Unfreezes the partition if it still exists. A month left frozen is handled by the next run. */
async function thaw(db: Db, part: Part): Promise<void> {
  const remaining = await listPartsBefore(db, new Date(part.until))
  if (!remaining.some(({ name }) => name === part.name)) return
  await withLock(AbortSignal.timeout(30_000), () => db.begin((tx) => unfreezePart(tx, part)))
}

function refusalOf(
  part: Part,
  { unreviewed, areStatsClosed, openStatementMonth }: PartState,
  options: ArchiveOptions,
): ArchiveRefusal | null {
  if (!areStatsClosed)
    return { refused: `the stats of ${titleOf(part)} are not counted yet: start a worker and try again` }
  if (openStatementMonth !== null)
    return {
      refused: `${titleOf(part)} has redemptions of the statement month ${openStatementMonth}, which is open: close it first`,
    }
  if (unreviewed > 0 && !options.evenUnreviewed)
    return {
      refused: `flagged redemptions of ${titleOf(part)} are not reviewed (${unreviewed}): review them, or pass --even-unreviewed`,
    }
  return null
}

const titleOf = ({ from }: Part) => from.slice(0, 7)
const fileNameOf = (part: Part) => `redemptions-${titleOf(part)}`

async function writeFileOf(
  db: Db,
  part: Part,
  columns: Column[],
  { rows: total }: PartState,
  { folder, now, signal, onProgress }: ArchiveOptions,
): Promise<ArchivedFile | ArchiveRefusal> {
  const path = join(folder, `${fileNameOf(part)}.csv.gz`)
  const manifestPath = join(folder, `${fileNameOf(part)}.json`)
  // The file name contains the process id: another process that runs by mistake must not write to the same file.
  const partial = `${path}.${process.pid}.part`
  const names = columns.map(({ name }) => name)
  const track = (verb: string) => {
    let done = 0
    return (rows: number) => {
      done += rows
      onProgress(`${verb} ${titleOf(part)}: ${done} of ${total} redemptions`, done, total)
    }
  }
  try {
    await writeCsv(partial, names, readPart(db, part, columns), { signal, onRows: track('writing') })
    const verified = await verifyCsv(partial, names, readPart(db, part, columns), {
      signal,
      onRows: track('verifying'),
    })
    if (verified === null || verified.rows !== total)
      return {
        refused: `${partial} differs from the table after it was written: check the disk. Nothing was dropped`,
      }
    // If an earlier run was interrupted just before the drop, this manifest belongs to the same file.
    const former = await readFile(manifestPath, 'utf8').catch(() => null)
    if (former !== null && JSON.parse(former).sha256 !== verified.sha256)
      return {
        refused: `${path} belongs to another archive, and ${titleOf(part)} is not archived: move it away`,
      }
    const manifest = {
      ...{ month: titleOf(part), from: part.from, until: part.until, file: `${fileNameOf(part)}.csv.gz` },
      ...verified,
      ...{ columns: names, schemaVersion: await latestVersion(), archivedAt: now.toISOString() },
    }
    await publishCsv(partial, path, manifestPath, manifest)
    return { file: path, ...verified }
  } finally {
    await removeFile(partial)
  }
}

async function clearEndedCounters(db: Db, { now, signal, onProgress }: ArchiveOptions): Promise<void> {
  const endedBefore = monthAfter(now, -1)
  for (let cleared = 0; !signal.aborted; ) {
    const count = await db.begin((tx) => deleteEndedCounters(tx, endedBefore, BATCH_COUNTERS))
    if (count === 0) return
    cleared += count
    onProgress(`clearing counters of cycles that have ended: ${cleared}`, 0, 0)
  }
}

/** While we wait for our lock, all others wait behind us. So we give up soon, and try again. */
async function withLock(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(isLockTimeout(error) || isRaceLost(error)) || tries === MAX_LOCK_TRIES) throw error
      signal.throwIfAborted()
      await sleep(LOCK_PAUSE_MS)
    }
  }
}
