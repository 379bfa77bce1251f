import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type Db } from '../../src/platform/database/db.ts'
import { type EmbeddedServer, startEmbedded } from '../../src/platform/embedded/server.ts'
import { databaseUrl } from '../support/postgres.ts'
import { within } from './deadline.ts'
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts'
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from './small-disk.ts'
import { copyCluster, type Standby, startStandby } from './standby.ts'

/** A real PostgreSQL that can be restarted, frozen, made read-only and filled up. */
export type FaultDatabase = {
  /** Bypasses the proxy, for the harness itself. The port changes with each restart. */
  url(): string
  port(): number
  password: string
  standby: Standby | null
  smallDisk: SmallDisk | null
  /** Restarts it like `pg_ctl restart`, or kills it with SIGKILL first. Resolves when it answers again. */
  restart(how: 'stop' | 'kill', whileDown?: () => Promise<void>): Promise<void>
  /** SIGSTOP to the postmaster and all its backends; `thaw` is safe to repeat. */
  freeze(): void
  thaw(): void
  setReadOnly(isReadOnly: boolean): Promise<void>
  close(): Promise<void>
}

export type DatabaseParts = { standby: boolean; smallDisk: boolean }

// The data of a run need not survive a power failure. WAL segments are kept for a standby that lost its connection.
const SETTINGS = { fsync: 'off', max_connections: '100', wal_keep_size: '256MB' }
const START_MS = 60_000
const STOP_MS = 20_000

type State = {
  directory: string
  server: EmbeddedServer | null
  smallDisk: SmallDisk | null
  standby: Standby | null
  /** The port the standby connects to. It stays the same when the primary restarts on another port. */
  replication: FaultProxy | null
  frozen: number[]
}

export async function openFaultDatabase(directory: string, parts: DatabaseParts): Promise<FaultDatabase> {
  const state: State = {
    ...{ directory, server: null, smallDisk: null, standby: null, replication: null, frozen: [] },
  }
  const abandon = () => abandonAll(state)
  process.once('exit', abandon)
  const close = async () => {
    await closeAll(state)
    process.off('exit', abandon)
  }
  try {
    await start(state)
    if (parts.smallDisk) await moveToSmallDisk(state)
    if (parts.standby) await addStandby(state)
  } catch (error) {
    await close()
    throw error
  }
  return controls(state, close)
}

function controls(state: State, close: () => Promise<void>): FaultDatabase {
  const url = () => serverOf(state).url
  return {
    url,
    port: () => portOf(state),
    password: new URL(url()).password,
    standby: state.standby,
    smallDisk: state.smallDisk,
    async restart(how, whileDown = async () => {}) {
      if (how === 'stop') await stop(state)
      else process.kill(postmasterPid(serverOf(state)), 'SIGKILL')
      await whileDown()
      await start(state)
    },
    freeze: () => freeze(state),
    thaw: () => thaw(state),
    setReadOnly: (isReadOnly) => setReadOnly(databaseUrl(url(), 'postgres'), isReadOnly),
    close,
  }
}

function serverOf({ server }: State): EmbeddedServer {
  if (server === null) throw new Error('the database does not run')
  return server
}

const portOf = (state: State) => Number(new URL(serverOf(state).url).port)

async function start(state: State): Promise<void> {
  const starting = startEmbedded({ directory: clusterOf(state), settings: SETTINGS })
  state.server = await within(START_MS, 'the start of PostgreSQL', starting)
  if (state.replication) state.replication.target = portOf(state)
}

async function stop(state: State): Promise<void> {
  await within(STOP_MS, 'the stop of PostgreSQL', serverOf(state).stop())
}

/** Runs `work` on one connection that bypasses the proxy. */
export async function withDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const session = async () => {
    const db = await connect(url, { max: 1, name: 'fault run' })
    return work(db).finally(() => db.end({ timeout: 1 }))
  }
  return within(30_000, 'a statement of the fault run', session())
}

/** Moves only the database's own files: PostgreSQL would stop if it could not write its log. */
async function moveToSmallDisk(state: State): Promise<void> {
  const why = whyNoSmallDisk()
  if (why) throw new Error(why)
  state.smallDisk = mountSmallDisk(join(state.directory, 'small-disk'))
  const { folder } = state.smallDisk
  await withDatabase(databaseUrl(serverOf(state).url, 'postgres'), async (db) => {
    await db.unsafe(`create tablespace small location '${folder}'`)
    await db.unsafe('alter database counterfoil set tablespace small')
  })
}

async function addStandby(state: State): Promise<void> {
  const copy = join(state.directory, 'standby')
  await stop(state)
  await copyCluster(clusterOf(state), copy)
  await start(state)
  state.replication = await openFaultProxy(portOf(state))
  const { password } = new URL(serverOf(state).url)
  state.standby = await startStandby(copy, state.replication.port, password, SETTINGS)
}

const clusterOf = ({ directory }: State) => join(directory, 'postgres')

function postmasterPid({ directory }: EmbeddedServer): number {
  return Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Stops the postmaster first, so that it starts no further backend. */
function freeze(state: State): void {
  const postmaster = postmasterPid(serverOf(state))
  state.frozen.push(postmaster)
  process.kill(postmaster, 'SIGSTOP')
  for (const pid of childrenOf(postmaster)) {
    state.frozen.push(pid)
    signal(pid, 'SIGSTOP')
  }
}

function thaw(state: State): void {
  for (const pid of state.frozen.splice(0).reverse()) signal(pid, 'SIGCONT')
}

function childrenOf(parent: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8', timeout: 5000 })
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, ppid]) => ppid === parent)
    .map(([pid]) => pid as number)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has exited meanwhile.
  }
}

function kill(server: EmbeddedServer): void {
  try {
    signal(postmasterPid(server), 'SIGKILL')
  } catch {
    // The server is not running.
  }
}

/** Terminates all sessions when the database becomes read-only, as in a failover, but not when it becomes writable again. */
async function setReadOnly(url: string, isReadOnly: boolean): Promise<void> {
  await withDatabase(url, async (db) => {
    if (isReadOnly) await db`alter system set default_transaction_read_only = on`
    else await db`alter system reset default_transaction_read_only`
    await db`select pg_reload_conf()`
    if (isReadOnly) {
      await db`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'counterfoil'`
    }
  })
}

async function closeAll(state: State): Promise<void> {
  thaw(state)
  for (const server of [state.standby?.server, state.server]) {
    if (server) await within(STOP_MS, 'the stop of PostgreSQL', server.stop()).catch(() => kill(server))
  }
  await state.replication?.close()
  state.smallDisk?.unmount()
}

/** The harness exits without closing, and must leave nothing behind. */
function abandonAll(state: State): void {
  thaw(state)
  for (const server of [state.standby?.server, state.server]) if (server) kill(server)
  state.smallDisk?.unmount()
  rmSync(state.directory, { recursive: true, force: true, maxRetries: 5 })
}
