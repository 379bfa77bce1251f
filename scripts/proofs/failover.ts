import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { until } from '../../test/process.ts'
import { findPrograms } from './debian-packages.ts'
import { openWorld, send, untilKnown, type World } from './partner-world.ts'
import { type Member, type PatroniCluster, startPatroniCluster } from './patroni-cluster.ts'
import { ROLE_STATEMENTS } from './postgres-server.ts'
import type { Proof } from './proof.ts'
import { openPsql, type Psql } from './psql.ts'
import { type ReadinessWatch, watchReadiness } from './readiness-watch.ts'
import {
  countBy,
  HUNG_MS,
  longestGapSeconds,
  type RecordedRedemptions,
  startRedeeming,
} from './redemption-load.ts'
import { exitAfter, freePorts, openServerProcesses, type ServerProcesses } from './server-processes.ts'
import {
  auditLedger,
  type NodeOptions,
  outputOf,
  type Service,
  type ServiceNode,
  serviceIn,
  startServiceNode,
} from './service-node.ts'
import { openWebhookCounter, type WebhookCounter } from './webhook-counter.ts'

const CLIENTS = 20
const CAP = 150
const FREEZE_MS = 30_000
/** A node without a primary must not report ready for longer, or a load balancer keeps sending it requests. */
const MAX_WRONGLY_READY_SECONDS = 10
const FOLLOW_MS = 60_000
const DELIVERED_WITHIN_MS = 180_000

type Running = NodeOptions & { running: ServiceNode }
type Stage = {
  say: (line: string) => void
  psql: Psql
  cluster: PatroniCluster
  service: Service
  processes: ServerProcesses
  nodes: Running[]
  world: World
  acknowledged: Map<string, string>
  failures: string[]
}
type Step = {
  round: string
  title: string
  /** Resolves once the new primary accepts writes. */
  act(): Promise<Member>
  /** How long the load continues after the nodes have reconnected. */
  rest(): Promise<unknown>
}

/**
 * Two nodes redeem under load on three Patroni members in synchronous mode. After planned switchovers, a killed and a
 * frozen primary the nodes reconnect without help, and no acknowledged redemption is lost.
 */
export const proveSwitchover: Proof = async (directory, say, args) => {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '3' }, service: { type: 'string', default: '.' } },
  })
  const programs = findPrograms(['postgres', 'psql', 'etcd', 'patroni'])
  const rounds = Number(values.rounds)
  const processes = openServerProcesses(directory)
  exitAfter(15 + 5 * rounds, say)
  const psql = openPsql(programs.psql)
  const cluster = await startPatroniCluster(processes, programs, psql)
  say(`etcd and three Patroni members run; primary ${(await cluster.leader())?.name}`)
  const service = serviceIn(values.service, processes.folder('uploads'))
  const receiver = await openWebhookCounter()
  const failures: string[] = []
  const nodes: Running[] = []
  try {
    await createDatabase(cluster, psql)
    for (const node of await nodeOptions(cluster)) {
      nodes.push({ ...node, running: await startServiceNode(service, processes, node) })
    }
    const origins = nodes.map(({ running }) => running.origin)
    const world = await openWorld(origins[0] as string, receiver.url, 1)
    for (const origin of origins) await untilKnown(origin, world)
    const stage: Stage = {
      say,
      psql,
      cluster,
      service,
      processes,
      nodes,
      world,
      acknowledged: new Map(),
      failures,
    }
    await proveStartWithStandbyFirst(stage)
    const readiness = watchReadiness(origins)
    for (const step of stepsOf(cluster, rounds)) await prove(stage, step, readiness)
    readiness.stop()
    await proveRecord(stage, receiver)
    for (const { name, running } of nodes) {
      const code = await running.stop()
      if (code !== 0) failures.push(`node ${name} exited with ${code} on SIGTERM`)
    }
  } catch (error) {
    failures.push((error as Error).message)
  } finally {
    for (const { running } of nodes) running.node.child.kill('SIGKILL')
    receiver.close()
  }
  await cluster.stop()
  for (const failure of failures) say(`FAILED: ${failure}`)
  return failures.length === 0
}

async function createDatabase(cluster: PatroniCluster, psql: Psql): Promise<void> {
  const primary = (await cluster.leader()) as Member
  const url = cluster.urlOf(primary, 'postgres', 'postgres')
  await psql.execute(url, ...ROLE_STATEMENTS, 'create database counterfoil owner counterfoil')
}

function urlOfAll(cluster: PatroniCluster, members: Member[]): string {
  const url = new URL(cluster.urlOf(members[0] as Member, 'counterfoil'))
  const hosts = members.map(({ port }) => `127.0.0.1:${port}`).join(',')
  return `postgres://${url.username}:${url.password}@${hosts}/counterfoil?target_session_attrs=read-write`
}

async function nodeOptions(cluster: PatroniCluster): Promise<NodeOptions[]> {
  const [first, second] = (await freePorts(2)) as [number, number]
  const databaseUrl = urlOfAll(cluster, cluster.members)
  return [
    { name: 'A (ROLE=all)', role: 'all', port: first, databaseUrl },
    { name: 'B (ROLE=api)', role: 'api', port: second, databaseUrl },
  ]
}

/** A node whose first host is a standby must start, report ready and write. */
async function proveStartWithStandbyFirst({
  say,
  cluster,
  service,
  processes,
  failures,
}: Stage): Promise<void> {
  const primary = await cluster.leader()
  const standbysFirst = cluster.members.toSorted((a, b) => Number(a === primary) - Number(b === primary))
  const [port] = (await freePorts(1)) as [number]
  const databaseUrl = urlOfAll(cluster, standbysFirst)
  const failure = await startServiceNode(service, processes, { name: 'C', role: 'api', port, databaseUrl })
    .then(async ({ origin, stop }) => {
      const ready = await send(origin, { path: '/readyz' }, 10_000)
      const shop = { name: 'Standby', slug: 'standby', category: 'F_AND_B' }
      const written = await send(origin, { method: 'POST', path: '/admin/merchants', body: shop }, 10_000)
      await stop()
      return ready.status === 200 && written.status === 201
        ? null
        : `/readyz answered ${ready.status}, a write answered ${written.status}`
    })
    .catch((error: Error) => error.message)
  say(
    `a node whose first host is a standby: ${failure ? 'does NOT start' : 'starts, reports ready and writes'}`,
  )
  if (failure) failures.push(`a node whose first host is a standby: ${failure}`)
}

function stepsOf(cluster: PatroniCluster, rounds: number): Step[] {
  const { members } = cluster
  const after = (member: Member | null) =>
    members[(members.indexOf(member as Member) + 1) % members.length] as Member
  const planned = Array.from(
    { length: rounds },
    (_, i): Step => ({
      ...{ round: `s${i}`, title: `planned switchover ${i + 1}`, rest: () => sleep(5000) },
      async act() {
        const candidate = after(await cluster.leader())
        await cluster.switchTo(candidate)
        return cluster.untilLeader((member) => member === candidate, 90_000)
      },
    }),
  )
  const killed: Step = {
    ...{ round: 'k', title: 'kill -9 of the primary’s postmaster', rest: () => sleep(5000) },
    async act() {
      cluster.killPostgres((await cluster.leader()) as Member)
      return cluster.untilLeader(() => true, 90_000)
    },
  }
  let thawed: Promise<unknown> = Promise.resolve()
  const frozen: Step = {
    ...{ round: 'f', title: 'SIGSTOP of the primary for 30 s' },
    async act() {
      const old = (await cluster.leader()) as Member
      thawed = sleep(FREEZE_MS).then(cluster.freeze(old))
      return cluster.untilLeader((member) => member !== old, 90_000)
    },
    // Long enough for the old primary to resume, notice its successor and step down.
    rest: () => thawed.then(() => sleep(15_000)),
  }
  return [...planned, killed, frozen]
}

async function offers({ world }: Stage, round: string): Promise<string[]> {
  const instant = { claimFlow: 'INSTANT', redemptionCount: 2 }
  const codes = Array.from({ length: CAP }, (_, n) => `${round}-${n}`)
  return [
    await world.offer(`${round} capped`, { ...instant, globalRedemptionCap: CAP, cycle: 'MONTHLY' }),
    await world.offer(`${round} pool`, { ...instant, codeSource: 'MANUAL' }, codes),
    await world.offer(`${round} made`, { ...instant, codeSource: 'AUTO' }),
  ]
}

async function prove(stage: Stage, step: Step, readiness: ReadinessWatch): Promise<void> {
  const { say, cluster, nodes, world } = stage
  await cluster.untilHealthy(120_000)
  const vouchers = await offers(stage, step.round)
  const origins = nodes.map(({ running }) => running.origin)
  const load = startRedeeming({ origins, clients: CLIENTS, world, vouchers, round: step.round })
  await sleep(3000)
  const before = await cluster.leader()
  const from = Date.now()
  const primary = await step.act()
  const settled = Date.now()
  const behind = await follow(load.record, nodes, settled)
  await step.rest()
  const until = Date.now()
  await load.end(30_000)
  say(`\n${step.title}: primary ${before?.name}, then ${primary.name} after ${seconds(settled - from)} s`)
  const unanswered = reportGaps(stage, load.record, readiness, { from, until })
  const wrongs = await compare(stage, load.record, step.round, vouchers)
  for (const line of [...behind, ...unanswered, ...wrongs]) stage.failures.push(`${step.title}: ${line}`)
  await restart(stage, behind)
}

const seconds = (ms: number) => (ms / 1000).toFixed(1)
const hasEnded = ({ node: { child } }: ServiceNode) => child.exitCode !== null || child.signalCode !== null

/** Waits until each node reports ready and redeems again. Returns a message for each node that does not. */
async function follow(record: RecordedRedemptions, nodes: Running[], since: number): Promise<string[]> {
  const follows = async ({ name, running }: Running): Promise<string | null> => {
    const redeems = () =>
      record.sent.some(({ at, origin, isSuccess }) => isSuccess && at > since && origin === running.origin)
    const isBack = async () =>
      hasEnded(running) ||
      (redeems() && (await send(running.origin, { path: '/readyz' }, 5000)).status === 200)
    const isInTime = await until(isBack, FOLLOW_MS).then(
      () => true,
      () => false,
    )
    if (hasEnded(running)) return `node ${name} exited: ${outputOf(running.node)}`
    if (isInTime) return null
    const { status } = await send(running.origin, { path: '/readyz' }, 5000)
    const redeemed = redeems() ? 'redeems' : 'does not redeem'
    return `node ${name} did not reconnect within ${seconds(FOLLOW_MS)} s: it ${redeemed}, /readyz answers ${status || 'nothing'}`
  }
  return (await Promise.all(nodes.map(follows))).filter((line) => line !== null)
}

/** Restarts the nodes that did not reconnect, so that they do not affect the next step. */
async function restart(stage: Stage, behind: string[]): Promise<void> {
  const { nodes, service, processes, cluster, failures } = stage
  for (const node of nodes) {
    if (!behind.some((line) => line.startsWith(`node ${node.name} `))) continue
    node.running.node.child.kill('SIGKILL')
    await node.running.node.exited
    node.running = await startServiceNode(service, processes, node).catch(async (error: Error) => {
      failures.push(`restarting ${node.name}: ${error.message}`)
      const primary = await cluster.untilLeader(() => true, 60_000)
      const primaryFirst = cluster.members.toSorted((a, b) => Number(b === primary) - Number(a === primary))
      return startServiceNode(service, processes, { ...node, databaseUrl: urlOfAll(cluster, primaryFirst) })
    })
  }
}

function reportGaps(
  { say, nodes }: Stage,
  record: RecordedRedemptions,
  readiness: ReadinessWatch,
  period: { from: number; until: number },
): string[] {
  const { from, until } = period
  const wronglyReady: string[] = []
  say(
    `  longest time without a successful redemption: ${longestGapSeconds(record, from, until).toFixed(1)} s`,
  )
  for (const { name, running } of nodes) {
    const gap = longestGapSeconds(record, from, until, running.origin)
    say(`    node ${name}: ${gap.toFixed(1)} s; /readyz: ${readiness.summary(running.origin, period)}`)
    const wrong = readiness.wronglyReadySeconds(running.origin, period, record)
    if (wrong > MAX_WRONGLY_READY_SECONDS)
      wronglyReady.push(`node ${name} reported ready for ${wrong.toFixed(1)} s but redeemed nothing`)
  }
  const slowest = record.sent.reduce((most, { ms }) => Math.max(most, ms), 0)
  say(`  answers: ${countBy(record.sent, ({ label }) => label)}; slowest ${seconds(slowest)} s`)
  const count = (isSuch: (label: string) => boolean) =>
    record.sent.filter(({ label }) => isSuch(label)).length
  const internal = count((label) => /^5/.test(label) && !label.startsWith('503'))
  const hung = count((label) => label === 'no answer')
  return [
    ...wronglyReady,
    ...(internal > 0 ? [`${internal} answers with a 5xx other than 503`] : []),
    ...(hung > 0 ? [`${hung} requests without an answer in ${HUNG_MS / 1000} s`] : []),
  ]
}

type Stored = { rows: { key: string; id: string }[]; capped: number; silent: number }

/** Compares the answers that clients got with the rows of the primary. */
async function compare(
  { say, psql, cluster, acknowledged }: Stage,
  record: RecordedRedemptions,
  round: string,
  [capped]: string[],
): Promise<string[]> {
  const primary = await cluster.untilLeader(() => true, 60_000)
  const [stored] = (await psql.select<Stored>(
    cluster.urlOf(primary, 'counterfoil'),
    `select
      (select coalesce(json_agg(json_build_object('key', idempotency_key, 'id', id)), '[]')
        from redemptions where idempotency_key like '${round}-%') as rows,
      (select count(*) from redemptions where voucher_id = '${capped}') as capped,
      (select count(*) from redemptions as r where not exists (
        select from events as e where e.type = 'REDEMPTION_CREATED' and e.body::jsonb #>> '{data,redemptionId}' = r.id::text
      )) as silent`,
  )) as [Stored]
  const ids = new Map(stored.rows.map(({ key, id }) => [key, id]))
  const missing = [...record.acknowledged].filter(([key, id]) => ids.get(key) !== id)
  const contradicted = [...record.refused.keys()].filter((key) => ids.has(key))
  for (const [key, id] of record.acknowledged) acknowledged.set(key, id)
  say(
    `  acknowledged ${record.acknowledged.size}, missing ${missing.length}; refused ${record.refused.size}, ` +
      `of those redeemed anyway ${contradicted.length}; never answered ${record.unanswered.size}`,
  )
  say(
    `  redemptions under the cap of ${CAP}: ${stored.capped}; redemptions without an event: ${stored.silent}`,
  )
  return [
    ...(missing.length > 0 ? [`${missing.length} acknowledged redemptions are missing`] : []),
    ...(contradicted.length > 0 ? [`${contradicted.length} refused requests have a row`] : []),
    ...(record.unanswered.size > 0 ? [`${record.unanswered.size} requests were never answered`] : []),
    ...(stored.capped > CAP ? [`the cap of ${CAP} was exceeded: ${stored.capped}`] : []),
    ...(stored.silent > 0 ? [`${stored.silent} redemptions have no event`] : []),
  ]
}

/** After all steps, checks every acknowledged redemption, every delivery and the ledger. */
async function proveRecord(stage: Stage, receiver: WebhookCounter): Promise<void> {
  const { say, psql, cluster, service, acknowledged, failures } = stage
  const url = cluster.urlOf(await cluster.untilLeader(() => true, 60_000), 'counterfoil')
  const [{ ids, events }] = (await psql.select<{ ids: string[]; events: string[] }>(
    url,
    `select (select coalesce(json_agg(id), '[]') from redemptions) as ids,
      (select coalesce(json_agg(id), '[]') from events) as events`,
  )) as [{ ids: string[]; events: string[] }]
  await receiver.waitFor(events.length, DELIVERED_WITHIN_MS)
  const known = new Set(ids)
  const missing = [...acknowledged.values()].filter((id) => !known.has(id)).length
  const undelivered = events.filter((id) => !receiver.arrived.has(id)).length
  const findings = await auditLedger(service, url)
  say(`\nat the end: redemptions ${ids.length}, acknowledged ${acknowledged.size}, missing ${missing}`)
  say(
    `  events ${events.length}, not delivered ${undelivered}, requests to the receiver ${receiver.requests()}`,
  )
  say(`  ledger: ${findings ?? 'exact'}`)
  if (missing > 0) failures.push(`${missing} acknowledged redemptions are missing at the end`)
  if (undelivered > 0) failures.push(`${undelivered} events were not delivered`)
  if (findings) failures.push('the ledger is not exact')
}
