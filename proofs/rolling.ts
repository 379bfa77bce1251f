import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findPrograms } from './debian-packages.ts'
import { type LoadBalancer, startLoadBalancer } from './load-balancer.ts'
import { type MixedLoadReport, openVouchers, runMixedLoad } from './mixed-load.ts'
import { makeNextRelease } from './next-release.ts'
import { openWorld, untilKnown } from './partner-world.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import type { Proof } from './proof.ts'
import { openPsql } from './psql.ts'
import { exitAfter, freePorts, openServerProcesses, type ServerProcesses } from './server-processes.ts'
import {
  auditLedger,
  type NodeOptions,
  type Service,
  type ServiceNode,
  serviceIn,
  startServiceNode,
} from './service-node.ts'
import { openWebhookCounter } from './webhook-counter.ts'

const CLIENTS = 50
const PAUSE_MS = 100
const MERCHANTS = 12
const TIMEOUT_MS = 10_000
/** The default with DATABASE_URL. */
const DRAIN_SECONDS = 8

type Stage = {
  say: (line: string) => void
  postgres: PostgresServer
  processes: ServerProcesses
  haproxy: string
}
type Rolled = { title: string; before: Service; after: Service; rounds: number }

/**
 * Two nodes behind HAProxy and a worker, under load from 50 clients. Nodes are replaced one by one: by the same release,
 * and by a release with one more migration. No request may fail.
 */
export const proveRolling: Proof = async (directory, say, args) => {
  const { values } = parseArgs({
    args,
    options: { from: { type: 'string' }, only: { type: 'string', multiple: true } },
  })
  const programs = findPrograms(['postgres', 'initdb', 'psql', 'haproxy'])
  const processes = openServerProcesses(directory)
  exitAfter(15, say)
  const postgres = await startPostgres(processes, programs, openPsql(programs.psql))
  const stage: Stage = { say, postgres, processes, haproxy: programs.haproxy }
  const service = serviceIn('.', processes.folder('uploads'))
  const upgrade = await chooseUpgrade(service, values.from, processes)
  say(`upgrade ${upgrade.description}`)
  const rolls: Rolled[] = [
    { title: 'restart', before: service, after: service, rounds: 2 },
    { title: 'upgrade', before: upgrade.before, after: upgrade.after, rounds: 1 },
  ]
  let passed = true
  for (const roll of rolls.filter(({ title }) => values.only?.includes(title) ?? true)) {
    const failures = await proveRoll(stage, roll).catch((error: Error) => [error.message])
    for (const failure of failures) say(`  FAILED: ${failure}`)
    passed = passed && failures.length === 0
  }
  await postgres.process.stop('SIGINT')
  return passed
}

/** From the checkout in `from` to this one. Without it: from this one to a copy with one more migration. */
async function chooseUpgrade(service: Service, from: string | undefined, processes: ServerProcesses) {
  if (from) return { description: `from ${from}`, before: { ...service, folder: from }, after: service }
  const next = await makeNextRelease(processes.folder('next'))
  const after = { ...service, folder: next.folder }
  return { description: `by the migration ${next.migration}`, before: service, after }
}

/** Returns what failed. */
async function proveRoll(stage: Stage, roll: Rolled): Promise<string[]> {
  const { say, postgres, processes, haproxy } = stage
  const databaseUrl = await postgres.createDatabase(roll.title)
  const receiver = await openWebhookCounter()
  const ports = (await freePorts(3)) as [number, number, number]
  const options: NodeOptions[] = [
    { name: 'A', role: 'api', port: ports[0], databaseUrl, drainSeconds: DRAIN_SECONDS },
    { name: 'B', role: 'api', port: ports[1], databaseUrl, drainSeconds: DRAIN_SECONDS },
    { name: 'worker', role: 'worker', port: ports[2], databaseUrl },
  ]
  const nodes: ServiceNode[] = []
  for (const one of options) nodes.push(await startServiceNode(roll.before, processes, one))
  const balancer = await startLoadBalancer(processes, `haproxy-${roll.title}`, haproxy, ports.slice(0, 2))
  try {
    await balancer.untilServing(2)
    const world = await openWorld(balancer.origin, receiver.url, MERCHANTS)
    const vouchers = await openVouchers(world)
    for (const { origin } of nodes.slice(0, 2)) await untilKnown(origin, world)
    let isOver = false
    const load = runMixedLoad(world, vouchers, {
      ...{ origins: [balancer.origin], clients: CLIENTS, requests: Number.POSITIVE_INFINITY },
      ...{ timeoutMs: TIMEOUT_MS, pauseMs: PAUSE_MS, isOver: () => isOver },
    })
    await sleep(3000)
    let replaced = 0
    for (let round = 0; round < roll.rounds; round += 1) {
      for (const i of nodes.keys()) {
        nodes[i] = await replace(stage, roll.after, nodes[i] as ServiceNode, options[i] as NodeOptions)
        replaced += 1
        await balancer.untilServing(2)
      }
    }
    await sleep(3000)
    isOver = true
    const report = await load
    const failed = report.hung.length + report.wrong.length
    say(
      `rolling ${roll.title}: ${replaced} nodes replaced in ${report.seconds.toFixed(0)} s under ${CLIENTS} clients: ` +
        `${report.sent} requests, ${failed} failures`,
    )
    return [...failuresOf(report), ...(await provedLedger(roll.after, databaseUrl))]
  } finally {
    await stopAll(nodes, balancer)
    receiver.close()
  }
}

async function replace(
  { say, processes }: Stage,
  service: Service,
  old: ServiceNode,
  options: NodeOptions,
): Promise<ServiceNode> {
  const stopping = performance.now()
  const code = await old.stop()
  if (code !== 0) throw new Error(`node ${options.name} exited with ${code} on SIGTERM`)
  const starting = performance.now()
  const node = await startServiceNode(service, processes, options)
  const [down, up] = [starting - stopping, performance.now() - starting].map((ms) => (ms / 1000).toFixed(1))
  say(`  node ${options.name}: stopped in ${down} s, started in ${up} s`)
  return node
}

function failuresOf({ hung, wrong, responses }: MixedLoadReport): string[] {
  const failed = [...hung, ...wrong]
  if (failed.length === 0) return []
  const counted = [...responses].map(([label, count]) => `${label} × ${count}`).join(', ')
  return [`${failed.length} requests failed: ${counted}`, ...failed.slice(0, 10)]
}

async function provedLedger(service: Service, databaseUrl: string): Promise<string[]> {
  const findings = await auditLedger(service, databaseUrl)
  return findings ? [`the ledger is not exact: ${findings}`] : []
}

async function stopAll(nodes: ServiceNode[], balancer: LoadBalancer): Promise<void> {
  await balancer.process.stop('SIGTERM', 5000)
  for (const { node } of nodes) node.child.kill('SIGKILL')
  await Promise.all(nodes.map(({ node }) => node.exited))
}
