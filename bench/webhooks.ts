import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Committed, Committing } from './load/committing.ts'
import type { Posted, Posting, Way } from './load/posting.ts'
import { cpuSecondsOf, cpuSecondsOfFamily } from './servers/cpu-seconds.ts'
import type { Arrivals } from './servers/webhook-receiver.ts'
import type { DatabaseFigures } from './servers/webhooks.ts'

const RESULTS = join(import.meta.dirname, 'results', 'webhooks.json')
const CONCURRENCIES = [16, 64, 128]
const WAYS: Way[] = ['dispatch', 'request']
const RATES = [
  { perSecond: 50, reachMs: null },
  { perSecond: 200, reachMs: 150 },
  { perSecond: 1000, reachMs: 500 },
]
const REACH = { perSecond: 1500, ofFloor: 0.5, statementsPerEvent: 0.2 }
/** PostgreSQL tells its figures about once a second. */
const UNTIL_TOLD_MS = 1500

type Database = {
  databaseUrl: string
  postmasterFile: string
  secretsKey: string
  partnerId: string
  secret: string
}
type Floor = {
  way: Way
  concurrency: number
  round: 'before' | 'after'
  perSecond: number
  cpuMsPerEvent: number | null
}
type Scene = { receiver: ChildProcess; url: string; service: ChildProcess; database: Database }

/**
 * Deliveries from the outbox with their attempts written down, beside undici posting the same bodies from memory to the
 * same receiver, in one run. PostgreSQL commits events at its default durability; the worker's own commits do not wait
 * for the disk, as in service (`dispatchDb`).
 */
export async function run(args: string[]): Promise<void> {
  // So that what was started is ended too.
  process.once('SIGTERM', () => process.exit(143)).once('SIGINT', () => process.exit(130))
  const { values } = parseArgs({
    args,
    options: {
      events: { type: 'string', default: '30000' },
      seconds: { type: 'string', default: '10' },
      /** Where the worker leaves its CPU profile; statements are counted by kind too, which costs a little. */
      profile: { type: 'string' },
    },
  })
  const [count, seconds] = [Number(values.events), Number(values.seconds)]
  const scene = await openScene(values.profile !== undefined)
  const floors: Floor[] = []
  floors.push(...(await measureFloors(scene, 'before', count)))
  const { worker, saturated, statements } = await saturate(scene, count, values.profile)
  const latencies = []
  for (const rate of RATES) latencies.push(await pace(scene, rate, seconds))
  statements.push(...(await ask<DatabaseFigures>(scene.service, { figures: true })).statements)
  say('the worker stops')
  worker.kill('SIGTERM')
  await once(worker, 'exit')
  // Once more, so that a machine that was busy for a while does not make the floor look low.
  floors.push(...(await measureFloors(scene, 'after', count)))
  const bestBy = (way: Way) =>
    Math.max(...floors.filter((floor) => floor.way === way).map(({ perSecond }) => perSecond))
  const best = bestBy('dispatch')
  for (const child of [scene.service, scene.receiver]) {
    child.send({ stop: true })
    await once(child, 'exit')
  }
  const ofFloor = round(saturated.perSecond / best, 2)
  const ofRequest = round(saturated.perSecond / bestBy('request'), 2)
  if (ofFloor > 1) console.warn('More than the floor: the machine was not quiet, and the figures say little.')
  console.table(floors)
  console.table([
    row('deliveries per second', saturated.perSecond, '>=', Math.max(REACH.perSecond, REACH.ofFloor * best)),
    row('of the floor by `dispatch`', ofFloor, '>=', REACH.ofFloor),
    row('of the floor by `request`', ofRequest, '>=', null),
    row('statements per event', saturated.statementsPerEvent, '<=', REACH.statementsPerEvent),
    ...latencies.map(({ perSecond, p95Ms, reachMs }) => row(`p95 ms at ${perSecond}/s`, p95Ms, '<', reachMs)),
  ])
  console.table([saturated])
  console.table(latencies)
  if (statements.length > 0) console.table(statements)
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.version }
  const at = new Date().toISOString()
  const result = { at, machine, events: count, seconds, floors, saturated, ofFloor, ofRequest, latencies }
  await mkdir(join(RESULTS, '..'), { recursive: true })
  await writeFile(RESULTS, `${JSON.stringify(result, null, 2)}\n`)
}

function row(what: string, measured: number, relation: '>=' | '<=' | '<', reach: number | null) {
  const holds = { '>=': (a: number, b: number) => a >= b, '<=': (a: number, b: number) => a <= b }
  const test = relation === '<' ? (a: number, b: number) => a < b : holds[relation]
  return reach === null
    ? { what, measured, reach: '–', reached: '–' }
    : { what, measured, reach: `${relation} ${round(reach, 1)}`, reached: test(measured, reach) }
}

async function openScene(countsStatements: boolean): Promise<Scene> {
  const receiver = start('servers/webhook-receiver.ts')
  const { url } = await heard<{ url: string }>(receiver)
  const service = start('servers/webhooks.ts', JSON.stringify({ webhookUrl: url, countsStatements }))
  return { receiver, url, service, database: await heard<Database>(service) }
}

async function measureFloors(scene: Scene, round: Floor['round'], count: number): Promise<Floor[]> {
  const floors: Floor[] = []
  for (const way of WAYS) {
    for (const concurrency of CONCURRENCIES) {
      say(`floor by ${way}, ${concurrency} at once`)
      floors.push({ way, concurrency, round, ...(await post(scene, way, concurrency, count)) })
    }
  }
  return floors
}

async function post({ receiver, url, database }: Scene, way: Way, concurrency: number, count: number) {
  const load = start('load/posting.ts')
  const arrived = arrivalsOf(receiver, count)
  load.send({ url, secret: database.secret, way, concurrency, count } satisfies Posting)
  const { cpuSeconds } = await heard<Posted>(load)
  return { perSecond: paceOf(await arrived), cpuMsPerEvent: perEvent(cpuSeconds, count) }
}

async function saturate({ receiver, service, database }: Scene, count: number, profile: string | undefined) {
  say(`${count} events that wait for a worker`)
  await ask(service, { prefill: count })
  const postmaster = Number((await readFile(database.postmasterFile, 'utf8')).split('\n')[0])
  await pause()
  const before = await ask<DatabaseFigures>(service, { figures: true })
  const databaseBefore = await cpuSecondsOfFamily(postmaster)
  const arrived = arrivalsOf(receiver, count)
  const { worker, cpuAtStart } = await startWorker(database, profile)
  const arrivals = await arrived
  await pause()
  const after = await ask<DatabaseFigures>(service, { figures: true })
  const databaseAfter = await cpuSecondsOfFamily(postmaster)
  if (after.pending > 0) throw new Error(`${after.pending} deliveries arrived and are not written down`)
  const saturated = {
    perSecond: paceOf(arrivals),
    statementsPerEvent: round((after.transactions - before.transactions) / count, 3),
    attempts: after.attempts - before.attempts,
    arrivedTwice: arrivals.requests - arrivals.at.size,
    workerCpuMsPerEvent: perEvent(between(cpuAtStart, await cpuSecondsOf(worker.pid ?? 0)), count),
    databaseCpuMsPerEvent: perEvent(between(databaseBefore, databaseAfter), count),
  }
  return { worker, saturated, statements: after.statements }
}

async function pace(
  { receiver, database: { databaseUrl, partnerId } }: Scene,
  { perSecond, reachMs }: (typeof RATES)[number],
  seconds: number,
) {
  say(`${perSecond} events a second, for ${seconds} s`)
  const load = start('load/committing.ts')
  const arrived = arrivalsOf(receiver, perSecond * seconds)
  load.send({ databaseUrl, partnerId, perSecond, seconds } satisfies Committing)
  const { at, elapsedSeconds } = await heard<Committed>(load)
  const arrivals = await arrived
  const waits = [...at].map(([id, ms]) => (arrivals.at.get(id) ?? Number.NaN) - ms).sort((a, b) => a - b)
  const share = (part: number) => round(waits[Math.floor(waits.length * part)] ?? Number.NaN, 1)
  return {
    perSecond,
    committedPerSecond: Math.round(at.size / elapsedSeconds),
    p50Ms: share(0.5),
    p95Ms: share(0.95),
    p99Ms: share(0.99),
    reachMs,
  }
}

/** The service as an operator runs it, to deliver and nothing else. Resolves once it is up. */
async function startWorker({ databaseUrl, secretsKey }: Database, profile: string | undefined) {
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  const worker = spawn(process.execPath, [...profiling, join(import.meta.dirname, '..', 'src', 'main.ts')], {
    env: {
      DATABASE_URL: databaseUrl,
      SECRETS_KEY: secretsKey,
      ROLE: 'worker',
      PORT: '0',
      LOG_LEVEL: 'warn',
      ALLOW_PRIVATE_TARGETS: 'true',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => worker.kill())
  let said = ''
  for await (const chunk of worker.stdout.iterator({ destroyOnReturn: false })) {
    said += chunk
    if (!said.includes('Counterfoil is up')) continue
    worker.stdout.pipe(process.stderr)
    return { worker, cpuAtStart: await cpuSecondsOf(worker.pid ?? 0) }
  }
  throw new Error(`the worker did not start: ${said}`)
}

function start(file: string, ...args: string[]): ChildProcess {
  return fork(join(import.meta.dirname, file), args, { serialization: 'advanced' })
}

async function ask<T>(child: ChildProcess, question: object): Promise<T> {
  child.send(question)
  return heard<T>(child)
}

/** One that ends without an answer would be waited for without end. */
async function heard<T>(child: ChildProcess): Promise<T> {
  const answered = new AbortController()
  const { signal } = answered
  const ended = once(child, 'exit', { signal }).then(([code, name]) => {
    throw new Error(`${child.spawnargs.at(-1)} ended (${code ?? name}) without an answer`)
  })
  const [message] = await Promise.race([once(child, 'message', { signal }), ended])
  ended.catch(() => {})
  answered.abort()
  return message as T
}

function arrivalsOf(receiver: ChildProcess, awaited: number): Promise<Arrivals> {
  return ask<Arrivals>(receiver, { awaited })
}

/** From the first to the last. */
function paceOf({ at }: Arrivals): number {
  const [first = 0] = at.values()
  const last = [...at.values()].at(-1) ?? 0
  return Math.round((at.size / (last - first)) * 1000)
}

/** How far it has come; the results go to stdout. */
function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, UNTIL_TOLD_MS))
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
