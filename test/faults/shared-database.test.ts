import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { StartError } from '../../src/platform/config-error.ts'
import { connect } from '../../src/platform/database/db.ts'
import { latestVersion } from '../../src/platform/database/migrate.ts'
import { connectionError } from '../../src/process/connection-failure.ts'
import { freePort, listeningAt, spawnNode, startLine, untilUp } from '../support/process.ts'
import { newSecretsKey, openDatabases } from './empty-database.ts'
import { openFaultProxy } from './fault-proxy.ts'

// Each test starts one or more processes and waits until they exit.
vi.setConfig({ testTimeout: 240_000 })

const { emptyDatabase, migratedDatabase } = await openDatabases()

/** The exit status of the container's health check, in the environment of its node. */
const healthCheck = ({ HOST, PORT }: { HOST: string; PORT: string }) =>
  spawnNode({ HOST, PORT }, 'bin/healthcheck.mjs').exited

test('four nodes that start together on an empty database all start, and migrate it once', async () => {
  const env = await emptyDatabase()
  const nodes = await Promise.all([1, 2, 3, 4].map(() => untilUp(spawnNode(env))))
  const db = await connect(env.DATABASE_URL ?? '', { max: 1 })
  const [row] = await db`
    select (select max(version) from schema_migrations) as version, (select count(*) from installation) as installations`
  expect(row).toEqual({ version: await latestVersion(), installations: 1 })
  await db.end()
  for (const node of nodes) node.child.kill('SIGTERM')
  expect(await Promise.all(nodes.map(({ exited }) => exited))).toEqual([0, 0, 0, 0])
})

test('a newer schema that this release may serve: nodes start and are ready, until the schema needs a newer release', async () => {
  const env = await migratedDatabase()
  const first = await untilUp(spawnNode(env))
  const db = await connect(env.DATABASE_URL ?? '', { max: 1 })
  await db`insert into schema_migrations (version, name) values (9999, '9999_from_the_future')`
  const second = await untilUp(spawnNode(env))
  const readiness = () =>
    Promise.all([first, second].map(async (node) => (await fetch(`${listeningAt(node)}/readyz`)).status))
  expect(await readiness()).toEqual([200, 200])
  await db`update oldest_release set schema_version = 9999`
  expect(await readiness()).toEqual([503, 503])
  await db.end()
  for (const node of [first, second]) node.child.kill('SIGTERM')
  expect(await Promise.all([first.exited, second.exited])).toEqual([0, 0])
})

test('a newer schema that needs a newer release: one line, exit code 1', async () => {
  const env = await migratedDatabase()
  const first = await untilUp(spawnNode(env))
  first.child.kill('SIGTERM')
  await first.exited
  const db = await connect(env.DATABASE_URL ?? '', { max: 1 })
  await db`insert into schema_migrations (version, name) values (9999, '9999_from_the_future')`
  await db`update oldest_release set schema_version = 9998`
  await db.end()
  const node = spawnNode(env)
  expect(await node.exited).toBe(1)
  expect(node.output()).toMatch(
    /^counterfoil: The database is at schema version 9999, this release knows \d+: .+\n$/,
  )
})

test('a database of an earlier build: one line that says how to begin again, exit code 1', async () => {
  const env = await migratedDatabase()
  const db = await connect(env.DATABASE_URL ?? '', { max: 1 })
  await db`update schema_migrations set name = '0001_foundation' where version = 1`
  await db`insert into schema_migrations (version, name) values (62, '0062_erased_users')`
  await db.end()
  const node = spawnNode(env)
  expect(await node.exited).toBe(1)
  expect(node.output()).toBe(
    'counterfoil: The database was set up by an earlier build (0001_foundation), which this release cannot upgrade: ' +
      'set DATABASE_URL to an empty database, or DATA_DIR to an empty folder\n',
  )
})

test('another SECRETS_KEY: one line, exit code 78', async () => {
  const env = await migratedDatabase()
  const first = await untilUp(spawnNode(env))
  first.child.kill('SIGTERM')
  await first.exited
  const node = spawnNode({ ...env, SECRETS_KEY: randomBytes(32).toString('base64') })
  expect(await node.exited).toBe(78)
  expect(node.output()).toMatch(/^counterfoil: SECRETS_KEY is not the key .+\n$/)
})

test('a database that is not there at the start: alive and not ready, one line in the log; serves when it is there', async () => {
  const env = await migratedDatabase()
  const url = new URL(env.DATABASE_URL ?? '')
  const proxy = await openFaultProxy(Number(url.port))
  onTestFinished(() => proxy.close())
  await proxy.refuse()
  url.host = `127.0.0.1:${proxy.port}`
  const port = await freePort()
  const node = spawnNode({ ...env, DATABASE_URL: url.href, PORT: String(port) })
  onTestFinished(() => void node.child.kill('SIGKILL'))
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)
  await expect.poll(async () => (await get('/healthz'))?.status).toBe(200)
  expect(await (await get('/readyz'))?.json()).toEqual({
    error: 'unavailable',
    details: { reads: 'the database cannot be reached', schema: 'unknown', draining: false },
  })
  const refused = await get('/merchants')
  const headers = ['retry-after', 'x-content-type-options'].map((name) => refused?.headers.get(name))
  expect([refused?.status, ...headers]).toEqual([503, '1', 'nosniff'])
  expect(node.output().match(/waiting for the database/g)).toHaveLength(1)
  expect(node.output()).toContain('ECONNREFUSED')
  expect(node.output()).not.toContain(`:${url.password}@`)
  await proxy.listen()
  await untilUp(node)
  expect((await get('/readyz'))?.status).toBe(200)
  node.child.kill('SIGTERM')
  expect(await node.exited).toBe(0)
})

test.each([
  ['an unknown database', (url: URL) => Object.assign(url, { pathname: '/none' })],
  ['an unknown role', (url: URL) => Object.assign(url, { username: 'nobody' })],
  ['a refused connection', (url: URL) => Object.assign(url, { port: '1' })],
])('a StartError, which is retried: %s', async (_, change) => {
  const url = change(new URL((await migratedDatabase()).DATABASE_URL ?? ''))
  expect(await connect(url.href).catch(connectionError)).toBeInstanceOf(StartError)
})

test('SIGTERM while it waits for its database: exit code 0', async () => {
  const env = { DATABASE_URL: 'postgres://127.0.0.1:1/none', SECRETS_KEY: newSecretsKey() }
  const port = await freePort()
  const node = spawnNode({ ...env, PORT: `${port}` })
  await expect.poll(() => node.output()).toContain('waiting for the database')
  // On a busy machine, one check can take longer than its 4 seconds.
  const isAlive = () => healthCheck({ HOST: '0.0.0.0', PORT: `${port}` })
  await expect.poll(isAlive, { message: 'alive, although not ready' }).toBe(0)
  node.child.kill('SIGTERM')
  expect(await node.exited).toBe(0)
  expect(await healthCheck({ HOST: '127.0.0.1', PORT: `${port}` })).toBe(1)
})

test('ROLE=worker: serves its health and nothing else; LOG_LEVEL=silent keeps the start line', async () => {
  const env = { ...(await migratedDatabase()), HOST: '127.0.0.1', PORT: `${await freePort()}` }
  const node = await untilUp(spawnNode({ ...env, ROLE: 'worker', LOG_LEVEL: 'silent' }))
  expect(startLine(node)).toMatchObject({ role: 'worker', version: '1.0.0' })
  expect(node.output().trim().split('\n')).toHaveLength(1)
  expect(await healthCheck(env)).toBe(0)
  expect(await healthCheck({ ...env, HOST: '127.0.0.2' }), 'it asks where HOST says').toBe(1)
  expect((await fetch(`${listeningAt(node)}/readyz`)).status).toBe(200)
  expect((await fetch(`${listeningAt(node)}/admin/partners`)).status).toBe(404)
  node.child.kill('SIGTERM')
  expect(await node.exited).toBe(0)
})

test('DRAIN_SECONDS: after SIGTERM, /readyz fails and requests are still served for that long', async () => {
  const env = { ...(await migratedDatabase()), DRAIN_SECONDS: '3' }
  const node = await untilUp(spawnNode(env))
  const statusOf = async (path: string) => (await fetch(`${listeningAt(node)}${path}`)).status
  const signaledAtMs = performance.now()
  node.child.kill('SIGTERM')
  await expect.poll(() => statusOf('/readyz'), { timeout: 2_000 }).toBe(503)
  expect(await statusOf('/healthz')).toBe(200)
  expect(await node.exited).toBe(0)
  expect(performance.now() - signaledAtMs).toBeGreaterThan(3_000)
})
