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
import { medianAndRange } from './measure/runs.ts'
import { saveResult } from './measure/save-result.ts'
import { ask, nextMessage, startChild, stopChild } from './servers/child.ts'
import type { RedeemFixture } from './servers/redeem.ts'

const FLOOR_CONNECTIONS = [2, 4, 8, 16, 32]
const USERS = 20_000
const VOUCHERS = 500
/** The first and the last number of the vouchers of each scenario, as the floor counts them. */
const FLOOR_VOUCHERS = {
  spread: [0, VOUCHERS - 1],
  hot: [VOUCHERS, VOUCHERS],
  pool: [VOUCHERS + 1, VOUCHERS + 1],
} as const

type Scenario = keyof typeof FLOOR_VOUCHERS
type Subject = { history: number; service: ReturnType<typeof startChild>; fixture: RedeemFixture }
type Measured = Omit<LoadResult, 'cpuSeconds'> &
  Bottlenecks & { history: number; scenario: Scenario; clients: number; ofFloor: number }
type Floor = { history: number; scenario: Scenario; connections: number; perSecond: number }

/**
 * Redemptions over HTTP with all rules. The floor, measured before each run on the same PostgreSQL at its default
 * durability, makes the same writes in one stored function per redemption, without HTTP. With `--history`, a second service
 * has that many past redemptions, and is measured in turns with the empty one. The file keeps the busiest rows.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '2.5' },
      runs: { type: 'string', default: '3' },
      history: { type: 'string', default: '0' },
      scenarios: { type: 'string', default: Object.keys(FLOOR_VOUCHERS).join() },
      clients: { type: 'string', default: '1,8,32,128' },
    },
  })
  const seconds = Number(values.seconds)
  const numbersOfClients = values.clients.split(',').map(Number)
  const scenarios = values.scenarios.split(',') as Scenario[]
  const subjects: Subject[] = []
  for (const history of new Set([0, Number(values.history)])) subjects.push(await openSubject(history))
  const floors: Floor[] = []
  const measured: Measured[] = []
  const plain: number[] = []
  for (let n = 0; n < Number(values.runs); n += 1) {
    for (const scenario of scenarios) {
      for (const subject of subjects) {
        const ofRun = await measureFloors(subject, scenario, seconds)
        floors.push(...ofRun)
        const floor = Math.max(...ofRun.map(({ perSecond }) => perSecond))
        for (const clients of numbersOfClients) {
          measured.push(await measure(subject, { scenario, clients, seconds, floor }))
        }
      }
    }
    plain.push(await measurePlain(subjects[0] as Subject, seconds))
  }
  for (const { service } of subjects) await stopChild(service)
  const rows = Map.groupBy(measured, ({ history, scenario, clients }) => `${history} ${scenario} ${clients}`)
  const summaries = [...rows.values()].map((runs) => summaryOf(runs, measured))
  const floorRows = Map.groupBy(floors, ({ history, scenario, connections }) =>
    [history, scenario, connections].join(' '),
  )
  console.table(
    [...floorRows].map(([name, runs]) => ({
      floor: name,
      perSecond: medianAndRange(runs.map(({ perSecond }) => perSecond)),
    })),
  )
  console.table(summaries)
  console.log(`the plain route, one client: ${medianAndRange(plain)} a second`)
  const most = Math.max(...numbersOfClients)
  const busiest = measured
    .filter(({ clients }) => clients === most)
    .slice(-scenarios.length * subjects.length)
  for (const { scenario, waits } of busiest) console.log(scenario, waits)
  const floorBy = (await hasPgbench()) ? 'pgbench' : 'driver'
  const settings = subjects[0]?.fixture.settings
  await saveResult('redeem', { seconds, floorBy, settings, summaries, busiest })
}

async function openSubject(history: number): Promise<Subject> {
  const service = startChild(
    'servers/redeem.ts',
    JSON.stringify({ users: USERS, vouchers: VOUCHERS, history }),
  )
  const fixture = await nextMessage<RedeemFixture>(service)
  await verifyTokens(fixture)
  const subject = { history, service, fixture }
  // So that the code is compiled and the connections are open.
  await load(subject, 'spread', 8, 1)
  return subject
}

type Phase = { scenario: Scenario; clients: number; seconds: number; floor: number }

async function measure(subject: Subject, { scenario, clients, seconds, floor }: Phase): Promise<Measured> {
  const { fixture, service, history } = subject
  await ask(service, { nextMinute: true })
  const watch = await watchBottlenecks(fixture, service.pid)
  const { cpuSeconds, ...result } = await load(subject, scenario, clients, seconds)
  const bottlenecks = await watch.end(cpuSeconds)
  return { history, scenario, clients, ...result, ofFloor: result.perSecond / floor, ...bottlenecks }
}

function load({ fixture }: Subject, scenario: Scenario, connections: number, seconds: number) {
  const { tokens, voucherIds, hotId, poolId, outletId, port } = fixture
  const vouchers = { spread: voucherIds, hot: [hotId], pool: [poolId] }[scenario]
  const requests = tokens.map((token, i) =>
    redemptionRequest({ token, voucherId: vouchers[i % vouchers.length], outletId, pin: PIN }),
  )
  return generateLoad({ port, connections, seconds, requests })
}

/** The same redemption in one transaction with a statement for each step, and without the engine. */
async function measurePlain({ service, fixture }: Subject, seconds: number): Promise<number> {
  await ask(service, { nextMinute: true })
  const { tokens, voucherIds, outletId, port } = fixture
  const requests = tokens.map((token, i) =>
    postRequest('/plain', token, { voucherId: voucherIds[i % voucherIds.length], outletId, pin: PIN }),
  )
  return (await generateLoad({ port, connections: 1, seconds, requests })).perSecond
}

/** One line of the table: the median of its runs, with the lowest and the highest. */
function summaryOf(runs: Measured[], all: Measured[]) {
  const [{ history, scenario, clients }] = runs as [Measured]
  const values = (pick: (run: Measured) => number) => medianAndRange(runs.map(pick))
  const cpu = (name: 'service' | 'postgres') =>
    values(({ cpuSeconds, responses }) => ((cpuSeconds[name] ?? Number.NaN) * 1000) / total(responses))
  const empty = all.filter((run) => run.history === 0 && run.scenario === scenario && run.clients === clients)
  const ofEmpty = runs.map(({ perSecond }, i) => perSecond / (empty[i]?.perSecond ?? Number.NaN))
  return {
    ...{ history, scenario, clients, perSecond: values(({ perSecond }) => perSecond) },
    ...{
      ofFloor: values(({ ofFloor }) => ofFloor),
      ...(history > 0 && { ofEmpty: medianAndRange(ofEmpty) }),
    },
    ...{ p50Ms: values(({ p50Ms }) => p50Ms), p99Ms: values(({ p99Ms }) => p99Ms) },
    ...{ serviceCpuMs: cpu('service'), postgresCpuMs: cpu('postgres') },
    statuses: [...new Set(runs.flatMap(({ responses }) => Object.keys(responses)))].join(),
  }
}

function total(responses: Record<string, number>): number {
  return Object.values(responses).reduce((sum, n) => sum + n, 0)
}

async function measureFloors({ history, service, fixture }: Subject, scenario: Scenario, seconds: number) {
  const floors: Floor[] = []
  for (const connections of FLOOR_CONNECTIONS) {
    await ask(service, { nextMinute: true })
    const perSecond = await measureFloor({ url: fixture.databaseUrl, scenario, connections, seconds })
    floors.push({ history, scenario, connections, perSecond })
  }
  return floors
}

type FloorLoad = { url: string; scenario: Scenario; connections: number; seconds: number }

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
  const [first, last] = FLOOR_VOUCHERS[scenario]
  const directory = await mkdtemp(join(tmpdir(), 'counterfoil-pgbench-'))
  const script = join(directory, 'floor.sql')
  await writeFile(
    script,
    `\\set u random(0, ${USERS - 1})\n\\set v random(${first}, ${last})\nselect floor_redeem(:u, :v);\n`,
  )
  const options = [
    ...['--no-vacuum', '--protocol=prepared', `--file=${script}`],
    ...[`--client=${connections}`, '--jobs=2', `--time=${Math.round(seconds)}`],
  ]
  const { stdout } = await promisify(execFile)('pgbench', [...options, url])
  await rm(directory, { recursive: true })
  return Math.round(Number(/tps = ([\d.]+)/.exec(stdout)?.[1]))
}

async function runDriverLoop({ url, scenario, connections, seconds }: FloorLoad): Promise<number> {
  const [first, last] = FLOOR_VOUCHERS[scenario]
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
