import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../test/support/process.ts'
import { findPrograms } from './debian-packages.ts'
import { openVouchers, runMixedLoad } from './mixed-load.ts'
import { openWorld } from './partner-world.ts'
import { startPostgres } from './postgres-server.ts'
import type { Proof } from './proof.ts'
import { openPsql } from './psql.ts'
import { exitAfter, freePorts, openServerProcesses, type ServerProcesses } from './server-processes.ts'
import { ADMIN_KEY, serviceIn, startServiceNode } from './service-node.ts'
import { openWebhookCounter } from './webhook-counter.ts'

const MERCHANTS = 12
const CLIENTS = 10
const LOAD_MS = 20_000
/** Two scrapes, so that rates have a value. */
const SETTLE_MS = 3000
/** Panels about failures, refusals and a key rotation, which do not occur here. */
const WITHOUT_DATA = new Set([
  ...['Left from the previous SECRETS_KEY', 'Refused redemptions per minute, by status'],
  ...['503 responses per second, by route', 'Share of failed requests (5xx)'],
])

type Panel = { title: string; targets: { expr: string }[] }
type Dashboard = { title: string; panels: Panel[] }

/** A node under load, scraped by a real Prometheus with our alert rules: every panel of every dashboard has a value. */
export const proveDashboards: Proof = async (directory, say) => {
  const programs = findPrograms(['postgres', 'initdb', 'psql', 'prometheus'])
  const processes = openServerProcesses(directory)
  exitAfter(5, say)
  const psql = openPsql(programs.psql)
  const [nodePort, prometheusPort] = (await freePorts(2)) as [number, number]
  const postgres = await startPostgres(processes, programs, psql)
  const databaseUrl = await postgres.createDatabase('counterfoil')
  const node = await startServiceNode(serviceIn('.', processes.folder('uploads')), processes, {
    ...{ name: 'A', role: 'all', port: nodePort, databaseUrl },
  })
  await startPrometheus(processes, programs.prometheus, prometheusPort, nodePort)
  const receiver = await openWebhookCounter()
  const world = await openWorld(node.origin, receiver.url, MERCHANTS)
  const endsAt = Date.now() + LOAD_MS
  await runMixedLoad(world, await openVouchers(world), {
    ...{ origins: [node.origin], clients: CLIENTS, requests: Number.POSITIVE_INFINITY, timeoutMs: 10_000 },
    ...{ pauseMs: 100, isOver: () => Date.now() > endsAt },
  })
  await sleep(SETTLE_MS)
  const empty: string[] = []
  for (const { title, panels } of dashboards()) {
    say(`\n${title}`)
    for (const panel of panels) {
      const results = await Promise.all(panel.targets.map(({ expr }) => valuesOf(prometheusPort, expr)))
      const values = results.flat()
      say(`  ${panel.title}: ${values.slice(0, 4).join(', ') || 'no data'}`)
      if (values.length === 0 && !WITHOUT_DATA.has(panel.title)) empty.push(`${title}, ${panel.title}`)
    }
  }
  const firing = await valuesOf(prometheusPort, 'ALERTS{alertstate="firing"}')
  say(`\nfiring alerts: ${firing.length}`)
  await node.stop()
  receiver.close()
  await postgres.process.stop('SIGINT')
  for (const panel of empty) say(`FAILED: no data in ${panel}`)
  return empty.length === 0 && firing.length === 0
}

function dashboards(): Dashboard[] {
  return globSync('deploy/grafana/*.json').map((path) => JSON.parse(readFileSync(path, 'utf8')))
}

async function startPrometheus(processes: ServerProcesses, program: string, port: number, nodePort: number) {
  const folder = processes.folder('prometheus')
  const file = join(folder, 'prometheus.yml')
  const rules = join(folder, 'alerts.yaml')
  const shipped = readFileSync(resolve('deploy/prometheus/alerts.yaml'), 'utf8')
  // The load lasts seconds: every rule is evaluated each second.
  writeFileSync(rules, shipped.replaceAll('interval: 30s', 'interval: 1s'), { mode: 0o644 })
  // JSON is valid YAML.
  const settings = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [rules],
    scrape_configs: [
      {
        ...{ job_name: 'counterfoil', authorization: { credentials: ADMIN_KEY } },
        static_configs: [{ targets: [`127.0.0.1:${nodePort}`] }],
      },
    ],
  }
  writeFileSync(file, JSON.stringify(settings), { mode: 0o644 })
  processes.start('prometheus', program, [
    ...[`--config.file=${file}`, `--storage.tsdb.path=${join(folder, 'data')}`],
    `--web.listen-address=127.0.0.1:${port}`,
  ])
  await until(async () => (await valuesOf(port, 'up').catch(() => [])).length > 0, 60_000)
}

type QueryResponse = { data: { result: { metric: Record<string, string>; value: [number, string] }[] } }

/** Each series with its labels. Values that are not numbers count as none. */
async function valuesOf(port: number, query: string): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/query?${new URLSearchParams({ query })}`)
  const { data } = (await response.json()) as QueryResponse
  return data.result
    .filter(({ value }) => Number.isFinite(Number(value[1])))
    .map(({ metric, value }) => {
      const labels = Object.entries(metric).filter(([name]) => !/^(__name__|instance|job|le)$/.test(name))
      return `${labels.map(([, label]) => label).join(' ')} ${Number(Number(value[1]).toPrecision(3))}`.trim()
    })
}
