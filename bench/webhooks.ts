import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { CommitRequest, Committed } from './load/commit-events.ts'
import type { Method, Posted, PostRequest } from './load/post-events.ts'
import { cpuSecondsOf, cpuSecondsOfFamily } from './measure/cpu-seconds.ts'
import { saveResult } from './measure/save-result.ts'
import { ask, nextMessage, startChild, stopChild } from './servers/child.ts'
import { type Service, startService } from './servers/spawn-service.ts'
import type { Arrivals } from './servers/webhook-receiver.ts'
import type { DatabaseStats } from './servers/webhooks.ts'

const CONCURRENCIES = [16, 64, 128]
const METHODS: Method[] = ['dispatch', 'request']
const RATES = [
  { perSecond: 50, goalMs: null },
  { perSecond: 200, goalMs: 150 },
  { perSecond: 1000, goalMs: 500 },
]
const GOALS = { perSecond: 1500, ofFloor: 0.6, statementsPerEvent: 0.2, workerCpuMsPerEvent: 0.16 }
/** PostgreSQL updates its statistics about once a second. */
const STATISTICS_DELAY_MS = 1500

type Database = {
  databaseUrl: string
  postmasterFile: string
  secretsKey: string
  partnerId: string
  secret: string
}
type Floor = {
  method: Method
  concurrency: number
  perSecond: number
  cpuMsPerEvent: number | null
}
type Saturated = Awaited<ReturnType<typeof saturate>>['saturated']
type Run = Saturated & { floors: Floor[]; ofFloor: number; ofRequest: number }
type Scene = { receiver: ChildProcess; url: string; service: ChildProcess; database: Database }

/**
 * Deliveries from the outbox, with every attempt recorded. The floor, measured in the same run, is undici posting the
 * same bodies from memory to the same receiver. PostgreSQL commits events at its default durability; the commits of the
 * worker do not wait for the disk, as in production (`dispatchDb`).
 */
export async function run(args: string[]): Promise<void> {
  // Exit handlers stop the processes that were started.
  process.once('SIGTERM', () => process.exit(143)).once('SIGINT', () => process.exit(130))
  const { values } = parseArgs({
    args,
    options: {
      events: { type: 'string', default: '30000' },
      seconds: { type: 'string', default: '10' },
      runs: { type: 'string', default: '3' },
    },
  })
  const [count, seconds] = [Number(values.events), Number(values.seconds)]
  const scene = await openScene()
  const runs: Run[] = []
  const latencies = []
  for (let n = 1; n <= Number(values.runs); n += 1) {
    // The floor is measured before each run, so that a machine that was busy for a while does not make it look low.
    const floors = await measureFloors(scene, count)
    const { worker, saturated } = await saturate(scene, count)
    if (n === Number(values.runs)) {
      for (const rate of RATES) latencies.push(await pace(scene, rate, seconds))
    }
    say('stopping the worker')
    await worker.stop()
    runs.push({ floors, ...saturated, ...sharesOf(floors, saturated.perSecond) })
  }
  for (const child of [scene.service, scene.receiver]) await stopChild(child)
  console.table(runs.flatMap(({ floors }, i) => floors.map((floor) => ({ run: i + 1, ...floor }))))
  console.table(runs.map(({ floors: _, ...rest }) => rest))
  const floor = median(runs.map(({ ofFloor, perSecond }) => perSecond / ofFloor))
  console.table([
    row('deliveries per second', runs, 'perSecond', '>=', Math.max(GOALS.perSecond, GOALS.ofFloor * floor)),
    row('of the floor by `dispatch`', runs, 'ofFloor', '>=', GOALS.ofFloor),
    row('of the floor by `request`', runs, 'ofRequest', '>=', null),
    row('CPU ms of the worker an event', runs, 'workerCpuMsPerEvent', '<=', GOALS.workerCpuMsPerEvent),
    row('statements per event', runs, 'statementsPerEvent', '<=', GOALS.statementsPerEvent),
    ...latencies.map((paced) => row(`p95 ms at ${paced.perSecond}/s`, [paced], 'p95Ms', '<', paced.goalMs)),
  ])
  console.table(latencies)
  await saveResult('webhooks', { events: count, seconds, runs, latencies })
}

/** How fast the deliveries were, as a share of the best floor by each method. */
function sharesOf(floors: Floor[], perSecond: number) {
  const bestBy = (method: Method) =>
    Math.max(...floors.filter((floor) => floor.method === method).map((floor) => floor.perSecond))
  const [ofFloor, ofRequest] = [perSecond / bestBy('dispatch'), perSecond / bestBy('request')]
  if (ofFloor > 1) console.warn('Faster than the floor: the machine was busy, so the result means little.')
  return { ofFloor: round(ofFloor, 2), ofRequest: round(ofRequest, 2) }
}

/** The median of the runs beside its goal, with the lowest and the highest value. */
function row<Name extends string>(
  what: string,
  runs: readonly { [name in Name]: number | null }[],
  name: Name,
  relation: '>=' | '<=' | '<',
  goal: number | null,
) {
  const holds = { '>=': (a: number, b: number) => a >= b, '<=': (a: number, b: number) => a <= b }
  const test = relation === '<' ? (a: number, b: number) => a < b : holds[relation]
  const sorted = runs.map((run) => run[name] ?? Number.NaN).sort((a, b) => a - b)
  const measured = median(sorted)
  return {
    ...{ what, measured, 'from–to': `${sorted[0]}–${sorted.at(-1)}` },
    ...(goal === null
      ? { goal: '–', reached: '–' }
      : { goal: `${relation} ${round(goal, 2)}`, reached: test(measured, goal) }),
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

async function openScene(): Promise<Scene> {
  const receiver = startChild('servers/webhook-receiver.ts')
  const { url } = await nextMessage<{ url: string }>(receiver)
  const service = startChild('servers/webhooks.ts', url)
  return { receiver, url, service, database: await nextMessage<Database>(service) }
}

async function measureFloors(scene: Scene, count: number): Promise<Floor[]> {
  const floors: Floor[] = []
  for (const method of METHODS) {
    for (const concurrency of CONCURRENCIES) {
      say(`floor by ${method}, ${concurrency} at once`)
      floors.push({ method, concurrency, ...(await post(scene, method, concurrency, count)) })
    }
  }
  return floors
}

async function post({ receiver, url, database }: Scene, method: Method, concurrency: number, count: number) {
  const load = startChild('load/post-events.ts')
  const arrived = arrivalsOf(receiver, count)
  load.send({ url, secret: database.secret, method, concurrency, count } satisfies PostRequest)
  const { cpuSeconds } = await nextMessage<Posted>(load)
  return { perSecond: paceOf(await arrived), cpuMsPerEvent: perEvent(cpuSeconds, count) }
}

async function saturate({ receiver, service, database }: Scene, count: number) {
  say(`queueing ${count} events`)
  await ask(service, { prefill: count })
  const postmaster = Number((await readFile(database.postmasterFile, 'utf8')).split('\n')[0])
  await pause()
  const before = await ask<DatabaseStats>(service, { stats: true })
  const databaseBefore = await cpuSecondsOfFamily(postmaster)
  const arrived = arrivalsOf(receiver, count)
  const worker = await startWorker(database)
  const cpuAtStart = await cpuSecondsOf(worker.pid)
  const arrivals = await arrived
  await pause()
  const after = await ask<DatabaseStats>(service, { stats: true })
  const databaseAfter = await cpuSecondsOfFamily(postmaster)
  if (after.pending > 0) throw new Error(`${after.pending} deliveries arrived but were not recorded`)
  const saturated = {
    perSecond: paceOf(arrivals),
    statementsPerEvent: round((after.transactions - before.transactions) / count, 3),
    attempts: after.attempts - before.attempts,
    arrivedTwice: arrivals.requests - arrivals.at.size,
    workerCpuMsPerEvent: perEvent(between(cpuAtStart, await cpuSecondsOf(worker.pid)), count),
    databaseCpuMsPerEvent: perEvent(between(databaseBefore, databaseAfter), count),
  }
  return { worker, saturated }
}

async function pace(
  { receiver, database: { databaseUrl, partnerId } }: Scene,
  { perSecond, goalMs }: (typeof RATES)[number],
  seconds: number,
) {
  say(`${perSecond} events a second, for ${seconds} s`)
  const load = startChild('load/commit-events.ts')
  const arrived = arrivalsOf(receiver, perSecond * seconds)
  load.send({ databaseUrl, partnerId, perSecond, seconds } satisfies CommitRequest)
  const { at, elapsedSeconds } = await nextMessage<Committed>(load)
  load.disconnect()
  const arrivals = await arrived
  const waits = [...at].map(([id, ms]) => (arrivals.at.get(id) ?? Number.NaN) - ms).sort((a, b) => a - b)
  const share = (part: number) => round(waits[Math.floor(waits.length * part)] ?? Number.NaN, 1)
  return {
    perSecond,
    committedPerSecond: Math.round(at.size / elapsedSeconds),
    p50Ms: share(0.5),
    p95Ms: share(0.95),
    p99Ms: share(0.99),
    goalMs,
  }
}

/** Starts the service as an operator does, as a worker only. */
async function startWorker({ databaseUrl, secretsKey }: Database): Promise<Service> {
  const settings = { DATABASE_URL: databaseUrl, SECRETS_KEY: secretsKey, ROLE: 'worker' }
  const worker = await startService('.', settings)
  process.once('exit', () => worker.stop())
  return worker
}

function arrivalsOf(receiver: ChildProcess, awaited: number): Promise<Arrivals> {
  return ask<Arrivals>(receiver, { awaited })
}

/** Events per second, from the first to the last arrival. */
function paceOf({ at }: Arrivals): number {
  const [first = 0] = at.values()
  const last = [...at.values()].at(-1) ?? 0
  return Math.round((at.size / (last - first)) * 1000)
}

/** Progress goes to stderr, results to stdout. */
function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, STATISTICS_DELAY_MS))
}

function between(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : after - before
}

function perEvent(seconds: number | null, count: number): number | null {
  return seconds === null ? null : round((seconds * 1000) / count, 3)
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
