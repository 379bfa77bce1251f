import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { auditLedger } from '../../src/domain/redemptions/ledger/ledger.ts'
import { connect } from '../../src/platform/database/db.ts'
import { within } from './deadline.ts'
import {
  type Acknowledgement,
  isSuccess,
  type Kind,
  startTraffic,
  type TimedResponse,
  type Traffic,
} from './fault-clients.ts'
import { withDatabase } from './fault-database.ts'
import { lastWords, type World } from './fault-world.ts'
import type { Fault } from './faults.ts'

/** The number of responses by status. */
export type Counts = Record<string, number>

export type FaultReport = {
  fault: string
  clients: number
  passed: boolean
  /** Why the run did not pass. */
  failures: string[]
  /** The longest time between two acknowledged redemptions. */
  secondsWithoutSuccess: number
  /** The time from the database's return to the first success; null if there was none. */
  secondsToFirstSuccess: number | null
  secondsToAllKinds: number | null
  /** Responses from the beginning of the fault until the end of the run. */
  responses: Record<Kind, Counts>
  longestResponseSeconds: number
  isAlive: boolean
  /** The responses of /readyz?for=writes after redemptions had failed for more than 5 s. */
  readyzWhileFailing: Counts
  acknowledged: number
  /** Acknowledged redemptions without their row, or with another one. */
  missing: string[]
  /** The findings of the ledger audit. */
  findings: string[]
}

export type RunOptions = { clients: number; length: 'full' | 'short' }

const MAX_RECOVERY_SECONDS = 3
/** A 503 must come within 5 s; one more second allows for a busy machine. */
const MAX_RESPONSE_SECONDS = 6
const READYZ_AFTER_MS = 5_000
const RECOVERY_KINDS = ['redeem', 'browse', 'me'] as const
const STRIKE_MS = 90_000
const LENGTHS = {
  full: { before: 1500, recovery: 15_000, after: 1000 },
  short: { before: 500, recovery: 8_000, after: 400 },
}

type Times = { startedAt: number; struckAt: number; returnedAt: number; endedAt: number }

let runs = 0

/**
 * Runs one fault under traffic. The report lists what the node did wrong. It throws for an error of the harness, or for
 * a node that could not be started.
 */
export async function runFault(
  world: World,
  fault: Fault,
  { clients, length }: RunOptions,
): Promise<FaultReport> {
  await world.prepareNode(fault.hosts)
  const { before, recovery, after } = LENGTHS[length]
  runs += 1
  const traffic = startTraffic(world.target(), `run-${process.pid}-${runs}`, clients)
  const startedAt = performance.now()
  try {
    await sleep(before)
    const struckAt = performance.now()
    await within(STRIKE_MS, fault.name, fault.strike(world, fault.seconds[length]))
    const returnedAt = performance.now()
    await waitForRecovery(world, traffic, returnedAt, recovery)
    await sleep(after)
    const endedAt = performance.now()
    await traffic.stop()
    const times = { startedAt, struckAt, returnedAt, endedAt }
    const report = await writeReport(world, fault, clients, traffic, times)
    if (report.secondsToAllKinds === null) await world.dropNode()
    return report
  } finally {
    await traffic.stop()
    await world.proxy.heal()
  }
}

async function waitForRecovery(world: World, { responses }: Traffic, sinceMs: number, limitMs: number) {
  const isBack = () => RECOVERY_KINDS.every((kind) => secondsToFirst(responses, [kind], sinceMs) !== null)
  while (!isBack() && world.node().exit() === null && performance.now() < sinceMs + limitMs) await sleep(20)
}

async function writeReport(
  world: World,
  fault: Fault,
  clients: number,
  traffic: Traffic,
  times: Times,
): Promise<FaultReport> {
  const { responses, acknowledgements, contradictions } = traffic
  const { returnedAt, struckAt } = times
  const meanwhile = responses.filter(({ answeredAt }) => answeredAt >= struckAt)
  const missing = [...contradictions, ...(await findMissing(world, acknowledgements))]
  const all = RECOVERY_KINDS.map((kind) => secondsToFirst(responses, [kind], returnedAt))
  const report = {
    ...{ fault: fault.name, clients, passed: false, failures: [] as string[] },
    secondsWithoutSuccess: longestGap(responses, times),
    secondsToFirstSuccess: secondsToFirst(responses, ['redeem'], returnedAt),
    secondsToAllKinds: all.includes(null) ? null : Math.max(...(all as number[])),
    responses: countByKind(meanwhile),
    longestResponseSeconds: Math.max(
      0,
      ...responses.map(({ sentAt, answeredAt }) => (answeredAt - sentAt) / 1000),
    ),
    isAlive: world.node().exit() === null,
    readyzWhileFailing: readyzWhileFailing(responses, times),
    acknowledged: acknowledgements.size,
    missing,
    findings: await audit(world),
  }
  const failures = judge(report, responses)
  if (!report.isAlive) {
    failures.unshift(`the process ended with ${world.node().exit()}: ${lastWords(world.node())}`)
  }
  return { ...report, failures, passed: failures.length === 0 }
}

function judge(report: FaultReport, responses: TimedResponse[]): string[] {
  const { secondsToFirstSuccess: first, longestResponseSeconds: longest, missing, findings } = report
  const wrong = responses.filter(({ status }) => typeof status === 'number' && !EXPECTED.has(status))
  const failures: string[] = []
  if (first === null) failures.push('no redemption succeeded after the return')
  else if (first > MAX_RECOVERY_SECONDS) failures.push(`first success ${first.toFixed(1)} s after the return`)
  if (longest > MAX_RESPONSE_SECONDS) failures.push(`a response took ${longest.toFixed(1)} s`)
  if (wrong.length > 0) failures.push(`wrong responses: ${JSON.stringify(countByKind(wrong))}`)
  if (missing.length > 0) failures.push(`${missing.length} acknowledged and missing: ${missing[0]}`)
  if (findings.length > 0) failures.push(`ledger: ${findings[0]}`)
  return failures
}

/** 429 is allowed: a client's attempts were counted without a response, so it must wait. Every other status is a fault. */
const EXPECTED = new Set([200, 201, 429, 503])

function secondsToFirst(responses: TimedResponse[], kinds: Kind[], sinceMs: number): number | null {
  const times = responses
    .filter(
      (response) => kinds.includes(response.kind) && isSuccess(response) && response.answeredAt >= sinceMs,
    )
    .map(({ answeredAt }) => (answeredAt - sinceMs) / 1000)
  return times.length === 0 ? null : Math.min(...times)
}

/** The times of acknowledged redemptions, with the beginning and the end of the run around them. */
function successes(responses: TimedResponse[], { startedAt, endedAt }: Times): number[] {
  const times = responses
    .filter((response) => response.kind === 'redeem' && isSuccess(response) && response.answeredAt < endedAt)
    .map(({ answeredAt }) => answeredAt)
  return [startedAt, ...times.toSorted((a, b) => a - b), endedAt]
}

function gaps(responses: TimedResponse[], times: Times): { from: number; to: number }[] {
  const moments = successes(responses, times)
  return moments.slice(1).map((to, i) => ({ from: moments[i] as number, to }))
}

function longestGap(responses: TimedResponse[], times: Times): number {
  return Math.max(...gaps(responses, times).map(({ from, to }) => (to - from) / 1000))
}

function readyzWhileFailing(responses: TimedResponse[], times: Times): Counts {
  const failing = gaps(responses, times)
  const said = responses.filter(
    ({ kind, answeredAt }) =>
      kind === 'readyz' &&
      failing.some(({ from, to }) => answeredAt > from + READYZ_AFTER_MS && answeredAt < to),
  )
  return countByKind(said).readyz
}

function countByKind(responses: TimedResponse[]): Record<Kind, Counts> {
  const counts: Record<Kind, Counts> = { redeem: {}, browse: {}, me: {}, readyz: {} }
  for (const { kind, status } of responses) counts[kind][status] = (counts[kind][status] ?? 0) + 1
  return counts
}

async function findMissing(
  { database }: World,
  acknowledgements: Map<string, Acknowledgement>,
): Promise<string[]> {
  const keys = [...acknowledgements.keys()]
  const rows = await withDatabase(
    database.url(),
    (db) => db<{ id: string; key: string; code: string | null }[]>`
      select id, key, code from redemptions join idempotency_keys on redemption_id = id
      where key = any (${keys}::text[])`,
  )
  const byKey = new Map(rows.map((row) => [row.key, row]))
  return [...acknowledgements]
    .filter(([key, { id, code }]) => byKey.get(key)?.id !== id || byKey.get(key)?.code !== code)
    .map(([key, { id }]) => `${key} was answered ${id}, and the row is ${byKey.get(key)?.id ?? 'not there'}`)
}

/** Uses the code of the checkout that was tested: another release may have another schema. */
async function audit({ database, service }: World): Promise<string[]> {
  const isOwn = service === resolve('.')
  const load = (path: string) => import(pathToFileURL(join(service, 'src', path)).href)
  const open: typeof connect = isOwn ? connect : (await load('db.ts')).connect
  const find: typeof auditLedger = isOwn ? auditLedger : (await load('redemptions/ledger.ts')).auditLedger
  const read = async () => {
    const db = await open(database.url(), { max: 1, name: 'fault run' })
    return find(db).finally(() => db.end({ timeout: 1 }))
  }
  const findings = await within(60_000, 'the audit of the ledger', read())
  return findings.filter(({ severity }) => severity === 'error').map(({ rule, found }) => `${rule}: ${found}`)
}
