import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { until } from '../test/support/process.ts'
import { findPrograms } from './debian-packages.ts'
import { type MixedLoadReport, openVouchers, runMixedLoad } from './mixed-load.ts'
import { openWorld, untilKnown } from './partner-world.ts'
import { findLeakedState, findStuckClients } from './pooled-sessions.ts'
import { isReachable, PASSWORD, type PostgresServer, startPostgres } from './postgres-server.ts'
import type { Proof } from './proof.ts'
import { openPsql, type Psql } from './psql.ts'
import { exitAfter, freePorts, openServerProcesses, type ServerProcesses } from './server-processes.ts'
import {
  auditLedger,
  runCounterfoil,
  type Service,
  type ServiceNode,
  serviceIn,
  startServiceNode,
} from './service-node.ts'
import { openWebhookCounter } from './webhook-counter.ts'

const CLIENTS = 50
const TIMEOUT_MS = 10_000
const MERCHANTS = 12
const DELIVERED_WITHIN_MS = 180_000

/** The settings that a node sends when it connects, as an operator lists them for PgBouncer. */
const IGNORED_SETTINGS =
  'extra_float_digits,statement_timeout,TimeZone,default_transaction_isolation,' +
  'idle_in_transaction_session_timeout,plan_cache_mode,enable_seqscan,jit,synchronous_commit,options'

type Setup = {
  title: string
  database: string
  url: string
  requests: number
  consoleUrl?: string
  /** Whether all merchants live in a cell, which is behind PgBouncer, too. */
  inCell?: boolean
}
type Stage = {
  say: (line: string) => void
  psql: Psql
  postgres: PostgresServer
  service: Service
  processes: ServerProcesses
}

/**
 * Two nodes behind PgBouncer in transaction mode, under load. Every request is answered, every event is delivered, and
 * no session state is left on a server connection. Runs once with a PgBouncer that refuses our settings and once with
 * one that ignores them; then a shorter run without PgBouncer gives the ratio.
 */
export const provePgBouncer: Proof = async (directory, say, args) => {
  const { values } = parseArgs({
    args,
    options: { requests: { type: 'string', default: '60000' }, service: { type: 'string', default: '.' } },
  })
  const programs = findPrograms(['postgres', 'initdb', 'psql', 'pgbouncer'])
  const total = Number(values.requests)
  const processes = openServerProcesses(directory)
  exitAfter(30 + total / 1000, say)
  const psql = openPsql(programs.psql)
  const [refusing, ignoring] = (await freePorts(2)) as [number, number]
  const postgres = await startPostgres(processes, programs, psql)
  const start = (port: number, ignored?: string) =>
    startPgBouncer(processes, programs.pgbouncer, psql, { port, to: postgres.port, ignored })
  const bouncers = [await start(refusing), await start(ignoring, IGNORED_SETTINGS)]
  const stage = {
    say,
    psql,
    postgres,
    service: serviceIn(values.service, processes.folder('uploads')),
    processes,
  }
  const half = Math.ceil(total / 2)
  const through = (bouncer: number, database: string) =>
    `postgres://counterfoil:${PASSWORD}@127.0.0.1:${bouncer}/${database}`
  const consoleUrl = (bouncer: number) => `postgres://console:${PASSWORD}@127.0.0.1:${bouncer}/pgbouncer`
  const setups: Setup[] = [
    {
      ...{
        title: 'PgBouncer refuses our settings; the service detects it',
        database: 'refused',
        requests: half,
      },
      ...{ url: through(refusing, 'refused'), consoleUrl: consoleUrl(refusing) },
    },
    {
      ...{
        title: 'PgBouncer ignores our settings; DATABASE_URL ends in ?pgbouncer=true',
        requests: half,
      },
      ...{ database: 'ignored', url: `${through(ignoring, 'ignored')}?pgbouncer=true` },
      consoleUrl: consoleUrl(ignoring),
    },
    {
      ...{ title: 'all merchants in a cell, home and cell behind PgBouncer', database: 'celled' },
      ...{ url: through(refusing, 'celled'), requests: Math.ceil(total / 6), inCell: true },
      consoleUrl: consoleUrl(refusing),
    },
    {
      ...{ title: 'no PgBouncer, for comparison', requests: Math.ceil(total / 6) },
      ...{ database: 'direct', url: postgres.urlOf('direct') },
    },
  ]
  const results: { passed: boolean; p50: number; p99: number }[] = []
  for (const setup of setups) results.push(await proveSetup(stage, setup))
  for (const bouncer of bouncers) await bouncer.stop('SIGINT')
  await postgres.process.stop('SIGINT')
  const direct = results.at(-1)
  for (const [i, { title }] of setups.slice(0, 2).entries()) {
    const { p50 = 0, p99 = 0 } = results[i] ?? {}
    const ratio = (mine: number, other = 0) => (mine / other).toFixed(2)
    say(`${title}: redemptions p50 × ${ratio(p50, direct?.p50)}, p99 × ${ratio(p99, direct?.p99)} of direct`)
  }
  return results.every(({ passed }) => passed)
}

type Bouncer = { port: number; to: number; ignored: string | undefined }

async function startPgBouncer(
  processes: ServerProcesses,
  program: string,
  psql: Psql,
  { port, to, ignored }: Bouncer,
) {
  const name = `pgbouncer-${port}`
  const folder = processes.folder(name)
  const users = join(folder, 'users.txt')
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(users, ['counterfoil', 'console'].map((user) => `"${user}" "${PASSWORD}"\n`).join(''))
  writeFileSync(
    settings,
    [
      ...['[databases]', `* = host=127.0.0.1 port=${to}`, '[pgbouncer]', 'listen_addr = 127.0.0.1'],
      ...[`listen_port = ${port}`, `unix_socket_dir = ${folder}`, 'auth_type = scram-sha-256'],
      ...[`auth_file = ${users}`, 'admin_users = console', 'pool_mode = transaction'],
      ...['default_pool_size = 20', 'max_client_conn = 200'],
      ...(ignored ? [`ignore_startup_parameters = ${ignored}`] : []),
      '',
    ].join('\n'),
  )
  const process = processes.start(name, program, [settings])
  await until(
    () => isReachable(psql, `postgres://counterfoil:${PASSWORD}@127.0.0.1:${port}/postgres`),
    15_000,
  )
  return process
}

async function proveSetup(
  stage: Stage,
  setup: Setup,
): Promise<{ passed: boolean; p50: number; p99: number }> {
  const { say, postgres, service, processes } = stage
  say(`\n${setup.title}: ${setup.requests} requests, ${CLIENTS} clients, two nodes`)
  await postgres.createDatabase(setup.database)
  const receiver = await openWebhookCounter()
  const nodes: ServiceNode[] = []
  try {
    const env = { CELL_URLS: `home=${postgres.urlOf(setup.database)}` }
    for (const [i, port] of (await freePorts(2)).entries()) {
      const options = { name: `${i + 1}`, role: 'all' as const, port, databaseUrl: setup.url, env }
      nodes.push(await startServiceNode(service, processes, options))
    }
    if (setup.inCell) await createCell(stage, setup, env)
    const origins = nodes.map(({ origin }) => origin)
    const world = await openWorld(origins[0] as string, receiver.url, MERCHANTS)
    const vouchers = await openVouchers(world)
    for (const origin of origins) await untilKnown(origin, world)
    const load = { origins, clients: CLIENTS, requests: setup.requests, timeoutMs: TIMEOUT_MS }
    const report = await runMixedLoad(world, vouchers, load)
    const failures = [
      ...reportLoad(say, report, setup.requests),
      ...(await reportRecord(stage, setup, report, receiver)),
      ...(await reportPools(stage, setup)),
    ]
    for (const { name, stop } of nodes) {
      const code = await stop()
      if (code !== 0) failures.push(`node ${name} exited with ${code} on SIGTERM`)
    }
    for (const failure of failures) say(`  FAILED: ${failure}`)
    const sorted = report.redemptionMs.toSorted((a, b) => a - b)
    return { passed: failures.length === 0, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
  } catch (error) {
    say(`  FAILED: ${(error as Error).message}`)
    return { passed: false, p50: Number.NaN, p99: Number.NaN }
  } finally {
    for (const { node } of nodes) node.child.kill('SIGKILL')
    receiver.close()
  }
}

const cellOf = (database: string) => `${database}_east`
const databasesOf = ({ database, inCell }: Setup) => (inCell ? [database, cellOf(database)] : [database])

/** As an operator does it for a role that is no superuser. */
async function createCell(
  { psql, postgres, service }: Stage,
  { database, url }: Setup,
  env: Record<string, string>,
): Promise<void> {
  await postgres.createDatabase(cellOf(database))
  const asSuperuser = postgres.urlOf(cellOf(database), 'postgres')
  await psql.execute(asSuperuser, 'create extension postgres_fdw')
  await psql.execute(asSuperuser, 'grant usage on foreign data wrapper postgres_fdw to counterfoil')
  await runCounterfoil(service, url, ['cells', 'create', 'east'], env)
}

const percentile = (sorted: number[], part: number) => sorted[Math.floor(part * sorted.length)] ?? Number.NaN

function reportLoad(say: (line: string) => void, report: MixedLoadReport, asked: number): string[] {
  const sorted = report.redemptionMs.toSorted((a, b) => a - b)
  const perSecond = Math.round(report.sent / report.seconds)
  say(`  sent ${report.sent} in ${report.seconds.toFixed(1)} s (${perSecond} per second)`)
  const [p50, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.99)].map((ms) => ms.toFixed(1))
  say(`  redemptions: p50 ${p50} ms, p99 ${p99} ms (of ${sorted.length})`)
  say(`  responses: ${[...report.responses].map(([label, count]) => `${label} × ${count}`).join(', ')}`)
  for (const line of [...report.hung.slice(0, 5), ...report.wrong.slice(0, 5)]) say(`    ${line}`)
  return [
    ...(report.sent < asked ? [`stopped after ${report.sent} requests, because too many hung`] : []),
    ...(report.hung.length > 0 ? [`${report.hung.length} requests without a response in 10 s`] : []),
    ...(report.wrong.length > 0 ? [`${report.wrong.length} wrong responses`] : []),
  ]
}

type Recorded = { redemptions: string[]; claims: number; events: number }

/** Compares the responses that clients got with the rows of the database and the delivered events. */
async function reportRecord(
  { say, psql, postgres, service }: Stage,
  setup: Setup,
  report: MixedLoadReport,
  receiver: Awaited<ReturnType<typeof openWebhookCounter>>,
): Promise<string[]> {
  const url = postgres.urlOf(setup.database)
  const count = async (): Promise<Recorded> => {
    const counts = databasesOf(setup).map((database) =>
      psql.select<Recorded>(
        postgres.urlOf(database),
        `select (select coalesce(json_agg(id), '[]') from redemptions) as redemptions,
        (select count(*) from claims) as claims, (select count(*) from events) as events`,
      ),
    )
    const parts = (await Promise.all(counts)).flat()
    return {
      redemptions: parts.flatMap(({ redemptions }) => redemptions),
      claims: parts.reduce((sum, { claims }) => sum + Number(claims), 0),
      events: parts.reduce((sum, { events }) => sum + Number(events), 0),
    }
  }
  await receiver.waitFor((await count()).events, DELIVERED_WITHIN_MS)
  const { redemptions, claims, events } = await count()
  const rows = new Set(redemptions)
  const missing = [...report.redeemed.values()].filter((id) => !rows.has(id)).length
  const unexpected = rows.size - report.redeemed.size
  const findings = await auditLedger(service, url)
  say(`  redemptions ${rows.size}, claims ${claims}, events ${events}, delivered ${receiver.arrived.size}`)
  say(`  ledger: ${findings ?? 'exact'}`)
  return [
    ...(missing > 0 ? [`${missing} redemptions were answered 201 but have no row`] : []),
    ...(unexpected > 0 ? [`${unexpected} redemptions have a row but got no response`] : []),
    ...(claims !== report.claimed
      ? [`${report.claimed} claims were answered 201, ${claims} have a row`]
      : []),
    ...(receiver.arrived.size < events
      ? [`${events - receiver.arrived.size} events were not delivered`]
      : []),
    ...(findings ? ['the ledger is not exact'] : []),
  ]
}

async function reportPools(stage: Stage, { consoleUrl, ...setup }: Setup): Promise<string[]> {
  if (consoleUrl === undefined) return []
  const failures: string[] = []
  for (const database of databasesOf(setup)) {
    const url = setup.url.replace(`/${setup.database}`, `/${database}`)
    failures.push(...(await reportPool(stage, { database, url, consoleUrl })))
  }
  return failures
}

async function reportPool(
  { say, psql, postgres }: Stage,
  { database, url, consoleUrl }: { database: string; url: string; consoleUrl: string },
): Promise<string[]> {
  const { clients, servers, stuck } = await findStuckClients(psql, consoleUrl, database)
  const { inspected, leaks } = await findLeakedState(psql, url.replace('?pgbouncer=true', ''), servers)
  const idle = await psql.select<{ pid: number }>(
    postgres.urlOf('postgres', 'postgres'),
    `select pid from pg_stat_activity where datname = '${database}'
      and state like 'idle in transaction%' and xact_start < now() - interval '5 seconds'`,
  )
  say(
    `  PgBouncer: ${clients} clients, ${servers} servers, ${stuck.length} stuck; ${inspected} servers inspected`,
  )
  return [
    ...stuck,
    ...leaks,
    ...idle.map(({ pid }) => `server ${pid} has been idle in a transaction for over 5 s`),
  ]
}
