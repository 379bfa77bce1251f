import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { buildApp } from '../../src/api/app.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { connect, type Db } from '../../src/platform/database/db.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { closePools, openPools, type Pools } from '../../src/platform/database/open-pools.ts'
import { type EmbeddedServer, startEmbedded } from '../../src/platform/embedded/server.ts'
import { createLogger } from '../../src/platform/logging.ts'
import { createVault } from '../../src/platform/secrets.ts'
import { openDeps } from '../../src/process/open-deps.ts'
import { copyCluster, type Standby, startStandby } from './standby.ts'

const ADMIN_KEY = 'an-admin-key-of-the-environment'
const FAST = { fsync: 'off' }
const root = await temporaryFolder('replica')
const logs: string[] = []
const sink = new Writable({
  write(chunk, _encoding, done) {
    logs.push(String(chunk))
    done()
  },
})
const linesAbout = (text: string) => logs.filter((line) => line.includes(text))
let primary: EmbeddedServer
let standby: Standby
let standbyDb: Db
let pools: Pools
let deps: ReturnType<typeof openDeps>
let app: Awaited<ReturnType<typeof buildApp>>

beforeAll(async () => {
  const directory = join(root, 'primary')
  primary = await startEmbedded({ directory, settings: FAST })
  const empty = await connect(primary.url, { max: 1, deadlineMs: 60_000 })
  await migrate(empty)
  await empty.end()
  await primary.stop()
  await copyCluster(directory, join(root, 'standby'))
  primary = await startEmbedded({ directory, settings: FAST })
  const { port, password } = new URL(primary.url)
  standby = await startStandby(join(root, 'standby'), Number(port), password, FAST)
  standbyDb = await connect(standby.server.url, { max: 1 })
  pools = openPools(await connect(primary.url))
  const config = {
    ...loadConfig({ DATA_DIR: join(root, 'data'), ADMIN_API_KEY: ADMIN_KEY, PORT: '0' }),
    databaseReplicaUrl: standby.server.url,
  }
  const log = createLogger('info', sink)
  deps = openDeps({ ...pools, config, vault: createVault(randomBytes(32)), log, now: () => new Date() })
  app = await buildApp(deps)
}, 180_000)

afterAll(async () => {
  await app.server.close()
  await deps.close()
  await closePools(pools, 1)
  await standbyDb.end()
  await standby.server.stop()
  await primary.stop()
  await rm(root, { recursive: true, force: true })
})

async function call(method: 'GET' | 'POST', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${ADMIN_KEY}` }
  const response = await app.server.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.json() }
}

const readsFromReplica = async () => {
  const [row] = await (await deps.replica.forReading())`select pg_is_in_recovery() as is_replica`
  return row.isReplica
}

/** Creates a merchant, and returns whether the audit list and the search show it at once. */
async function isSeenAtOnce(slug: string): Promise<boolean> {
  const { body } = await call('POST', '/admin/merchants', { name: slug, slug, category: 'F_AND_B' })
  const audit = await call('GET', `/admin/audit?target=merchant:${body.id}`)
  const found = await call('GET', `/admin/search?q=${slug}`)
  expect([audit.status, found.status]).toEqual([200, 200])
  return audit.body.items.length === 1 && JSON.stringify(found.body).includes(body.id)
}

test('reads go to the replica, and show each write at once', async () => {
  for (let n = 0; n < 20; n += 1) expect(await isSeenAtOnce(`written-${n}`)).toBe(true)
  expect(await readsFromReplica()).toBe(true)
  const [used] =
    await standbyDb`select count(*) from pg_stat_activity where application_name = 'counterfoil replica'`
  expect(used.count).toBeGreaterThan(0)
  expect(linesAbout('left out')).toEqual([])
})

test('a replica that lags is left out, with one line, until it has caught up', async () => {
  await standbyDb`select pg_wal_replay_pause()`
  for (let n = 0; n < 5; n += 1) expect(await isSeenAtOnce(`lagging-${n}`)).toBe(true)
  expect(await readsFromReplica()).toBe(false)
  expect(linesAbout('left out')).toHaveLength(1)
  expect(linesAbout('left out')[0]).toMatch(/it is \d+ seconds behind/)
  // The replica replayed its last transaction a moment ago, so its lag is small but not 0.
  await expect.poll(() => deps.replica.findLagSeconds()).toBeGreaterThan(0)
  expect(deps.replica.isLeftOut()).toBe(true)
  await standbyDb`select pg_wal_replay_resume()`
  await expect.poll(readsFromReplica).toBe(true)
  expect(linesAbout('has caught up')).toHaveLength(1)
  expect([await deps.replica.findLagSeconds(), deps.replica.isLeftOut()]).toEqual([0, false])
})

test('a replica that is 10 minutes behind, as configured: every write is seen at once, one line', async () => {
  await standbyDb.unsafe(`alter system set recovery_min_apply_delay = '10min'`)
  await standbyDb`select pg_reload_conf()`
  await expect
    .poll(async () => (await standbyDb`show recovery_min_apply_delay`)[0]?.recoveryMinApplyDelay)
    .toBe('10min')
  for (let n = 0; n < 5; n += 1) expect(await isSeenAtOnce(`delayed-${n}`)).toBe(true)
  expect(await readsFromReplica()).toBe(false)
  expect(linesAbout('left out')).toHaveLength(2)
  await standbyDb.unsafe('alter system reset recovery_min_apply_delay')
  await standbyDb`select pg_reload_conf()`
  await expect.poll(readsFromReplica).toBe(true)
  expect(linesAbout('has caught up')).toHaveLength(2)
})

test('a replica that is gone: reads go to the primary, one line', async () => {
  await standbyDb.end()
  await standby.server.stop()
  expect(await isSeenAtOnce('alone')).toBe(true)
  expect(linesAbout('left out')).toHaveLength(3)
  expect((await call('GET', '/admin/stats')).status).toBe(200)
})
