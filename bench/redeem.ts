import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { connect } from '../src/platform/database/db.ts'
import { PIN } from './fixtures/prepared-database.ts'
import { generateLoad, type LoadResult } from './load/generate-load.ts'
import { postRequest, redemptionRequest, verifyTokens } from './load/redemption-requests.ts'
import { type Bottlenecks, watchBottlenecks } from './measure/bottlenecks.ts'
import { saveResult } from './measure/save-result.ts'
import { ask, nextMessage, startChild, stopChild } from './servers/child.ts'
import type { RedeemFixture } from './servers/redeem.ts'

const CLIENTS = [1, 8, 32, 128]
const FLOOR_CONNECTIONS = [2, 4, 8, 16, 32]
const USERS = 20_000
const VOUCHERS = 500
/** The first and the last number of the vouchers of each scenario, as the floor counts them. */
const FLOOR_VOUCHERS: Record<string, [first: number, last: number]> = {
  spread: [0, VOUCHERS - 1],
  hot: [VOUCHERS, VOUCHERS],
  pool: [VOUCHERS + 1, VOUCHERS + 1],
}

type Row = Omit<LoadResult, 'cpuSeconds'> & {
  history: number
  scenario: string
  clients: number
  ofFloor: number | null
  /** The ratio to the same measurement with empty tables. */
  ofEmpty: number | null
}
type Floor = { history: number; scenario: string; connections: number; perSecond: number }
/** With the most clients: also how the CPU time was used and what the database waited for. */
type Busiest = Row & Bottlenecks
type Report = { floors: Floor[]; rows: Row[]; busiest: Busiest[]; settings: Record<string, string> }

/**
 * Redemptions over HTTP with all rules. The floor, measured in the same run on the same PostgreSQL at its default
 * durability, makes the same writes in one stored function per redemption, without HTTP. The file keeps the busiest rows.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { seconds: { type: 'string', default: '5' }, history: { type: 'string', default: '0' } },
  })
  const seconds = Number(values.seconds)
  const sizes = [...new Set([0, Number(values.history)])]
  const report: Report = { floors: [], rows: [], busiest: [], settings: {} }
  for (const history of sizes) await measure(history, seconds, report)
  console.table(report.floors)
  console.table(
    report.rows.map(({ responses, ...row }) => ({ ...row, responses: JSON.stringify(responses) })),
  )
  for (const { scenario, cpuSeconds, waits } of report.busiest) console.log(scenario, cpuSeconds, waits)
  const floorBy = (await hasPgbench()) ? 'pgbench' : 'driver'
  const { settings, busiest } = report
  await saveResult('redeem', { seconds, floorBy, settings, busiest })
}

async function measure(history: number, seconds: number, report: Report): Promise<void> {
  const args = JSON.stringify({ users: USERS, vouchers: VOUCHERS, history })
  const service = startChild('servers/redeem.ts', args)
  const fixture = await nextMessage<RedeemFixture>(service)
  report.settings = fixture.settings
  const nextMinute = () => ask(service, { nextMinute: true })
  await verifyTokens(fixture)
  const scenarios = { spread: fixture.voucherIds, hot: [fixture.hotId], pool: [fixture.poolId] }
  const best: Record<string, number> = {}
  for (const scenario of Object.keys(scenarios)) {
    for (const connections of FLOOR_CONNECTIONS) {
      const perSecond = await measureFloor({ url: fixture.databaseUrl, scenario, connections, seconds })
      report.floors.push({ history, scenario, connections, perSecond })
      best[scenario] = Math.max(best[scenario] ?? 0, perSecond)
    }
  }
  const load = (requests: string[], connections: number) =>
    generateLoad({ port: fixture.port, connections, seconds, requests })
  for (const [scenario, vouchers] of Object.entries(scenarios)) {
    for (const clients of CLIENTS) {
      await nextMinute()
      const watch = clients === Math.max(...CLIENTS) ? await watchBottlenecks(fixture, service.pid) : null
      const { cpuSeconds, ...result } = await load(requestsFor(fixture, vouchers), clients)
      const bottlenecks = await watch?.end(cpuSeconds)
      const empty = report.rows.find((row) => row.scenario === scenario && row.clients === clients)
      const ofFloor = ratio(result.perSecond, best[scenario])
      const ofEmpty = history > 0 ? ratio(result.perSecond, empty?.perSecond) : null
      const row = { history, scenario, clients, ...result, ofFloor, ofEmpty }
      report.rows.push(row)
      if (bottlenecks) report.busiest.push({ ...row, ...bottlenecks })
    }
  }
  await nextMinute()
  const { cpuSeconds: _, ...plain } = await load(plainRequestsFor(fixture), 1)
  report.rows.push({ history, scenario: 'plain route', clients: 1, ...plain, ofFloor: null, ofEmpty: null })
  await stopChild(service)
}

function ratio(perSecond: number, of = 1): number {
  return Math.round((perSecond / of) * 100) / 100
}

function requestsFor({ tokens, outletId }: RedeemFixture, vouchers: string[]): string[] {
  return tokens.map((token, i) =>
    redemptionRequest({ token, voucherId: vouchers[i % vouchers.length], outletId, pin: PIN }),
  )
}

function plainRequestsFor({ tokens, outletId, voucherIds }: RedeemFixture): string[] {
  return tokens.map((token, i) =>
    postRequest('/plain', token, { voucherId: voucherIds[i % voucherIds.length], outletId, pin: PIN }),
  )
}

type FloorLoad = { url: string; scenario: string; connections: number; seconds: number }

async function measureFloor(load: FloorLoad): Promise<number> {
  return (await hasPgbench()) ? runPgbench(load) : runDriverLoop(load)
}

async function hasPgbench(): Promise<boolean> {
  return promisify(execFile)('pgbench', ['--version']).then(
    () => true,
    () => false,
  )
}

async function runPgbench({ url, scenario, connections, seconds }: FloorLoad): Promise<number> {
  const [first, last] = FLOOR_VOUCHERS[scenario] as [number, number]
  const directory = await mkdtemp(join(tmpdir(), 'counterfoil-pgbench-'))
  const script = join(directory, 'floor.sql')
  await writeFile(
    script,
    `\\set u random(0, ${USERS - 1})\n\\set v random(${first}, ${last})\nselect floor_redeem(:u, :v);\n`,
  )
  const options = [
    ...['--no-vacuum', '--protocol=prepared', `--file=${script}`],
    ...[`--client=${connections}`, '--jobs=2', `--time=${seconds}`],
  ]
  const { stdout } = await promisify(execFile)('pgbench', [...options, url])
  await rm(directory, { recursive: true })
  return Math.round(Number(/tps = ([\d.]+)/.exec(stdout)?.[1]))
}

async function runDriverLoop({ url, scenario, connections, seconds }: FloorLoad): Promise<number> {
  const [first, last] = FLOOR_VOUCHERS[scenario] as [number, number]
  const db = await connect(url, { max: connections })
  const end = performance.now() + seconds * 1000
  let done = 0
  const loop = async () => {
    while (performance.now() < end) {
      await db`select floor_redeem(${randomInt(USERS)}, ${randomInt(first, last + 1)})`
      done += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
  await db.end()
  return Math.round(done / seconds)
}
