import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from '../../test/faults/small-disk.ts'
import { findPrograms } from '../debian-packages.ts'
import { openShop, openWorld, untilKnown } from '../partner-world.ts'
import { PASSWORD } from '../postgres-server.ts'
import type { Proof } from '../proof.ts'
import { openPsql, type Psql } from '../psql.ts'
import { exitAfter, openServerProcesses } from '../server-processes.ts'
import { ADMIN_KEY, runCounterfoil, serviceIn } from '../service-node.ts'
import { openWebhookCounter } from '../webhook-counter.ts'
import { runActUnderLoad } from './act-under-load.ts'
import { lostAcknowledgements } from './checks.ts'
import { openCounter } from './counter.ts'
import { type PrimaryAndStandby, startPrimaryAndStandby } from './primary-and-standby.ts'
import { scheduleOf } from './schedule.ts'
import { CELL, type ChaosStage, hasEnded, originsOf, startMembers } from './stage.ts'

const ACTS_PER_MINUTE = 3
const DATABASE = 'chaos'
const CELL_DATABASE = `${DATABASE}_${CELL}`
/** Nodes notice a new cell within a second. */
const NEW_CELL_KNOWN_MS = 2_500

/**
 * Two nodes and two workers on a PostgreSQL with a standby, with a cell in the same cluster, under load, while a schedule of
 * faults runs that follows from the seed. All promises are checked after each act.
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
  exitAfter(5 + 5 * minutes, say)
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
  await createDatabases(psql, postgres)
  const databaseUrls: ChaosStage['databaseUrls'] = [postgres.urlOf(DATABASE), postgres.urlOf(CELL_DATABASE)]
  const service = serviceIn(folder, processes.folder('uploads'))
  const receiver = await openWebhookCounter()
  const members = await startMembers(service, processes, postgres, DATABASE)
  const [first = '', ...others] = originsOf(members)
  const world = await openWorld(first, receiver.url, 1)
  receiver.secrets.push(world.partner.secret)
  await runCounterfoil(service, databaseUrls[0], ['cells', 'create', CELL])
  await sleep(NEW_CELL_KNOWN_MS)
  const shop = await openShop(world, 'shop-in-cell')
  const counter = await openCounter(first, world)
  for (const origin of [first, ...others]) for (const one of [world, shop]) await untilKnown(origin, one)
  return {
    ...{ say, psql, postgres, databaseUrls, service, processes, members },
    ...{ world, shops: [world, shop], movingShop: null, counter, receiver, feed: [] },
    ...{ releases: 0, monthsClosed: 0, acknowledged: new Set() },
    secrets: [
      ['ADMIN_API_KEY', ADMIN_KEY],
      ['SECRETS_KEY', service.secretsKey],
      ['the password of the database', `:${PASSWORD}@`],
      ['the password of the database', `password='${PASSWORD}'`],
      ['a signing secret', world.partner.secret],
    ],
  }
}

/** The cell is empty, but has the extension, which our role cannot create. */
async function createDatabases(psql: Psql, { urlOf }: PrimaryAndStandby): Promise<void> {
  for (const name of [DATABASE, CELL_DATABASE])
    await psql.execute(urlOf('postgres', 'postgres'), `create database ${name} owner counterfoil`)
  const grant = 'grant usage on foreign data wrapper postgres_fdw to counterfoil'
  await psql.execute(urlOf(CELL_DATABASE, 'postgres'), 'create extension postgres_fdw', grant)
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
