import { type FaultProxy, openFaultProxy } from '../test/faults/fault-proxy.ts'
import type { World } from './partner-world.ts'
import type { PostgresServer } from './postgres-server.ts'
import type { Psql } from './psql.ts'
import { freePorts, type ServerProcesses } from './server-processes.ts'
import {
  type NodeOptions,
  runCounterfoil,
  type Service,
  type ServiceNode,
  startServiceNode,
} from './service-node.ts'
import type { WebhookCounter } from './webhook-counter.ts'

/** A node or worker with its own proxy to the database, so that it can be cut off alone. */
export type Member = NodeOptions & { running: ServiceNode; proxy: FaultProxy; output: string[] }

export type ChaosStage = {
  say: (line: string) => void
  psql: Psql
  postgres: PostgresServer
  databaseUrl: string
  /** The version that members run from their next start on. */
  service: Service
  /** How many new versions were made. */
  releases: number
  /** The ids of all redemptions that clients were told about. */
  acknowledged: Set<string>
  processes: ServerProcesses
  members: Member[]
  world: World
  receiver: WebhookCounter
}

export const MEMBER_NAMES = ['node A', 'node B', 'worker C', 'worker D'] as const
export type MemberName = (typeof MEMBER_NAMES)[number]

/** Two nodes for requests and two workers. */
export async function startMembers(
  service: Service,
  processes: ServerProcesses,
  postgres: PostgresServer,
  databaseUrl: string,
): Promise<Member[]> {
  const members: Member[] = []
  for (const [i, port] of (await freePorts(MEMBER_NAMES.length)).entries()) {
    const name = MEMBER_NAMES[i] as MemberName
    const proxy = await openFaultProxy(postgres.port)
    const url = new URL(databaseUrl)
    url.port = String(proxy.port)
    const role: NodeOptions['role'] = name.startsWith('node') ? 'api' : 'worker'
    const options = { name, role, port, databaseUrl: url.href }
    // A member with a new address could be on a restored copy. Here it is not, and webhooks must be sent.
    if (i > 0) await runCounterfoil(service, url.href, ['deliveries', 'release'])
    members.push({
      ...options,
      proxy,
      output: [],
      running: await startServiceNode(service, processes, options),
    })
  }
  return members
}

export function memberOf({ members }: Pick<ChaosStage, 'members'>, name: MemberName): Member {
  return members.find((member) => member.name === name) as Member
}

/** Starts a member again that has ended, as a supervisor does. Its output is kept. */
export async function startAgain({ service, processes }: ChaosStage, member: Member): Promise<void> {
  await member.running.node.exited
  member.output.push(member.running.node.output())
  member.running = await startServiceNode(service, processes, member)
}
