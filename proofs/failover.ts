import { parseArgs } from 'node:util'
import { findPrograms } from './debian-packages.ts'
import { FAILOVER_FAULTS } from './failover-faults.ts'
import { type FailoverRow, runFailover } from './failover-run.ts'
import { multiHostUrl, proxyBetween, type RunningNode, type Stage, startNodes } from './failover-stage.ts'
import { openWorld, send, untilKnown } from './partner-world.ts'
import { type Member, type PatroniCluster, startPatroniCluster } from './patroni-cluster.ts'
import { ROLE_STATEMENTS } from './postgres-server.ts'
import type { Proof } from './proof.ts'
import { openPsql, type Psql } from './psql.ts'
import { READY_FOR_WRITES } from './readiness-watch.ts'
import { exitAfter, freePorts, openServerProcesses } from './server-processes.ts'
import { serviceIn, startServiceNode } from './service-node.ts'
import { openWebhookCounter } from './webhook-counter.ts'

/**
 * Two nodes redeem under load on three Patroni members in synchronous mode, and a worker delivers. A killed, a frozen and
 * a replaced primary, a partition and a lost standby: the nodes recover without help, and nothing acknowledged is lost.
 */
export const proveFailover: Proof = async (directory, say, args) => {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '3' },
      only: { type: 'string', multiple: true, default: FAILOVER_FAULTS.map(({ name }) => name) },
      service: { type: 'string', default: '.' },
    },
  })
  const programs = findPrograms(['postgres', 'psql', 'etcd', 'patroni'])
  const rounds = Number(values.rounds)
  const processes = openServerProcesses(directory)
  exitAfter(10 + 6 * rounds, say)
  const psql = openPsql(programs.psql)
  const cluster = await startPatroniCluster(processes, programs, psql)
  say(`etcd and three Patroni members run; primary ${(await cluster.leader())?.name}`)
  const service = serviceIn(values.service, processes.folder('uploads'))
  const receiver = await openWebhookCounter()
  const failures: string[] = []
  const started: RunningNode[] = []
  const rows: FailoverRow[] = []
  try {
    await createDatabase(cluster, psql)
    const { nodes, worker } = await startNodes(service, processes, cluster)
    started.push(...nodes, worker)
    const origins = nodes.map(({ running }) => running.origin)
    const world = await openWorld(origins[0] as string, receiver.url, 1)
    for (const origin of origins) await untilKnown(origin, world)
    const stage = { say, psql, cluster, service, processes, nodes, worker, world, receiver }
    failures.push(...(await proveStartWithStandbyFirst(stage)))
    for (let round = 1; round <= rounds; round += 1) {
      for (const fault of FAILOVER_FAULTS.filter(({ name }) => values.only.includes(name))) {
        say(`\n${fault.title}, run ${round} of ${rounds}`)
        const row = await runFailover(stage, fault, `${fault.name}${round}`)
        rows.push(row)
        failures.push(...row.failures.map((line) => `${fault.title}, run ${round}: ${line}`))
        say(`    responses: ${row.responses}; slowest ${row.slowestSeconds.toFixed(1)} s`)
      }
    }
    for (const { name, running } of started) {
      const code = await running.stop()
      if (code !== 0) failures.push(`node ${name} exited with ${code} on SIGTERM`)
    }
  } catch (error) {
    failures.push((error as Error).message)
  } finally {
    for (const { running } of started) running.node.child.kill('SIGKILL')
    receiver.close()
  }
  await cluster.stop()
  say(`\n${tableOf(rows)}`)
  for (const failure of failures) say(`FAILED: ${failure}`)
  return failures.length === 0
}

async function createDatabase(cluster: PatroniCluster, psql: Psql): Promise<void> {
  const primary = (await cluster.leader()) as Member
  const url = cluster.urlOf(primary, 'postgres', 'postgres')
  await psql.execute(url, ...ROLE_STATEMENTS, 'create database counterfoil owner counterfoil')
}

/** A node whose first host is a standby must start, report ready and write. */
async function proveStartWithStandbyFirst(stage: Stage): Promise<string[]> {
  const { say, cluster, service, processes, nodes } = stage
  const primary = await cluster.leader()
  const standbysFirst = cluster.members.toSorted((a, b) => Number(a === primary) - Number(b === primary))
  const [port] = (await freePorts(1)) as [number]
  // Through the proxies of node A: with unknown addresses, the start would assume a restored copy.
  const ports = standbysFirst.map((member) => proxyBetween(stage, nodes[0] as RunningNode, member).port)
  const databaseUrl = multiHostUrl(ports)
  const failure = await startServiceNode(service, processes, { name: 'C', role: 'api', port, databaseUrl })
    .then(async ({ origin, stop }) => {
      const ready = await send(origin, { path: READY_FOR_WRITES }, 10_000)
      const shop = { name: 'Standby', slug: 'standby', category: 'F_AND_B' }
      const written = await send(origin, { method: 'POST', path: '/admin/merchants', body: shop }, 10_000)
      await stop()
      return ready.status === 200 && written.status === 201
        ? null
        : `${READY_FOR_WRITES} answered ${ready.status}, a write answered ${written.status}`
    })
    .catch((error: Error) => error.message)
  say(
    `a node whose first host is a standby: ${failure ? 'does NOT start' : 'starts, reports ready and writes'}`,
  )
  return failure ? [`a node whose first host is a standby: ${failure}`] : []
}

/** A Markdown table, for the handbook and for reports. */
function tableOf(rows: FailoverRow[]): string {
  const head = [
    ...['Fault', 'Primary reachable after, s', 'No success, s', 'Worst node, s', 'Acknowledged', 'Missing'],
    ...['Caps passed', 'Events lost', 'Ledger', 'Recovered alone'],
  ]
  const lines = rows.map((row) => [
    ...[
      row.title,
      row.electionSeconds.toFixed(1),
      row.gapSeconds.toFixed(1),
      row.worstNodeSeconds.toFixed(1),
    ],
    ...[row.acknowledged, row.missing, row.capsPassed, row.eventsLost],
    ...[row.isLedgerExact ? 'exact' : 'NOT EXACT', row.areRecovered ? 'yes' : 'NO'],
  ])
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
