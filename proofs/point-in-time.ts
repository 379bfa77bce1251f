import { execFileSync } from 'node:child_process'
import { appendFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isTrueWithin, until } from '../test/support/process.ts'
import { findPrograms } from './debian-packages.ts'
import { openWorld, PIN, send, type World } from './partner-world.ts'
import { isReachable, PASSWORD, type PostgresServer, startPostgres } from './postgres-server.ts'
import type { Proof } from './proof.ts'
import { openPsql, type Psql } from './psql.ts'
import { exitAfter, freePorts, openServerProcesses, type ServerProcesses } from './server-processes.ts'
import { auditLedger, runCounterfoil, serviceIn, startServiceNode } from './service-node.ts'
import { openWebhookCounter, type WebhookCounter } from './webhook-counter.ts'

const EACH = 5
/** Longer than a held worker would need to deliver. */
const QUIET_MS = 4000

/**
 * Follows "Point-in-time recovery" of docs/operations.md: redemptions before the base backup, after it, and after the moment
 * to recover to. The last ones must be gone, all others there, and no webhook is sent before the release.
 */
export const provePointInTime: Proof = async (directory, say, args) => {
  const programs = findPrograms(['postgres', 'initdb', 'psql', 'pg_basebackup'])
  const processes = openServerProcesses(directory)
  exitAfter(5, say)
  const psql = openPsql(programs.psql)
  const [nodePort] = (await freePorts(1)) as [number]
  const archive = processes.folder('archive')
  const postgres = await startPostgres(processes, programs, psql, [
    ...['-c', 'archive_mode=on', '-c', `archive_command=cp %p ${archive}/%f`],
  ])
  const databaseUrl = await postgres.createDatabase('counterfoil')
  const service = serviceIn(args[0] ?? '.', processes.folder('uploads'))
  const options = { name: 'A', role: 'all' as const, port: nodePort, databaseUrl }
  const receiver = await openWebhookCounter()
  const first = await startServiceNode(service, processes, options)
  const world = await openWorld(first.origin, receiver.url, 1)
  const voucherId = await world.offer('Kopi', { claimFlow: 'INSTANT', redemptionCount: 1 })
  const redeem = (round: string) => redeemAll(first.origin, world, voucherId, round)
  const failures: string[] = []
  const expect = (isTrue: boolean, what: string) => {
    say(`${isTrue ? 'yes' : 'NO'}: ${what}`)
    if (!isTrue) failures.push(what)
  }

  await redeem('before')
  const base = join(processes.folder('base'), 'data')
  await processes.run('env', [
    `PGPASSWORD=${PASSWORD}`,
    programs.pg_basebackup,
    '--checkpoint=fast',
    '-D',
    base,
    ...addressOf(postgres),
  ])
  await redeem('after-backup')
  await receiver.waitFor(2 * EACH, 30_000)
  const moment = await nowOf(psql, databaseUrl)
  await sleep(1000)
  await redeem('lost')
  expect(await receiver.waitFor(3 * EACH, 30_000), 'all webhooks arrived before the accident')
  await psql.execute(postgres.urlOf('postgres', 'postgres'), 'select pg_switch_wal()')
  await first.stop()
  await postgres.process.stop('SIGINT')

  const recovered = await recover({ processes, psql, postgres, programs, base, archive, moment })
  await runCounterfoil(service, databaseUrl, ['deliveries', 'hold'])
  const second = await startServiceNode(service, processes, options)
  const keys = await keysOf(psql, databaseUrl)
  expect(
    keys.join() === 'after-backup,before',
    `redemptions of before the moment are there, no others: ${keys}`,
  )
  const sentBefore = receiver.requests()
  await redeem('afterwards')
  await sleep(QUIET_MS)
  expect(receiver.requests() === sentBefore, 'no webhook is sent while they are held')
  await runCounterfoil(service, databaseUrl, ['deliveries', 'release'])
  expect(await arrivedAll(psql, databaseUrl, receiver), 'released: every event of the database arrives')
  expect((await auditLedger(service, databaseUrl)) === null, 'the ledger is exact')
  await second.stop()
  receiver.close()
  await recovered.stop('SIGINT')
  return failures.length === 0
}

const addressOf = ({ port }: PostgresServer) => ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']

async function redeemAll(origin: string, world: World, voucherId: string, round: string): Promise<void> {
  for (let n = 0; n < EACH; n += 1) {
    const body = { voucherId, outletId: world.merchants[0]?.outletId, pin: PIN }
    const request = { method: 'POST', path: '/me/redemptions', token: world.tokenOf(`${round}-${n}`) }
    const { status } = await send(origin, { ...request, key: `${round}-${n}`, body }, 10_000)
    if (status !== 201) throw new Error(`redemption ${round}-${n} answered ${status}`)
  }
}

async function nowOf(psql: Psql, url: string): Promise<string> {
  const [row] = await psql.select<{ now: string }>(url, 'select clock_timestamp()::text as now')
  return row?.now ?? ''
}

/** The rounds whose redemptions are all stored. */
async function keysOf(psql: Psql, url: string): Promise<string[]> {
  const rows = await psql.select<{ round: string; n: number }>(
    url,
    `select regexp_replace(key, '-\\d+$', '') as round, count(*) as n
      from redemptions join idempotency_keys on redemption_id = id group by 1 order by 1`,
  )
  return rows.map(({ round, n }) => (n === EACH ? round : `${round} (${n} of ${EACH})`))
}

async function arrivedAll(psql: Psql, url: string, { arrived }: WebhookCounter): Promise<boolean> {
  const events = await psql.select<{ id: string }>(url, 'select id from events')
  return isTrueWithin(() => events.every(({ id }) => arrived.has(id)), 30_000)
}

type Recovery = {
  processes: ServerProcesses
  psql: Psql
  postgres: PostgresServer
  programs: { postgres: string }
  base: string
  archive: string
  moment: string
}

/** Puts the base backup in the place of the old cluster, and replays the archived log up to the moment. */
async function recover({ processes, psql, postgres, programs, base, archive, moment }: Recovery) {
  renameSync(postgres.data, `${postgres.data}.old`)
  renameSync(base, postgres.data)
  appendFileSync(
    join(postgres.data, 'postgresql.auto.conf'),
    `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${moment}'\nrecovery_target_action = 'promote'\n`,
  )
  writeFileSync(join(postgres.data, 'recovery.signal'), '')
  execFileSync('chown', ['--reference', postgres.data, join(postgres.data, 'recovery.signal')])
  const address = ['-c', 'listen_addresses=127.0.0.1', '-p', String(postgres.port), '-k', archive]
  const server = processes.start('recovered', programs.postgres, ['-D', postgres.data, ...address])
  const url = postgres.urlOf('counterfoil')
  const isWritable = async () =>
    (await isReachable(psql, url)) &&
    (await psql.select<{ r: boolean }>(url, 'select pg_is_in_recovery() as r'))[0]?.r === false
  await until(isWritable, 60_000)
  return server
}
