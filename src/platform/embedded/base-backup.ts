/**
 * Copies the embedded PostgreSQL while it runs. The npm package has no pg_basebackup, so this uses PostgreSQL's low-level
 * backup functions. https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findCluster, readPassword } from './cluster.ts'
import { openSession, readPidFile, type Session } from './postmaster.ts'

/** Paths are relative to the cluster. */
export type BackupTarget = {
  /** Copies a file, if it still exists. */
  copy(path: string): Promise<void>
  /** Adds a file that the cluster does not have. */
  write(path: string, text: string): Promise<void>
}

/** Folders that are copied empty: PostgreSQL creates their contents again. */
const EMPTIED = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp'],
  'pg_subtrans',
])
const LEFT_OUT = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*|backup_label.*|tablespace_map.*)$/
/** The folders of pg_wal that must exist. */
const WAL_FOLDERS = ['pg_wal/archive_status', 'pg_wal/summaries']

/** Creates the folders of the cluster under `folder`, and passes each file to `target`. */
export async function copyRunningCluster(
  directory: string,
  folder: string,
  target: BackupTarget,
): Promise<void> {
  const path = findCluster(directory)
  const running = path === null ? null : readPidFile(path)
  if (path === null || running === null) throw new Error(`no PostgreSQL runs in ${directory}`)
  const session = await openSession(
    running.port,
    readPassword(directory),
    `counterfoil backup ${process.pid}`,
  )
  try {
    await copyConsistently(session, path, folder, target)
  } finally {
    session.close()
  }
}

/** The session must stay open: PostgreSQL ends the backup, and drops the slot, when it closes. */
async function copyConsistently(
  session: Session,
  path: string,
  folder: string,
  target: BackupTarget,
): Promise<void> {
  // Keeps the log from being recycled until we have copied it.
  await session.query(
    `SELECT pg_create_physical_replication_slot('counterfoil_backup_${process.pid}', true, true)`,
  )
  const [start] = await session.query(
    `SELECT pg_walfile_name(pg_backup_start('counterfoil backup', true)) AS segment`,
  )
  await copyFolder(path, folder, '', target)
  const [stop] = await session.query(
    `SELECT labelfile, pg_walfile_name(lsn) AS segment FROM pg_backup_stop(false)`,
  )
  for (const inside of WAL_FOLDERS) await mkdir(join(folder, inside), { recursive: true, mode: 0o700 })
  for (const name of (await readdir(join(path, 'pg_wal'))).toSorted()) {
    const isNeeded = /^[0-9A-F]{24}$/.test(name) && name >= start.segment && name <= stop.segment
    if (isNeeded || name.endsWith('.history')) await target.copy(`pg_wal/${name}`)
  }
  // Tells the restored PostgreSQL where its recovery begins.
  await target.write('backup_label', stop.labelfile)
}

async function copyFolder(path: string, folder: string, inside: string, target: BackupTarget): Promise<void> {
  await mkdir(join(folder, inside), { recursive: true, mode: 0o700 })
  if (EMPTIED.has(inside)) return
  for (const entry of await readdir(join(path, inside), { withFileTypes: true })) {
    if (LEFT_OUT.test(entry.name)) continue
    const name = inside === '' ? entry.name : `${inside}/${entry.name}`
    if (entry.isDirectory()) await copyFolder(path, folder, name, target)
    else await target.copy(name)
  }
}
