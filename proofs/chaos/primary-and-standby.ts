import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SmallDisk } from '../../test/faults/small-disk.ts'
import { until } from '../../test/support/process.ts'
import { isReachable, PASSWORD, ROLE_STATEMENTS } from '../postgres-server.ts'
import type { Psql } from '../psql.ts'
import {
  childrenOf,
  freePorts,
  postmasterOf,
  type ServerProcess,
  type ServerProcesses,
} from '../server-processes.ts'

/** One of the two PostgreSQL servers. Its port stays the same when it changes its role. */
export type DatabaseServer = {
  name: string
  port: number
  /** The folder of the cluster. */
  data: string
  /** The file system that holds its data alone; null if none can be mounted here. */
  disk: SmallDisk | null
  process: ServerProcess
}

/**
 * A primary and its synchronous standby. Here the proof does what Patroni does elsewhere: it promotes, makes a new standby
 * from a copy of the primary, and lets commits wait for it only while it streams.
 */
export type PrimaryAndStandby = {
  ports: number[]
  primary(): DatabaseServer
  standby(): DatabaseServer
  /** Leads to whichever server is primary. */
  urlOf(database: string, user?: string): string
  /** The standby becomes the primary. The former primary must not acknowledge anything any more. */
  promote(): Promise<void>
  /** Makes the former primary a standby, from a new copy, and waits until commits wait for it. */
  rebuildStandby(): Promise<void>
  /** Starts a server again that has ended, as a supervisor does. */
  startIfEnded(server: DatabaseServer): Promise<void>
  /** Sends a signal to the postmaster and all its processes. */
  signal(server: DatabaseServer, name: NodeJS.Signals): void
  stop(): Promise<void>
}

type Programs = { postgres: string; initdb: string; pg_basebackup: string }
type Parts = { processes: ServerProcesses; programs: Programs; psql: Psql; disks: (SmallDisk | null)[] }

/**
 * The size of the log is limited, so that a full disk is always the doing of an act. Each connection to a cell opens one to home,
 * and merchants move by logical replication.
 */
const SETTINGS = [
  ...['max_wal_size=256MB', 'wal_keep_size=128MB', 'wal_retrieve_retry_interval=500ms', 'wal_level=logical'],
  'max_connections=300',
]
const STANDBY = 'standby'
const START_MS = 30_000
const STREAMING_MS = 60_000

export async function startPrimaryAndStandby(parts: Parts): Promise<PrimaryAndStandby> {
  const { processes, programs, psql, disks } = parts
  const ports = await freePorts(2)
  const servers: DatabaseServer[] = []
  const start = ({ name, data, port }: Pick<DatabaseServer, 'name' | 'data' | 'port'>): ServerProcess => {
    const address = ['-c', 'listen_addresses=127.0.0.1', '-p', String(port), '-k', join(data, '..')]
    const settings = SETTINGS.flatMap((setting) => ['-c', setting])
    return processes.start(name, programs.postgres, ['-D', data, ...address, ...settings])
  }
  const control = controlOf(parts, servers, ports, start)
  for (const [i, port] of ports.entries()) {
    const name = `postgres-${i + 1}`
    const data = join(disks[i]?.folder ?? processes.folder(name), 'data')
    const place = { name, data, port, disk: disks[i] ?? null }
    processes.adoptPostgres(data)
    if (i === 0) await initialize(processes, programs.initdb, data)
    else await copyPrimary(parts, ports[0] as number, data)
    servers.push({ ...place, process: start(place) })
    if (i > 0) continue
    await until(() => isReachable(psql, control.urlOf('postgres', 'postgres')), START_MS)
    await psql.execute(control.urlOf('postgres', 'postgres'), ...ROLE_STATEMENTS)
  }
  await requireStandby(psql, control.urlOf('postgres', 'postgres'))
  return control
}

async function initialize(processes: ServerProcesses, initdb: string, data: string): Promise<void> {
  const password = join(data, '..', 'password')
  writeFileSync(password, PASSWORD, { mode: 0o644 })
  const auth = ['--auth=scram-sha-256', `--pwfile=${password}`]
  await processes.run(initdb, ['-D', data, '-U', 'postgres', '--encoding=UTF8', ...auth])
}

/** With `-R`, the copy knows that it is a standby and whom it follows. */
async function copyPrimary({ processes, programs }: Parts, port: number, data: string): Promise<void> {
  const from = `host=127.0.0.1 port=${port} user=postgres password=${PASSWORD} application_name=${STANDBY}`
  await processes.run(programs.pg_basebackup, ['-D', data, '-d', from, '-R', '--checkpoint=fast'])
}

function controlOf(
  parts: Parts,
  servers: DatabaseServer[],
  ports: number[],
  start: (server: DatabaseServer) => ServerProcess,
): PrimaryAndStandby {
  const { psql } = parts
  let primaryIndex = 0
  const server = (index: number) => servers[index] as DatabaseServer
  const urlOf = (database: string, user = 'counterfoil') => {
    const hosts = ports.slice(0, servers.length).map((port) => `127.0.0.1:${port}`)
    return `postgres://${user}:${PASSWORD}@${hosts}/${database}?target_session_attrs=read-write`
  }
  const ownerUrlOf = ({ port }: DatabaseServer) =>
    `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`
  const primary = () => server(primaryIndex)
  const standby = () => server(1 - primaryIndex)
  return {
    ...{ ports, primary, standby, urlOf },
    async promote() {
      await psql.execute(ownerUrlOf(standby()), 'select pg_promote()')
      primaryIndex = 1 - primaryIndex
      await waitForStandbyOnly(psql, ownerUrlOf(primary()), '')
    },
    async rebuildStandby() {
      const { data, process } = standby()
      await process.stop('SIGQUIT')
      rmSync(data, { recursive: true })
      await copyPrimary(parts, primary().port, data)
      standby().process = start(standby())
      await requireStandby(psql, ownerUrlOf(primary()))
    },
    async startIfEnded(one) {
      if (postmasterOf(one.data) === null) one.process = start(one)
    },
    signal({ process: { pid } }, name) {
      signalAll([pid, ...childrenOf(pid)], name)
    },
    async stop() {
      await primary().process.stop('SIGINT')
      await standby().process.stop('SIGINT')
    },
  }
}

/** A process that has ended meanwhile is left out. */
function signalAll(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It has ended.
    }
  }
}

/** Waits until the standby streams, and lets commits wait for it from then on. */
async function requireStandby(psql: Psql, url: string): Promise<void> {
  const rows = (state: string) => psql.select(url, `select from pg_stat_replication where ${state}`)
  await until(
    async () => (await rows(`application_name = '${STANDBY}' and state = 'streaming'`)).length > 0,
    STREAMING_MS,
  )
  await waitForStandbyOnly(psql, url, STANDBY)
  await until(async () => (await rows(`sync_state = 'sync'`)).length > 0, STREAMING_MS)
}

async function waitForStandbyOnly(psql: Psql, url: string, name: string): Promise<void> {
  const setting = `alter system set synchronous_standby_names = '${name}'`
  await psql.execute(url, setting, 'select pg_reload_conf()')
}
