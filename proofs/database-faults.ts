import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { saveResult } from '../bench/measure/save-result.ts'
import { within } from '../test/faults/deadline.ts'
import { type Counts, type FaultReport, runFault } from '../test/faults/fault-run.ts'
import { openWorld, type World } from '../test/faults/fault-world.ts'
import { FAULTS, type Fault } from '../test/faults/faults.ts'
import type { Proof } from './proof.ts'

/** One row of the table: all runs of one fault with one number of clients. */
type Row = {
  fault: string
  clients: number
  runs: number
  passed: number
  /** Null: no success in a run, or no run got that far. */
  worstSecondsWithoutSuccess: number | null
  worstSecondsToRecover: number | null
  /** Until a redemption, a browse and a /me request had succeeded. */
  worstSecondsToAllKinds: number | null
  longestResponseSeconds: number
  responses: FaultReport['responses']
  readyzWhileFailing: Counts
  missing: number
  /** The number of runs by reason. */
  failures: Counts
}

type Options = { runs: number; only: string[]; clients: number[]; service: string; save: boolean }
type Say = (line: string) => void

const KINDS = ['redeem', 'browse', 'me', 'readyz'] as const
const WORLD_MS = 120_000
const RUN_MS = 240_000
const CLOSE_MS = 60_000

/** The long form of test/faults/database-faults.test.ts: every fault, with every number of clients, many times. */
export const proveDatabaseFaults: Proof = async (directory, say, args) => {
  const options = readOptions(args)
  const chosen = FAULTS.filter(({ name }) => options.only.length === 0 || options.only.includes(name))
  const unknown = options.only.find((only) => !FAULTS.some(({ name }) => name === only))
  if (unknown !== undefined) {
    say(`There is no fault named ${unknown}. Faults: ${FAULTS.map(({ name }) => name).join(', ')}`)
    return false
  }
  const rows: Row[] = []
  for (const [i, fault] of chosen.entries()) {
    const why = fault.whyNot()
    if (why) say(`${fault.name}: skipped, because ${why}`)
    else rows.push(...(await proveFault(fault, join(directory, `fault-${i}`), options, say)))
  }
  console.table(rows.map(cellsOf))
  const [passed, runs] = [sum(rows.map((row) => row.passed)), sum(rows.map((row) => row.runs))]
  say(`${passed} of ${runs} runs passed. Times are the worst of all runs, in seconds.`)
  if (options.save) await saveResult('database-faults', { rows })
  return passed === runs
}

function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: 'string', default: '20' },
      only: { type: 'string', multiple: true, default: [] },
      clients: { type: 'string', default: '1,3,20' },
      service: { type: 'string', default: '.' },
      save: { type: 'boolean', default: false },
    },
  })
  const service = resolve(values.service)
  const main = join(service, 'src', 'main.ts')
  if (!existsSync(main)) throw new Error(`--service: ${main} does not exist`)
  const runs = positive('--runs', values.runs)
  const clients = values.clients.split(',').map((part) => positive('--clients', part))
  return { runs, clients, service, only: values.only, save: values.save }
}

function positive(name: string, text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text.trim())) return Number(text)
  throw new Error(`${name} ${text}: must be a whole number of at least 1`)
}

/** All runs of a fault share a database and, until it fails, a node. */
async function proveFault(fault: Fault, directory: string, options: Options, say: Say): Promise<Row[]> {
  let world: World | null = null
  let worlds = 0
  const close = async () => {
    const closing = world
    world = null
    if (closing) await within(CLOSE_MS, 'the clean-up', closing.close()).catch(({ message }) => say(message))
  }
  const runOnce = async (clients: number): Promise<FaultReport | string> => {
    try {
      worlds += world ? 0 : 1
      const parts = { directory: `${directory}-${worlds}`, parts: fault.parts, service: options.service }
      world ??= await within(WORLD_MS, 'the start of database and node', openWorld(parts))
      return await within(RUN_MS, 'the run', runFault(world, fault, { clients, length: 'full' }))
    } catch (error) {
      await close()
      return (error as Error).message
    }
  }
  const rows: Row[] = []
  for (const clients of options.clients) {
    const row = emptyRow(fault, clients)
    for (let run = 1; run <= options.runs; run += 1) {
      const report = await runOnce(clients)
      count(row, report)
      say(`${fault.name}, ${clients} clients, run ${run}: ${describe(report)}`)
    }
    rows.push(row)
  }
  await close()
  return rows
}

function describe(report: FaultReport | string): string {
  if (typeof report === 'string') return `FAILED: ${report}`
  const { passed, failures, secondsWithoutSuccess, secondsToFirstSuccess, responses } = report
  const stats = `${seconds(secondsWithoutSuccess)} s without success, recovered after ${seconds(secondsToFirstSuccess)} s`
  return `${passed ? 'passed' : `FAILED (${failures.join('; ')})`}, ${stats}, ${list(responses.redeem)}`
}

function emptyRow({ name }: Fault, clients: number): Row {
  return {
    ...{ fault: name, clients, runs: 0, passed: 0, longestResponseSeconds: 0, missing: 0 },
    ...{ worstSecondsWithoutSuccess: 0, worstSecondsToRecover: 0, worstSecondsToAllKinds: 0 },
    ...{ responses: { redeem: {}, browse: {}, me: {}, readyz: {} }, readyzWhileFailing: {}, failures: {} },
  }
}

function count(row: Row, report: FaultReport | string): void {
  row.runs += 1
  if (typeof report === 'string') {
    add(row.failures, { [report]: 1 })
    row.worstSecondsWithoutSuccess = row.worstSecondsToRecover = row.worstSecondsToAllKinds = null
    return
  }
  row.passed += report.passed ? 1 : 0
  row.worstSecondsWithoutSuccess = worse(row.worstSecondsWithoutSuccess, report.secondsWithoutSuccess)
  row.worstSecondsToRecover = worse(row.worstSecondsToRecover, report.secondsToFirstSuccess)
  row.worstSecondsToAllKinds = worse(row.worstSecondsToAllKinds, report.secondsToAllKinds)
  row.longestResponseSeconds = Math.max(row.longestResponseSeconds, report.longestResponseSeconds)
  row.missing += report.missing.length
  for (const kind of KINDS) add(row.responses[kind], report.responses[kind])
  add(row.readyzWhileFailing, report.readyzWhileFailing)
  add(row.failures, Object.fromEntries(report.failures.map((failure) => [failure, 1])))
}

function worse(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : Math.max(one, other)
}

function add(total: Counts, more: Counts): void {
  for (const [key, number] of Object.entries(more)) total[key] = (total[key] ?? 0) + number
}

const seconds = (value: number | null) => (value === null ? 'never' : value.toFixed(1))
const list = (counts: Counts) =>
  Object.entries(counts)
    .map(([status, number]) => `${status} ×${number}`)
    .join(', ') || '–'

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

function cellsOf(row: Row) {
  return {
    fault: row.fault,
    clients: row.clients,
    passed: `${row.passed} of ${row.runs}`,
    without: seconds(row.worstSecondsWithoutSuccess),
    'to recover': seconds(row.worstSecondsToRecover),
    'all kinds': seconds(row.worstSecondsToAllKinds),
    longest: seconds(row.longestResponseSeconds),
    'redemptions answered': list(row.responses.redeem),
    '/readyz?for=writes after 5 s of failure': list(row.readyzWhileFailing),
  }
}
