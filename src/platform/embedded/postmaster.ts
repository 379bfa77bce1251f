/**
 * A PostgreSQL that already runs on a cluster: found by its postmaster.pid, asked whose it is, stopped when its
 * owner is gone. Every owner keeps one session named `counterfoil owner <pid>` for as long as it lives, so a
 * server without sessions of that kind has been left behind by a process that was killed.
 */
import { readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseClient } from '../database/client.ts'
import { toRows } from '../database/wire-types.ts'

export type Postmaster = { pid: number; port: number; ready: boolean }
/** A connection to the maintenance database. */
export type Session = {
  // biome-ignore lint/suspicious/noExplicitAny: whoever asks knows the columns
  ask(text: string): Promise<any[]>
  /** It alone keeps no process running. */
  unref(): void
  close(): void
}
type Place = { path: string; password: string }

/** A killed owner's sessions end within client_connection_check_interval, a running statement or not. */
const GRACE_MS = 2_500
const ANSWER_MS = 30_000
const STOP_MS = 20_000

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

/** A pid may belong to another process by now, or to a zombie; a postmaster works in the folder of its cluster. */
function runsOn(cluster: string, pid: number): boolean {
  if (process.platform !== 'linux') return isAlive(pid)
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}

/** To the maintenance database, so that `counterfoil` itself can be cloned or dropped. */
export async function openSession(port: number, password: string, name: string): Promise<Session> {
  const url = `postgres://counterfoil:${password}@127.0.0.1:${port}/postgres`
  const client = new DatabaseClient({ url, name, settings: {} })
  try {
    await (client.connect() as Promise<void>)
  } catch (error) {
    client.destroy()
    throw error
  }
  return {
    ask: async (text) =>
      toRows<Record<string, unknown>[]>(await client.send({ text, values: [] }, { deadlineMs: ANSWER_MS })),
    unref: () => (client as unknown as { unref(): void }).unref(),
    close: () => client.destroy(),
  }
}

/** The running server of the cluster, once it answers; null when nothing runs there. */
export async function findPostmaster({ path, password }: Place): Promise<(Session & Postmaster) | null> {
  const deadline = Date.now() + ANSWER_MS
  for (;;) {
    const found = readPidFile(path)
    if (found === null || !runsOn(path, found.pid)) return null
    try {
      return { ...found, ...(await openSession(found.port, password, 'embedded probe')) }
    } catch (cause) {
      if (codeOf(cause) === 'ECONNREFUSED' && process.platform !== 'linux') return null
      if (PASSING.has(codeOf(cause)) && Date.now() < deadline) await sleep(50)
      else
        throw new Error(`PostgreSQL (process ${found.pid}) runs in ${path} but does not let us in`, { cause })
    }
  }
}

/** What a server says that is starting up, recovering (57P03) or shutting down (57P01), or leaves unsaid as it goes. */
const PASSING = new Set(['57P01', '57P03', 'CONNECTION_LOST', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'])

function codeOf(error: unknown): string {
  const { code, message } = error as { code?: string; message: string }
  // The driver has no code for a server that hangs up before it lets anybody in.
  return code ?? (/^Connection terminated/.test(message) ? 'CONNECTION_LOST' : '')
}

/** Makes sure that nothing runs on the cluster; throws when it has a living owner. */
export async function clearOrphan(
  place: Place,
  directory: string,
  log: (line: string) => void,
): Promise<void> {
  const found = await findPostmaster(place)
  if (found === null) return disown(place.path)
  try {
    const users = await listUsers(found)
    if (users.length > 0) {
      throw new Error(
        `${directory} is in use by another running Counterfoil (${users.join(', ')}); stop it or set DATA_DIR`,
      )
    }
  } catch (error) {
    // Its owner was stopping it as we asked.
    if (PASSING.has(codeOf(error))) return await clearOrphan(place, directory, log)
    throw error
  } finally {
    found.close()
  }
  log(`stopping the PostgreSQL (process ${found.pid}) that an earlier run left behind`)
  await end(place.path, found.pid)
  disown(place.path)
}

/** One that has just started may have an owner whose session is still to come. */
async function listUsers({ ask }: Session): Promise<string[]> {
  const deadline = Date.now() + GRACE_MS
  for (;;) {
    const rows = await ask(`
      SELECT DISTINCT application_name AS name FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND application_name LIKE 'counterfoil%' ORDER BY 1`)
    const [server] = await ask(`
      SELECT clock_timestamp() - pg_postmaster_start_time() < interval '3 seconds' AS is_young`)
    const isSettled = rows.length === 0 ? !server?.isYoung : Date.now() > deadline
    if (isSettled) return rows.map((row) => row.name)
    await sleep(100)
  }
}

async function end(cluster: string, pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal)
    const deadline = Date.now() + STOP_MS
    while (Date.now() < deadline) {
      if (readPidFile(cluster) === null || !runsOn(cluster, pid)) return
      await sleep(20)
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) in ${cluster} does not stop: end it, or set DATA_DIR`)
}

/**
 * PostgreSQL takes any process of its user with the pid of a stale file for a rival, but not its own parent: so
 * the file gets our pid. It stays, because its other lines let PostgreSQL see whether old backends linger.
 */
function disown(cluster: string): void {
  const file = join(cluster, 'postmaster.pid')
  if (readPidFile(cluster) === null) return
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^.*/, String(process.pid)))
}
