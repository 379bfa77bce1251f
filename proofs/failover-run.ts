import { setTimeout as sleep } from 'node:timers/promises'
import { isTrueWithin } from '../test/support/process.ts'
import type { FailoverFault } from './failover-faults.ts'
import type { RunningNode, Stage } from './failover-stage.ts'
import { compareWithRows } from './kept-promises.ts'
import { send } from './partner-world.ts'
import { READY_FOR_WRITES, type ReadinessWatch, watchReadiness } from './readiness-watch.ts'
import {
  countBy,
  HUNG_MS,
  longestGapSeconds,
  type RecordedRedemptions,
  startRedeeming,
} from './redemption-load.ts'
import { outputOf, type ServiceNode } from './service-node.ts'

const CLIENTS = 20
const CAP = 150
/** Longer than this, a node without a primary must not report ready: 5 s, and the time between two polls. */
const MAX_WRONGLY_READY_SECONDS = 6
const FOLLOW_MS = 60_000

/** The results of one fault under load: a row of the table. */
export type FailoverRow = {
  title: string
  electionSeconds: number
  /** The longest time without a successful redemption: on any node, and on the worst node. */
  gapSeconds: number
  worstNodeSeconds: number
  responses: string
  slowestSeconds: number
  acknowledged: number
  missing: number
  capsPassed: number
  eventsLost: number
  isLedgerExact: boolean
  areRecovered: boolean
  failures: string[]
}

/** Runs a fault while clients redeem, waits until the nodes have recovered, and compares responses with rows. */
export async function runFailover(stage: Stage, fault: FailoverFault, round: string): Promise<FailoverRow> {
  const { cluster, nodes, world } = stage
  await cluster.untilHealthy(120_000)
  const vouchers = await offers(stage, round)
  const origins = nodes.map(({ running }) => running.origin)
  const readiness = watchReadiness(origins)
  const load = startRedeeming({ origins, clients: CLIENTS, world, vouchers, round })
  await sleep(3000)
  const from = Date.now()
  const injected = await fault.inject(stage)
  const behind = await follow(load.record, nodes, injected.reachableAt)
  await injected.end()
  const period = { from, until: Date.now() }
  await load.end(30_000)
  readiness.stop()
  const electionSeconds = (injected.reachableAt - from) / 1000
  const gaps = gapsOf(stage, load.record, readiness, period)
  const limit = fault.allowedSeconds + (fault.isBeyondElection ? electionSeconds : 0)
  const tooLong =
    gaps.gapSeconds > limit
      ? [`${gaps.gapSeconds.toFixed(1)} s without a successful redemption, allowed are ${limit.toFixed(1)} s`]
      : []
  const url = cluster.urlOf(await cluster.untilLeader(() => true, 60_000), 'counterfoil')
  const caps = [{ voucherId: vouchers[0] as string, cap: CAP }]
  const compared = await compareWithRows(stage, [url], load.record, { round, caps })
  return {
    ...{ title: fault.title, electionSeconds, ...gaps, ...compared, areRecovered: behind.length === 0 },
    failures: [...behind, ...gaps.failures, ...tooLong, ...compared.failures],
  }
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

const hasEnded = ({ node: { child } }: ServiceNode) => child.exitCode !== null || child.signalCode !== null

/** Waits until each node reports ready and redeems again. Returns a message for each node that does not. */
async function follow(record: RecordedRedemptions, nodes: RunningNode[], since: number): Promise<string[]> {
  const follows = async ({ name, running }: RunningNode): Promise<string | null> => {
    const redeems = () =>
      record.sent.some(({ at, origin, isSuccess }) => isSuccess && at > since && origin === running.origin)
    const isBack = async () =>
      hasEnded(running) ||
      (redeems() && (await send(running.origin, { path: READY_FOR_WRITES }, 5000)).status === 200)
    const isInTime = await isTrueWithin(isBack, FOLLOW_MS)
    if (hasEnded(running)) return `node ${name} exited: ${outputOf(running.node)}`
    if (isInTime) return null
    const { status } = await send(running.origin, { path: READY_FOR_WRITES }, 5000)
    const redeemed = redeems() ? 'redeems' : 'does not redeem'
    return `node ${name} did not recover within ${FOLLOW_MS / 1000} s: it ${redeemed}, ${READY_FOR_WRITES} answers ${status || 'nothing'}`
  }
  return (await Promise.all(nodes.map(follows))).filter((line) => line !== null)
}

function gapsOf(
  { say, nodes }: Stage,
  record: RecordedRedemptions,
  readiness: ReadinessWatch,
  period: { from: number; until: number },
): Pick<FailoverRow, 'gapSeconds' | 'worstNodeSeconds' | 'responses' | 'slowestSeconds' | 'failures'> {
  const { from, until } = period
  const failures: string[] = []
  const gaps = nodes.map(({ name, running }) => {
    say(`    node ${name} ${READY_FOR_WRITES}: ${readiness.summary(running.origin, period)}`)
    const wrong = readiness.wronglyReadySeconds(running.origin, period, record)
    if (wrong > MAX_WRONGLY_READY_SECONDS)
      failures.push(`node ${name} reported ready for ${wrong.toFixed(1)} s but redeemed nothing`)
    return longestGapSeconds(record, from, until, running.origin)
  })
  const count = (isSuch: (label: string) => boolean) =>
    record.sent.filter(({ label }) => isSuch(label)).length
  const internal = count((label) => /^5/.test(label) && !label.startsWith('503'))
  const hung = count((label) => label === 'no response')
  if (internal > 0) failures.push(`${internal} responses with a 5xx other than 503`)
  if (hung > 0) failures.push(`${hung} requests without a response in ${HUNG_MS / 1000} s`)
  return {
    gapSeconds: longestGapSeconds(record, from, until),
    worstNodeSeconds: Math.max(...gaps),
    responses: countBy(record.sent, ({ label }) => label),
    slowestSeconds: record.sent.reduce((most, { ms }) => Math.max(most, ms), 0) / 1000,
    failures,
  }
}
