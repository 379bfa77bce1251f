import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../test/support/process.ts'
import { isReachable, PASSWORD } from './postgres-server.ts'
import type { Psql } from './psql.ts'
import {
  childrenOf,
  freePorts,
  postmasterOf,
  type ServerProcess,
  type ServerProcesses,
} from './server-processes.ts'

export type Member = { name: string; port: number; restPort: number; data: string; process: ServerProcess }

export type PatroniCluster = {
  members: Member[]
  urlOf(member: Member, database: string, user?: string): string
  /** The member that holds the leader lock and accepts writes, or null. */
  leader(): Promise<Member | null>
  untilLeader(isRight: (member: Member) => boolean, withinMs: number): Promise<Member>
  /** All members run, and both standbys are synchronous. */
  untilHealthy(withinMs: number): Promise<void>
  switchTo(candidate: Member): Promise<void>
  /** Sends SIGKILL to the postmaster. Patroni keeps running. */
  killPostgres(member: Member): void
  /** Suspends Patroni and PostgreSQL, like a machine that stops for a while. Returns a function that resumes them. */
  freeze(member: Member): () => void
  /** Kills PostgreSQL and suspends Patroni, like a machine that is lost. Returns a function that brings it back. */
  lose(member: Member): () => void
  stop(): Promise<void>
}

type Programs = { etcd: string; patroni: string; postgres: string }

/** The shortest lease that Patroni accepts, so that a freeze of 30 s outlasts it. */
const LEASE_SECONDS = 20
const MEMBERS = ['m1', 'm2', 'm3']

/** One etcd and three Patroni members in synchronous mode, each with its own PostgreSQL. */
export async function startPatroniCluster(
  processes: ServerProcesses,
  programs: Programs,
  psql: Psql,
): Promise<PatroniCluster> {
  const api = etcdApiOf(programs.patroni)
  const etcd = await startEtcd(processes, programs.etcd, api)
  const ports = await freePorts(2 * MEMBERS.length)
  const members: Member[] = []
  const cluster = controlOf(members, psql, processes, etcd.process)
  for (const [i, name] of MEMBERS.entries()) {
    const [port, restPort] = ports.slice(2 * i) as [number, number]
    members.push(startMember(processes, programs, { name, port, restPort, etcd: { api, port: etcd.port } }))
    // So that the first member becomes the primary.
    await cluster.untilLeader(() => true, 90_000)
  }
  await cluster.untilHealthy(120_000)
  return cluster
}

type EtcdApi = 'etcd' | 'etcd3'

/**
 * With the newer API, Patroni before 3.0.3 does not compare before it writes the lease: a frozen primary that resumes can
 * take it from its successor, and what the successor acknowledged is lost.
 */
function etcdApiOf(patroni: string): EtcdApi {
  const [version = ''] = /[\d.]+/.exec(execFileSync(patroni, ['--version'], { encoding: 'utf8' })) ?? []
  return version.localeCompare('3.0.3', undefined, { numeric: true }) < 0 ? 'etcd' : 'etcd3'
}

async function startEtcd(processes: ServerProcesses, program: string, api: EtcdApi) {
  const [client, peer] = (await freePorts(2)) as [number, number]
  const [clients, peers] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`]
  const args = [
    ...['--name', 'e1', '--data-dir', join(processes.folder('etcd'), 'data')],
    ...['--listen-client-urls', clients, '--advertise-client-urls', clients],
    ...(api === 'etcd' ? ['--enable-v2'] : []),
    ...[
      '--listen-peer-urls',
      peers,
      '--initial-advertise-peer-urls',
      peers,
      '--initial-cluster',
      `e1=${peers}`,
    ],
  ]
  // Debian's etcd refuses to run on arm64 without this variable.
  const etcd = processes.start(
    'etcd',
    program,
    args,
    process.arch === 'arm64' ? { ETCD_UNSUPPORTED_ARCH: 'arm64' } : {},
  )
  await until(async () => (await ask(client, '/health')).status === 200, 30_000)
  return { port: client, process: etcd }
}

type Addresses = { name: string; port: number; restPort: number; etcd: { api: EtcdApi; port: number } }

function startMember(
  processes: ServerProcesses,
  { patroni, postgres }: Programs,
  addresses: Addresses,
): Member {
  const { name, port, restPort, etcd } = addresses
  const folder = processes.folder(name)
  const data = join(folder, 'data')
  const login = (username: string) => ({ username, password: PASSWORD })
  const settings = {
    ...{ scope: 'proof', name, [etcd.api]: { hosts: [`127.0.0.1:${etcd.port}`] } },
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    bootstrap: {
      dcs: {
        ...{ ttl: LEASE_SECONDS, loop_wait: 5, retry_timeout: 5, synchronous_mode: true },
        // Only a synchronous standby can become the primary in a switchover, and each member becomes primary once.
        synchronous_node_count: MEMBERS.length - 1,
        postgresql: { use_pg_rewind: true, remove_data_directory_on_diverged_timelines: true },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
    },
    postgresql: {
      ...{ listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}`, data_dir: data },
      ...{ bin_dir: dirname(postgres), pgpass: join(folder, 'pgpass') },
      authentication: {
        ...{ superuser: login('postgres'), replication: login('replicator'), rewind: login('rewind') },
      },
      parameters: { unix_socket_directories: folder },
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 md5',
        'host replication all 127.0.0.1/32 md5',
      ],
    },
  }
  const file = join(folder, 'patroni.yml')
  // JSON is valid YAML.
  writeFileSync(file, JSON.stringify(settings, null, 2))
  processes.adoptPostgres(data)
  return { name, port, restPort, data, process: processes.start(`patroni-${name}`, patroni, [file]) }
}

type ClusterView = { members: { name: string; role: string; state: string }[] }

function controlOf(
  members: Member[],
  psql: Psql,
  processes: ServerProcesses,
  etcd: ServerProcess,
): PatroniCluster {
  const urlOf: PatroniCluster['urlOf'] = ({ port }, database, user = 'counterfoil') =>
    `postgres://${user}:${PASSWORD}@127.0.0.1:${port}/${database}`
  const leader = async () => {
    const statuses = await Promise.all(members.map(({ restPort }) => ask(restPort, '/primary')))
    return members.find((_, i) => statuses[i]?.status === 200) ?? null
  }
  const explain = () =>
    members.map(({ name }) => `${name}:\n${processes.tail(`patroni-${name}`, 6)}`).join('\n')
  const within = (what: string, condition: () => Promise<boolean>, withinMs: number) =>
    until(condition, withinMs).catch(() => {
      throw new Error(`${what} within ${withinMs / 1000} s:\n${explain()}`)
    })
  return {
    ...{ members, urlOf, leader },
    async untilLeader(isRight, withinMs) {
      let found: Member | null = null
      const isThere = async () => {
        found = await leader()
        return (
          found !== null && isRight(found) && (await isReachable(psql, urlOf(found, 'postgres', 'postgres')))
        )
      }
      await within('no such leader was elected', isThere, withinMs)
      return found as unknown as Member
    },
    untilHealthy: (withinMs) =>
      within('the cluster did not become healthy', () => isHealthy(members), withinMs),
    async switchTo(candidate) {
      const from = await leader()
      if (!from) throw new Error('there is no leader to switch from')
      const body = { leader: from.name, candidate: candidate.name }
      const { status, text } = await ask(from.restPort, '/switchover', body, 60_000)
      if (status !== 200) throw new Error(`the switchover answered ${status}: ${text}\n${explain()}`)
    },
    killPostgres: ({ data }) => process.kill(postmasterOf(data) as number, 'SIGKILL'),
    freeze,
    lose(member) {
      process.kill(member.process.pid, 'SIGSTOP')
      process.kill(postmasterOf(member.data) as number, 'SIGKILL')
      return () => void process.kill(member.process.pid, 'SIGCONT')
    },
    async stop() {
      // Standbys first, so that no failover starts.
      for (const member of await leaderLast(members, await leader()))
        await member.process.stop('SIGTERM', 30_000)
      await etcd.stop()
    },
  }
}

function leaderLast(members: Member[], leader: Member | null): Member[] {
  return members.toSorted((a, b) => Number(a === leader) - Number(b === leader))
}

async function isHealthy(members: Member[]): Promise<boolean> {
  const { status, text } = await ask(members[0]?.restPort ?? 0, '/cluster')
  if (status !== 200) return false
  const { members: seen } = JSON.parse(text) as ClusterView
  const standbys = seen.filter(
    ({ role, state }) => role === 'sync_standby' && /^(running|streaming)$/.test(state),
  )
  return seen.some(({ role }) => role === 'leader') && standbys.length === MEMBERS.length - 1
}

function freeze({ data, process: patroni }: Member): () => void {
  const postmaster = postmasterOf(data) as number
  process.kill(patroni.pid, 'SIGSTOP')
  process.kill(postmaster, 'SIGSTOP')
  const frozen = [patroni.pid, postmaster, ...childrenOf(postmaster)]
  const signal = (name: NodeJS.Signals) => {
    for (const pid of frozen) {
      try {
        process.kill(pid, name)
      } catch {
        // The backend has exited in the meantime.
      }
    }
  }
  signal('SIGSTOP')
  return () => signal('SIGCONT')
}

/** One request to a member's REST API or to etcd. Status 0: no response. */
async function ask(
  port: number,
  path: string,
  body?: object,
  timeoutMs = 3000,
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, text: await response.text() }
  } catch {
    await sleep(100)
    return { status: 0, text: '' }
  }
}
