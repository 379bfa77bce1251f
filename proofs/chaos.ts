import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { isTrueWithin } from '../test/support/process.ts'
import { startBrowsing } from './browsing-load.ts'
import { type Act, scheduleOf } from './chaos-acts.ts'
import { type ChaosStage, type Member, startMembers } from './chaos-stage.ts'
import { findPrograms } from './debian-packages.ts'
import { compareWithRows } from './kept-promises.ts'
import { openWorld, send, untilKnown } from './partner-world.ts'
import { PASSWORD, startPostgres } from './postgres-server.ts'
import type { Proof } from './proof.ts'
import { openPsql } from './psql.ts'
import { READY_FOR_WRITES } from './readiness-watch.ts'
import { countBy, HUNG_MS, type RecordedRedemptions, startRedeeming } from './redemption-load.ts'
import { exitAfter, openServerProcesses } from './server-processes.ts'
import { ADMIN_KEY, outputOf, runCounterfoil, serviceIn } from './service-node.ts'
import { openWebhookCounter } from './webhook-counter.ts'

const CLIENTS = 10
const BROWSERS = 4
/** So many clients want one of the few places of a voucher at the same moment, while the fault begins. */
const RUSH = { clients: 30, cap: 5, ms: 1000 }
const CAP = 60
const ACTS_PER_MINUTE = 3
const RECOVERED_WITHIN_MS = 60_000

/**
 * Two nodes and two workers on one PostgreSQL, under load, while a schedule of faults runs that follows from the seed. All
 * promises are checked after each act.
 */
export const proveChaos: Proof = async (directory, say, args) => {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '3' },
      service: { type: 'string', default: '.' },
    },
  })
  const [seed, minutes] = [Number(values.seed), Number(values.minutes)]
  const acts = scheduleOf(seed, Math.max(1, Math.round(minutes * ACTS_PER_MINUTE)))
  const programs = findPrograms(['postgres', 'initdb', 'psql'])
  say(`seed ${seed}: ${acts.length} acts`)
  for (const [i, { title, seconds }] of acts.entries()) say(`  ${i + 1}. ${title}, ${seconds} s`)
  exitAfter(5 + 4 * minutes, say)
  const processes = openServerProcesses(directory)
  const psql = openPsql(programs.psql)
  const postgres = await startPostgres(processes, programs, psql)
  const databaseUrl = await postgres.createDatabase('chaos')
  const service = serviceIn(values.service, processes.folder('uploads'))
  const receiver = await openWebhookCounter()
  const members = await startMembers(service, processes, postgres, databaseUrl)
  const origins = originsOf(members)
  const world = await openWorld(origins[0] as string, receiver.url, 1)
  receiver.secrets.push(world.partner.secret)
  for (const origin of origins) await untilKnown(origin, world)
  const parts = { say, psql, postgres, databaseUrl, service, processes, members, world, receiver }
  const stage: ChaosStage = { ...parts, releases: 0, acknowledged: new Set() }
  const failures: string[] = []
  for (const [i, act] of acts.entries()) {
    say(`\n${i + 1}. ${act.title}, ${act.seconds} s`)
    const broken = await perform(stage, act, `act${i + 1}`).catch((error: Error) => [error.message])
    for (const line of broken) say(`   FAILED: ${line}`)
    failures.push(...broken.map((line) => `act ${i + 1}, ${act.title}: ${line}`))
    // Without a member, the acts that follow would say nothing.
    if (members.some(hasEnded)) break
  }
  failures.push(...(await lostSince(stage)), ...(await finish(stage)))
  receiver.close()
  await postgres.process.stop('SIGINT')
  say(failures.length === 0 ? '\nAll promises were kept.' : `\n${failures.length} findings:`)
  for (const failure of failures) say(`FAILED: ${failure}`)
  return failures.length === 0
}

const originsOf = (members: Member[]) =>
  members.filter(({ role }) => role === 'api').map(({ running }) => running.origin)

const hasEnded = ({ running }: Member) =>
  running.node.child.exitCode !== null || running.node.child.signalCode !== null

/** Runs an act under load, waits until everybody has recovered, and checks all promises. Returns what is broken. */
async function perform(stage: ChaosStage, act: Act, round: string): Promise<string[]> {
  const { say, members, world } = stage
  const origins = originsOf(members)
  const vouchers = await offers(stage, round)
  const scarce = [await offerScarce(stage, round)]
  const load = startRedeeming({ origins, clients: CLIENTS, world, vouchers, round })
  const browsing = startBrowsing(origins, world, BROWSERS)
  await sleep(2000)
  const names = { vouchers: scarce, round: `${round}-rush` }
  const rush = startRedeeming({ origins, clients: RUSH.clients, world, ...names })
  const end = await act.begin(stage, load.record)
  await sleep(RUSH.ms)
  const rushed = rush.end(30_000)
  await sleep(act.seconds * 1000 - RUSH.ms)
  await end()
  const late = (await Promise.all(members.map(recovery))).filter((line) => line !== null)
  await sleep(2000)
  await Promise.all([load.end(30_000), browsing.end(), rushed])
  const sent = [...load.record.sent, ...rush.record.sent].map(({ label }) => label)
  const browsed = [...browsing.responses].filter(([label]) => /^\S+ \S+ ([45]|no)/.test(label))
  say(`   responses: ${countBy(sent, (label) => label)}`)
  say(`   others: ${sum(browsing.responses.values())}, of them ${labelsOf(browsed) || 'none refused'}`)
  const labels = [...sent, ...browsed.map(([label]) => label.split(' ')[2] ?? '')]
  const internal = labels.filter((label) => /^5/.test(label) && !label.startsWith('503')).length
  return [
    ...late,
    ...(internal > 0 ? [`${internal} responses with a 5xx other than 503`] : []),
    ...(await compared(stage, load.record, { vouchers, round, cap: CAP })),
    ...(await compared(stage, rush.record, { ...names, cap: RUSH.cap })),
    ...(await auditFailures(stage)),
    ...secretsIn(stage),
  ]
}

async function compared(
  stage: ChaosStage,
  record: RecordedRedemptions,
  round: Parameters<typeof compareWithRows>[3],
): Promise<string[]> {
  const { acknowledged, missing, failures } = await compareWithRows(stage, stage.databaseUrl, record, round)
  for (const id of record.acknowledged.values()) stage.acknowledged.add(id)
  stage.say(`   ${round.round}: ${acknowledged} acknowledged, ${missing} missing`)
  return failures
}

function offerScarce({ world }: ChaosStage, round: string): Promise<string> {
  return world.offer(`${round} scarce`, { claimFlow: 'INSTANT', globalRedemptionCap: RUSH.cap })
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0)
const labelsOf = (counts: [string, number][]) =>
  counts.map(([label, count]) => `${label} × ${count}`).join(', ')

async function offers({ world }: ChaosStage, round: string): Promise<string[]> {
  const instant = { claimFlow: 'INSTANT', redemptionCount: 2 }
  const codes = Array.from({ length: 2 * CAP }, (_, n) => `${round}-${n}`)
  return [
    await world.offer(`${round} capped`, { ...instant, globalRedemptionCap: CAP, cycle: 'MONTHLY' }),
    await world.offer(`${round} pool`, { ...instant, codeSource: 'MANUAL' }, codes),
    await world.offer(`${round} made`, { ...instant, codeSource: 'AUTO' }),
  ]
}

/** Waits until a member reports ready. Returns a message if it does not. */
async function recovery(member: Member): Promise<string | null> {
  const isReady = async () => {
    const path = member.role === 'api' ? READY_FOR_WRITES : '/readyz'
    return hasEnded(member) || (await send(member.running.origin, { path }, HUNG_MS)).status === 200
  }
  const isInTime = await isTrueWithin(isReady, RECOVERED_WITHIN_MS)
  if (hasEnded(member)) return `${member.name} ended: ${outputOf(member.running.node)}`
  return isInTime ? null : `${member.name} is not ready ${RECOVERED_WITHIN_MS / 1000} s after the act`
}

/** A later act must not lose what an earlier one has acknowledged. */
async function lostSince({ say, psql, databaseUrl, acknowledged }: ChaosStage): Promise<string[]> {
  const rows = await psql.select<{ id: string }>(databaseUrl, 'select id from redemptions')
  const stored = new Set(rows.map(({ id }) => id))
  const lost = [...acknowledged].filter((id) => !stored.has(id)).length
  say(
    `\n${acknowledged.size} redemptions were acknowledged in all acts; ${lost} of them are missing at the end`,
  )
  return lost > 0 ? [`${lost} acknowledged redemptions are missing at the end`] : []
}

async function auditFailures({ service, databaseUrl }: ChaosStage): Promise<string[]> {
  return runCounterfoil(service, databaseUrl, ['verify-audit']).then(
    () => [],
    (error: Error & { stdout?: string }) => [`the audit chain is broken: ${error.stdout || error.message}`],
  )
}

/** No log may contain a secret, or a token of a user. */
function secretsIn({ members, service, receiver }: ChaosStage): string[] {
  const secrets: [string, string][] = [
    ['ADMIN_API_KEY', ADMIN_KEY],
    ['SECRETS_KEY', service.secretsKey],
    ['the password of the database', `:${PASSWORD}@`],
    ...receiver.secrets.map((secret): [string, string] => ['a signing secret', secret]),
  ]
  return members.flatMap(({ name, running, output }) => {
    const text = [...output, running.node.output()].join('\n')
    const found = secrets.filter(([, secret]) => text.includes(secret)).map(([what]) => what)
    const tokens = /eyJ[\w-]{20,}\./.test(text) ? ['a token'] : []
    return [...found, ...tokens].map((what) => `the log of ${name} contains ${what}`)
  })
}

/** Every member stops in order. */
async function finish({ members }: ChaosStage): Promise<string[]> {
  const codes = await Promise.all(members.map(async ({ name, running }) => [name, await running.stop()]))
  for (const { proxy } of members) await proxy.close()
  return codes
    .filter(([, code]) => code !== 0)
    .map(([name, code]) => `${name} ended with ${code} on SIGTERM at the end`)
}
