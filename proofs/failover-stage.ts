import type { FaultProxy } from '../test/faults/fault-proxy.ts'
import { openFaultProxy } from '../test/faults/fault-proxy.ts'
import type { World } from './partner-world.ts'
import type { Member, PatroniCluster } from './patroni-cluster.ts'
import { PASSWORD } from './postgres-server.ts'
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

/** A node, and the proxies that lead from it to each member, in the order of the members. */
export type RunningNode = NodeOptions & { running: ServiceNode; proxies: FaultProxy[] }

export type Stage = {
  say: (line: string) => void
  psql: Psql
  cluster: PatroniCluster
  service: Service
  processes: ServerProcesses
  /** The nodes that serve requests. The worker delivers webhooks. */
  nodes: RunningNode[]
  worker: RunningNode
  world: World
  receiver: WebhookCounter
}

/** Two nodes for requests and one worker, each with its own proxies to the members, so each can be cut off alone. */
export async function startNodes(
  service: Service,
  processes: ServerProcesses,
  cluster: PatroniCluster,
): Promise<{ nodes: RunningNode[]; worker: RunningNode }> {
  const ports = await freePorts(3)
  const start = async (name: string, role: NodeOptions['role'], port: number): Promise<RunningNode> => {
    const proxies: FaultProxy[] = []
    for (const member of cluster.members) proxies.push(await openFaultProxy(member.port))
    const databaseUrl = multiHostUrl(proxies.map((proxy) => proxy.port))
    const options = { name, role, port, databaseUrl }
    // A node with new addresses could be on a restored copy. Here it is not, and webhooks must be sent.
    if (role !== 'api' || name !== 'A') await runCounterfoil(service, databaseUrl, ['deliveries', 'release'])
    return { ...options, proxies, running: await startServiceNode(service, processes, options) }
  }
  const [a, b, w] = ports as [number, number, number]
  const nodes = [await start('A', 'api', a), await start('B', 'api', b)]
  return { nodes, worker: await start('W', 'worker', w) }
}

export function multiHostUrl(ports: number[]): string {
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',')
  return `postgres://counterfoil:${PASSWORD}@${hosts}/counterfoil?target_session_attrs=read-write`
}

/** The proxy between a node and a member. */
export function proxyBetween({ cluster }: Stage, node: RunningNode, member: Member): FaultProxy {
  return node.proxies[cluster.members.indexOf(member)] as FaultProxy
}
