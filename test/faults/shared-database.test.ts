import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { connect } from '../../src/platform/database/db.ts'
import { latestVersion } from '../../src/platform/database/migrate.ts'
import { spawnNode, untilUp } from '../process.ts'
import { listeningAt, openDatabases } from './empty-database.ts'

// Each test starts one or more processes and waits until they exit.
vi.setConfig({ testTimeout: 240_000 })

const { emptyDatabase, migratedDatabase } = await openDatabases()

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

test('a newer schema that this release may serve: an old node restarts, until the schema says otherwise', async () => {
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

test('another SECRETS_KEY: one line, exit code 1', async () => {
  const env = await migratedDatabase()
  const first = await untilUp(spawnNode(env))
  first.child.kill('SIGTERM')
  await first.exited
  const node = spawnNode({ ...env, SECRETS_KEY: randomBytes(32).toString('base64') })
  expect(await node.exited).toBe(1)
  expect(node.output()).toMatch(/^counterfoil: SECRETS_KEY is not the key .+\n$/)
})

test('an unreachable database: one line, exit code 1', async () => {
  const node = spawnNode({
    DATABASE_URL: 'postgres://user:hush@127.0.0.1:1/none',
    SECRETS_KEY: randomBytes(32).toString('base64'),
  })
  expect(await node.exited).toBe(1)
  expect(node.output()).toMatch(/^counterfoil: DATABASE_URL cannot be reached \(ECONNREFUSED.+\n$/)
  expect(node.output()).not.toContain('hush')
})

test('ROLE=worker: serves its health and nothing else', async () => {
  const env = await migratedDatabase()
  const node = await untilUp(spawnNode({ ...env, ROLE: 'worker', PORT: '0' }))
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
