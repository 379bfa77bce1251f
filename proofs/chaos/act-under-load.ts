import { setTimeout as sleep } from 'node:timers/promises'
import { startBrowsing } from '../browsing-load.ts'
import type { World } from '../partner-world.ts'
import { countBy, longestGapSeconds, type RecordedRedemptions, startRedeeming } from '../redemption-load.ts'
import type { Act } from './act.ts'
import {
  auditFailures,
  contradictions,
  feedFailures,
  leftByMoves,
  lostAcknowledgements,
  secretsInLogs,
  unrecovered,
  wronglyServed,
} from './checks.ts'
import { startConfirming } from './counter.ts'
import { type ChaosStage, originsOf } from './stage.ts'

const CLIENTS = 7
const CLIENTS_OF_SECOND_SHOP = 5
const CAP = 60
/** So many clients want one of the few places of a voucher at the same moment, while the fault begins. */
const RUSH = { clients: 30, cap: 5, ms: 1000 }
const COUNTER = { clients: 3, cap: 60 }
const BROWSERS = 4
const GRACE_MS = 30_000

/** Runs an act under load, waits until everybody has recovered, and checks all promises. Returns what is broken. */
export async function runActUnderLoad(stage: ChaosStage, act: Act, round: string): Promise<string[]> {
  const load = await startLoad(stage, round)
  const startedMs = Date.now()
  await sleep(2000)
  const rush = load.startRush()
  const end = await act.begin(stage, load.plain.record)
  await sleep(RUSH.ms)
  const rushed = rush.end(GRACE_MS)
  await sleep(act.seconds * 1000 - RUSH.ms)
  await end()
  const late = await unrecovered(stage)
  await sleep(2000)
  const endedMs = Date.now()
  const { browsing, plain, second, counter } = load
  const ended = [plain, second, counter].map(({ end }) => end(GRACE_MS))
  await Promise.all([...ended, browsing.end(), rushed])
  const record = merge([plain.record, second.record, rush.record, counter.record])
  const sent = record.sent.map(({ label }) => label)
  const refused = [...browsing.responses].filter(([label]) => /^\S+ \S+ ([45]|no)/.test(label))
  const gap = longestGapSeconds(record, startedMs, endedMs).toFixed(1)
  stage.say(`   longest time without a redemption: ${gap} s`)
  stage.say(`   responses: ${countBy(sent, (label) => label)}`)
  stage.say(`   others: ${sum(browsing.responses.values())}, of them ${labelsOf(refused) || 'none refused'}`)
  const labels = [...sent, ...refused.map(([label]) => label.split(' ')[2] ?? '')]
  const notFound = record.sent.filter(({ label }) => /^404 (?!code_|not_found)/.test(label)).length
  const internal = labels.filter((label) => /^5/.test(label) && !label.startsWith('503')).length
  if (internal > 0) for (const line of errorsIn(stage)) stage.say(`   ${line}`)
  return [
    ...late,
    ...(internal > 0 ? [`${internal} responses with a 5xx other than 503`] : []),
    ...(notFound > 0 ? [`${notFound} redemptions of vouchers that exist got 404`] : []),
    ...(await contradictions(stage, record, { round, caps: load.caps })),
    ...(await lostAcknowledgements(stage)),
    ...(await auditFailures(stage)),
    ...(await feedFailures(stage)),
    ...(await leftByMoves(stage)),
    ...wronglyServed(stage),
    ...secretsInLogs(stage),
  ]
}

/** Redemptions by PIN and at the counter, and everybody else. The rush begins with the act. Each voucher has a cap. */
async function startLoad(stage: ChaosStage, round: string) {
  const { world, members } = stage
  const target = { origins: originsOf(members), world }
  const [, secondShop] = stage.shops
  const vouchers = await offers(world, round)
  const others = await offers(secondShop, `${round}-second`)
  const [rushed, shown] = [
    await offerCapped(stage, `${round} rush`, RUSH.cap),
    await offerCapped(stage, `${round} counter`, COUNTER.cap),
  ]
  const counter = { ...target, vouchers: [shown], round: `${round}-counter`, clients: COUNTER.clients }
  const rush = { ...target, vouchers: [rushed], round: `${round}-rush`, clients: RUSH.clients }
  return {
    caps: [
      { voucherId: vouchers[0] as string, cap: CAP },
      { voucherId: others[0] as string, cap: CAP },
      { voucherId: rushed, cap: RUSH.cap },
      { voucherId: shown, cap: COUNTER.cap },
    ],
    plain: startRedeeming({ ...target, vouchers, round, clients: CLIENTS }),
    second: startRedeeming({
      ...{ ...target, world: secondShop, vouchers: others },
      ...{ round: `${round}-second`, clients: CLIENTS_OF_SECOND_SHOP },
    }),
    counter: startConfirming(stage.counter, counter),
    browsing: startBrowsing(target.origins, world, BROWSERS, () => stage.receiver.secrets.at(-1) ?? ''),
    startRush: () => startRedeeming(rush),
  }
}

/** What members have logged with the responses that must not be. */
function errorsIn({ members }: ChaosStage): string[] {
  return members.flatMap(({ name, running, output }) =>
    [...output, running.node.output()]
      .join('\n')
      .split('\n')
      .filter((line) => line.includes('"msg":"internal_error"'))
      .map((line) => `${name}: ${line.slice(0, 2000)}`),
  )
}

function merge(records: RecordedRedemptions[]): RecordedRedemptions {
  return {
    sent: records.flatMap(({ sent }) => sent),
    acknowledged: new Map(records.flatMap(({ acknowledged }) => [...acknowledged])),
    refused: new Map(records.flatMap(({ refused }) => [...refused])),
    unanswered: new Set(records.flatMap(({ unanswered }) => [...unanswered])),
  }
}

async function offers(world: World, round: string): Promise<string[]> {
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
