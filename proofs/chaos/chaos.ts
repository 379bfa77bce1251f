import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from '../../test/faults/small-disk.ts'
import { findPrograms } from '../debian-packages.ts'
import { openWorld, untilKnown } from '../partner-world.ts'
import { PASSWORD } from '../postgres-server.ts'
import type { Proof } from '../proof.ts'
import { openPsql } from '../psql.ts'
import { exitAfter, openServerProcesses } from '../server-processes.ts'
import { ADMIN_KEY, serviceIn } from '../service-node.ts'
import { openWebhookCounter } from '../webhook-counter.ts'
import { runActUnderLoad } from './act-under-load.ts'
import { lostAcknowledgements } from './checks.ts'
import { openCounter } from './counter.ts'
import { startPrimaryAndStandby } from './primary-and-standby.ts'
import { scheduleOf } from './schedule.ts'
import { type ChaosStage, hasEnded, originsOf, startMembers } from './stage.ts'

const ACTS_PER_MINUTE = 3
const DATABASE = 'chaos'

/**
 * Two nodes and two workers on a PostgreSQL with a standby, under load, while a schedule of faults runs that follows from
 * the seed. All promises are checked after each act.
 */
export const proveChaos: Proof = async (directory, say, args) => {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '3' },
      only: { type: 'string' },
      service: { type: 'string', default: '.' },
    },
  })
  const [seed, minutes] = [Number(values.seed), Number(values.minutes)]
  const count = Math.max(1, Math.round(minutes * ACTS_PER_MINUTE))
  const acts = values.only ? actsNamed(seed, values.only).slice(0, count) : scheduleOf(seed, count)
  say(`seed ${seed}: ${acts.length} acts`)
  for (const [i, { title, seconds }] of acts.entries()) say(`  ${i + 1}. ${title}, ${seconds} s`)
  exitAfter(5 + 4 * minutes, say)
  const stage = await openStage(directory, say, values.service)
  const failures: string[] = []
  for (const [i, act] of acts.entries()) {
    say(`\n${i + 1}. ${act.title}, ${act.seconds} s`)
    const whyNot = act.whyNot?.(stage)
    if (whyNot) {
      say(`   left out: ${whyNot}`)
      continue
    }
    const started = performance.now()
    const broken = await runActUnderLoad(stage, act, `act${i + 1}`).catch(({ message }: Error) => [message])
    for (const line of broken) say(`   FAILED: ${line}`)
    say(`   ${Math.round((performance.now() - started) / 1000)} s in all`)
    failures.push(...broken.map((line) => `act ${i + 1}, ${act.title}: ${line}`))
    // Without a member, the acts that follow would say nothing.
    if (stage.members.some(hasEnded)) break
  }
  failures.push(...(await lostAcknowledgements(stage)), ...(await stopAll(stage)))
  say(`\n${stage.acknowledged.size} redemptions were acknowledged in all acts.`)
  say(failures.length === 0 ? 'All promises were kept.' : `${failures.length} findings:`)
  for (const failure of failures) say(`FAILED: ${failure}`)
  return failures.length === 0
}

/** For work on single acts: those of a long schedule whose title matches. */
function actsNamed(seed: number, pattern: string) {
  return scheduleOf(seed, 500).filter(({ title }) => new RegExp(pattern).test(title))
}

async function openStage(directory: string, say: ChaosStage['say'], folder: string): Promise<ChaosStage> {
  const programs = findPrograms(['postgres', 'initdb', 'psql', 'pg_basebackup'])
  // Before the servers: at the end they are killed first, and then the disks are unmounted.
  const disks = mountDisks(directory)
  const processes = openServerProcesses(directory)
  const psql = openPsql(programs.psql)
  const postgres = await startPrimaryAndStandby({ processes, programs, psql, disks })
  await psql.execute(postgres.urlOf('postgres', 'postgres'), `create database ${DATABASE} owner counterfoil`)
  const service = serviceIn(folder, processes.folder('uploads'))
  const receiver = await openWebhookCounter()
  const members = await startMembers(service, processes, postgres, DATABASE)
  const [first = '', ...others] = originsOf(members)
  const world = await openWorld(first, receiver.url, 1)
  receiver.secrets.push(world.partner.secret)
  const counter = await openCounter(first, world)
  for (const origin of [first, ...others]) await untilKnown(origin, world)
  return {
    ...{ say, psql, postgres, databaseUrl: postgres.urlOf(DATABASE), service, processes, members },
    ...{ world, counter, receiver, releases: 0, monthsClosed: 0, acknowledged: new Set() },
    secrets: [
      ['ADMIN_API_KEY', ADMIN_KEY],
      ['SECRETS_KEY', service.secretsKey],
      ['the password of the database', `:${PASSWORD}@`],
      ['a signing secret', world.partner.secret],
    ],
  }
}

/** One for each server of the database, or none if no file system can be mounted here. */
function mountDisks(directory: string): (SmallDisk | null)[] {
  if (whyNoSmallDisk()) return [null, null]
  const disks = ['disk-1', 'disk-2'].map((name) => mountSmallDisk(join(directory, name)))
  process.prependListener('exit', () => {
    for (const disk of disks) disk.unmount()
  })
  return disks
}

/** Every member stops in order. */
async function stopAll({ members, receiver, postgres }: ChaosStage): Promise<string[]> {
  const codes = await Promise.all(members.map(async ({ name, running }) => [name, await running.stop()]))
  for (const { proxies } of members) for (const proxy of proxies) await proxy.close()
  receiver.close()
  await postgres.stop()
  return codes
    .filter(([, code]) => code !== 0)
    .map(([name, code]) => `${name} ended with ${code} on SIGTERM at the end`)
}
