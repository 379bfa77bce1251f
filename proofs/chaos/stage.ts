import { type FaultProxy, openFaultProxy } from '../../test/faults/fault-proxy.ts'
import type { World } from '../partner-world.ts'
import { PASSWORD } from '../postgres-server.ts'
import type { Psql } from '../psql.ts'
import { freePorts, type ServerProcesses } from '../server-processes.ts'
import {
  type NodeOptions,
  runCounterfoil,
  type Service,
  type ServiceNode,
  startServiceNode,
} from '../service-node.ts'
import type { WebhookCounter } from '../webhook-counter.ts'
import type { Counter } from './counter.ts'
import { type MemberClock, openMemberClock } from './member-clock.ts'
import type { PrimaryAndStandby } from './primary-and-standby.ts'

/** A node or worker with its own proxies to both servers of the database, so that it can be cut off alone. */
export type Member = NodeOptions & {
  running: ServiceNode
  proxies: FaultProxy[]
  /** Null if no clock can be moved here. */
  clock: MemberClock | null
  /** Of the processes that have ended. */
  output: string[]
}

export type ChaosStage = {
  say: (line: string) => void
  psql: Psql
  postgres: PrimaryAndStandby
  /** The addresses of home and of the cell. They lead to whichever server is primary, without a proxy. */
  databaseUrls: [home: string, cell: string]
  /** The version that members run from their next start on. */
  service: Service
  /** How many new versions were made. */
  releases: number
  monthsClosed: number
  /** What no log may contain, with its name. */
  secrets: [name: string, value: string][]
  /** The feed of the partner as it was read last. */
  feed: string[]
  /** The ids of all redemptions that clients were told about. */
  acknowledged: Set<string>
  processes: ServerProcesses
  members: Member[]
  /** Two merchants. At first, one lives at home and the other in the cell. */
  shops: [World, World]
  /** Gets no new vouchers, because it is moving. */
  movingShop: World | null
  world: World
  counter: Counter
  receiver: WebhookCounter
}

/** A release with a migration does not start while a merchant moves. */
const STARTED_WITHIN_MS = 120_000

export const API_NODES = ['node A', 'node B'] as const
export const WORKERS = ['worker C', 'worker D'] as const
export const MEMBER_NAMES = [...API_NODES, ...WORKERS]
export type MemberName = (typeof MEMBER_NAMES)[number]

/** Another database in the cluster of home. */
export const CELL = 'east'

/** Redemptions are made in months of the past year, and their events must be kept. */
const KEPT = { EVENTS_KEPT_DAYS: '400' }

/** Two nodes for requests and two workers. */
export async function startMembers(
  service: Service,
  processes: ServerProcesses,
  postgres: PrimaryAndStandby,
  database: string,
): Promise<Member[]> {
  const members: Member[] = []
  for (const [i, port] of (await freePorts(MEMBER_NAMES.length)).entries()) {
    const name = MEMBER_NAMES[i] as MemberName
    const clock = openMemberClock(processes.folder(name.replace(' ', '-')))
    const { proxies, databaseUrl } = await openProxies(postgres, database)
    const role: NodeOptions['role'] = name.startsWith('node') ? 'api' : 'worker'
    // The servers of home and cell reach each other without the proxies of a member.
    const env = { ...KEPT, ...clock?.env, CELL_URLS: `home=${postgres.urlOf(database)}` }
    const options = { name, role, port, databaseUrl, env }
    // A member with new addresses could be on a restored copy. Here it is not, and webhooks must be sent.
    if (i > 0) await runCounterfoil(service, databaseUrl, ['deliveries', 'release'])
    const running = await startServiceNode(service, processes, options)
    members.push({ ...options, clock, proxies, output: [], running })
  }
  return members
}

/** One proxy for each server, and the address that names both. */
async function openProxies({ ports }: PrimaryAndStandby, database: string) {
  const proxies: FaultProxy[] = []
  for (const port of ports) proxies.push(await openFaultProxy(port))
  const hosts = proxies.map(({ port }) => `127.0.0.1:${port}`)
  const databaseUrl = `postgres://counterfoil:${PASSWORD}@${hosts}/${database}?target_session_attrs=read-write`
  return { proxies, databaseUrl }
}

export function memberOf({ members }: Pick<ChaosStage, 'members'>, name: MemberName): Member {
  return members.find((member) => member.name === name) as Member
}

export function originOf(stage: Pick<ChaosStage, 'members'>, name: MemberName): string {
  return memberOf(stage, name).running.origin
}

/** The addresses of the nodes that serve requests. */
export const originsOf = (members: Member[]) =>
  members.filter(({ role }) => role === 'api').map(({ running }) => running.origin)

export const hasEnded = ({ running }: Pick<Member, 'running'>) =>
  running.node.child.exitCode !== null || running.node.child.signalCode !== null

/** Starts a member again that has ended, as a supervisor does. Its output is kept. */
export async function startAgain({ service, processes }: ChaosStage, member: Member): Promise<void> {
  await member.running.node.exited
  member.output.push(member.running.node.output())
  const untilMs = Date.now() + STARTED_WITHIN_MS
  for (;;) {
    try {
      member.running = await startServiceNode(service, processes, member)
      return
    } catch (error) {
      const mustWait = String(error).includes('while a merchant moves') && Date.now() < untilMs
      if (!mustWait) throw error
    }
  }
}

/** One whose merchant does not move, so that it gets new vouchers. */
export const shopAtRest = ({ shops: [first, second], movingShop }: ChaosStage): World =>
  movingShop === first ? second : first

/** Stops a member in order and starts it with the present service: its version and its keys. */
export async function restart(stage: ChaosStage, member: Member): Promise<void> {
  const code = await member.running.stop()
  if (code !== 0) throw new Error(`${member.name} exited with ${code} on SIGTERM`)
  await startAgain(stage, member)
}
