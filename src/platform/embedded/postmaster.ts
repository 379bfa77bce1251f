/**
 * Finds a PostgreSQL that already runs on a cluster, by its postmaster.pid, and stops it if its owner is gone. The owner
 * is the process that started it, and keeps a session named `counterfoil owner <pid>` open for its whole life. A server
 * without such a session is an orphan: its owner was killed.
 */
import { readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseClient } from '../database/client.ts'
import { toRows } from '../database/rows.ts'

export type Postmaster = { pid: number; port: number; ready: boolean }
/** A connection to the maintenance database. */
export type Session = {
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the columns
  query(text: string): Promise<any[]>
  /** Allows the process to exit while the session is open. */
  unref(): void
  close(): void
}
type Place = { path: string; password: string }

/** Longer than client_connection_check_interval: by then the sessions of a killed owner have ended. */
const OWNER_GRACE_MS = 2_500
const ANSWER_TIMEOUT_MS = 30_000
const STOP_TIMEOUT_MS = 20_000

/** https://www.postgresql.org/docs/18/storage-file-layout.html and pidfile.h: pid, folder, time, port, …, status. */
export function readPidFile(cluster: string): Postmaster | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3] ?? 0), ready: lines[7]?.trim() === 'ready' }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The pid may belong to another process by now, or to a zombie. A postmaster's working directory is its cluster. */
function runsOn(cluster: string, pid: number): boolean {
  if (process.platform !== 'linux') return isAlive(pid)
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}

/** Connects to the maintenance database, so the database `counterfoil` can be cloned or dropped meanwhile. */
export async function openSession(port: number, password: string, name: string): Promise<Session> {
  const url = `postgres://counterfoil:${password}@127.0.0.1:${port}/postgres`
  const client = new DatabaseClient({ url, name, settings: {} })
  try {
    await client.connect()
  } catch (error) {
    client.destroy()
    throw error
  }
  return {
    query: async (text) =>
      toRows<Record<string, unknown>[]>(
        await client.send({ text, values: [] }, { deadlineMs: ANSWER_TIMEOUT_MS }),
      ),
    unref: () => (client as unknown as { unref(): void }).unref(),
    close: () => client.destroy(),
  }
}

/** Waits until the cluster's server answers; null if none runs. */
export async function findPostmaster({ path, password }: Place): Promise<(Session & Postmaster) | null> {
  const deadline = Date.now() + ANSWER_TIMEOUT_MS
  for (;;) {
    const found = readPidFile(path)
    if (found === null || !runsOn(path, found.pid)) return null
    try {
      return { ...found, ...(await openSession(found.port, password, 'embedded probe')) }
    } catch (cause) {
      if (codeOf(cause) === 'ECONNREFUSED' && process.platform !== 'linux') return null
      if (TRANSIENT_CODES.has(codeOf(cause)) && Date.now() < deadline) await sleep(50)
      else
        throw new Error(`PostgreSQL (process ${found.pid}) runs in ${path} but refuses our login`, { cause })
    }
  }
}

/** Errors while a server starts, recovers (57P03) or shuts down (57P01). */
const TRANSIENT_CODES = new Set(['57P01', '57P03', 'CONNECTION_LOST', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'])

function codeOf(error: unknown): string {
  const { code, message } = error as { code?: string; message: string }
  // The driver has no code for a server that closes the connection before the login.
  return code ?? (/^Connection terminated/.test(message) ? 'CONNECTION_LOST' : '')
}

/** Stops an orphan on the cluster. Throws if the cluster's server has a living owner. */
export async function stopOrphan(
  place: Place,
  directory: string,
  log: (line: string) => void,
): Promise<void> {
  const found = await findPostmaster(place)
  if (found === null) return takeOverPidFile(place.path)
  try {
    const sessions = await listSessionNames(found)
    if (sessions.length > 0) {
      throw new Error(
        `${directory} is in use by another running Counterfoil (${sessions.join(', ')}): stop it or set DATA_DIR`,
      )
    }
  } catch (error) {
    // The server shut down while we queried it.
    if (TRANSIENT_CODES.has(codeOf(error))) return await stopOrphan(place, directory, log)
    throw error
  } finally {
    found.close()
  }
  log(`stopping the PostgreSQL (process ${found.pid}) that an earlier run left behind`)
  await stopPostmaster(place.path, found.pid)
  takeOverPidFile(place.path)
}

/** The names of our sessions. Waits for the owner's session of a server that has just started. */
async function listSessionNames({ query }: Session): Promise<string[]> {
  const deadline = Date.now() + OWNER_GRACE_MS
  for (;;) {
    const rows = await query(`
      SELECT DISTINCT application_name AS name FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND application_name LIKE 'counterfoil%' ORDER BY 1`)
    const [server] = await query(`
      SELECT clock_timestamp() - pg_postmaster_start_time() < interval '3 seconds' AS is_young`)
    const isSettled = rows.length === 0 ? !server?.isYoung : Date.now() > deadline
    if (isSettled) return rows.map((row) => row.name)
    await sleep(100)
  }
}

async function stopPostmaster(cluster: string, pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal)
    const deadline = Date.now() + STOP_TIMEOUT_MS
    while (Date.now() < deadline) {
      if (readPidFile(cluster) === null || !runsOn(cluster, pid)) return
      await sleep(20)
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) in ${cluster} does not stop: kill it, or set DATA_DIR`)
}

/**
 * Writes our pid into a stale postmaster.pid. PostgreSQL refuses to start if another process of its user has the pid in
 * that file, except for its own parent. The file is not deleted: its other lines tell PostgreSQL whether old backends
 * are still running.
 */
function takeOverPidFile(cluster: string): void {
  const file = join(cluster, 'postmaster.pid')
  if (readPidFile(cluster) === null) return
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^.*/, String(process.pid)))
}
