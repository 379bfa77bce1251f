import { setTimeout as sleep } from 'node:timers/promises'
import { startBrowsing } from '../browsing-load.ts'
import { countBy, type RecordedRedemptions, startRedeeming } from '../redemption-load.ts'
import type { Act } from './act.ts'
import {
  auditFailures,
  contradictions,
  lostAcknowledgements,
  secretsInLogs,
  unrecovered,
  wronglyServed,
} from './checks.ts'
import { startConfirming } from './counter.ts'
import { type ChaosStage, originsOf } from './stage.ts'

const CLIENTS = 10
const CAP = 60
/** So many clients want one of the few places of a voucher at the same moment, while the fault begins. */
const RUSH = { clients: 30, cap: 5, ms: 1000 }
const COUNTER = { clients: 3, cap: 60 }
const BROWSERS = 4
const GRACE_MS = 30_000

/** Runs an act under load, waits until everybody has recovered, and checks all promises. Returns what is broken. */
export async function runActUnderLoad(stage: ChaosStage, act: Act, round: string): Promise<string[]> {
  const load = await startLoad(stage, round)
  await sleep(2000)
  const rush = load.startRush()
  const end = await act.begin(stage, load.plain.record)
  await sleep(RUSH.ms)
  const rushed = rush.end(GRACE_MS)
  await sleep(act.seconds * 1000 - RUSH.ms)
  await end()
  const late = await unrecovered(stage)
  await sleep(2000)
  const { browsing, plain, counter } = load
  await Promise.all([plain.end(GRACE_MS), counter.end(GRACE_MS), browsing.end(), rushed])
  const record = merge([plain.record, rush.record, counter.record])
  const sent = record.sent.map(({ label }) => label)
  const refused = [...browsing.responses].filter(([label]) => /^\S+ \S+ ([45]|no)/.test(label))
  stage.say(`   responses: ${countBy(sent, (label) => label)}`)
  stage.say(`   others: ${sum(browsing.responses.values())}, of them ${labelsOf(refused) || 'none refused'}`)
  const labels = [...sent, ...refused.map(([label]) => label.split(' ')[2] ?? '')]
  const internal = labels.filter((label) => /^5/.test(label) && !label.startsWith('503')).length
  return [
    ...late,
    ...(internal > 0 ? [`${internal} responses with a 5xx other than 503`] : []),
    ...(await contradictions(stage, record, { round, caps: load.caps })),
    ...(await lostAcknowledgements(stage)),
    ...(await auditFailures(stage)),
    ...wronglyServed(stage),
    ...secretsInLogs(stage),
  ]
}

/** Redemptions by PIN and at the counter, and everybody else. The rush begins with the act. Each voucher has a cap. */
async function startLoad(stage: ChaosStage, round: string) {
  const { world, members } = stage
  const target = { origins: originsOf(members), world }
  const vouchers = await offers(stage, round)
  const [rushed, shown] = [
    await offerCapped(stage, `${round} rush`, RUSH.cap),
    await offerCapped(stage, `${round} counter`, COUNTER.cap),
  ]
  const counter = { ...target, vouchers: [shown], round: `${round}-counter`, clients: COUNTER.clients }
  const rush = { ...target, vouchers: [rushed], round: `${round}-rush`, clients: RUSH.clients }
  return {
    caps: [
      { voucherId: vouchers[0] as string, cap: CAP },
      { voucherId: rushed, cap: RUSH.cap },
      { voucherId: shown, cap: COUNTER.cap },
    ],
    plain: startRedeeming({ ...target, vouchers, round, clients: CLIENTS }),
    counter: startConfirming(stage.counter, counter),
    browsing: startBrowsing(target.origins, world, BROWSERS, () => stage.receiver.secrets.at(-1) ?? ''),
    startRush: () => startRedeeming(rush),
  }
}

function merge(records: RecordedRedemptions[]): RecordedRedemptions {
  return {
    sent: records.flatMap(({ sent }) => sent),
    acknowledged: new Map(records.flatMap(({ acknowledged }) => [...acknowledged])),
    refused: new Map(records.flatMap(({ refused }) => [...refused])),
    unanswered: new Set(records.flatMap(({ unanswered }) => [...unanswered])),
  }
}

async function offers({ world }: ChaosStage, round: string): Promise<string[]> {
  const instant = { claimFlow: 'INSTANT', redemptionCount: 2 }
  const codes = Array.from({ length: 2 * CAP }, (_, n) => `${round}-${n}`)
  return [
    await world.offer(`${round} capped`, { ...instant, globalRedemptionCap: CAP, cycle: 'MONTHLY' }),
    await world.offer(`${round} pool`, { ...instant, codeSource: 'MANUAL' }, codes),
    await world.offer(`${round} made`, { ...instant, codeSource: 'AUTO' }),
  ]
}

function offerCapped({ world }: ChaosStage, title: string, cap: number): Promise<string> {
  return world.offer(title, { claimFlow: 'INSTANT', globalRedemptionCap: cap })
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0)
const labelsOf = (counts: [string, number][]) =>
  counts.map(([label, count]) => `${label} × ${count}`).join(', ')
