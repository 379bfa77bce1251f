import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { VERSION } from '../../src/platform/version.ts'
import { freePort, isAlive, type Node, postmasterPid, spawnNode, until, untilUp } from '../support/process.ts'

// Each test starts one or more processes and waits until they exit.
vi.setConfig({ testTimeout: 240_000 })

const KEY = 'an-admin-key-of-the-environment'
const root = await temporaryFolder('process')
const started: Node[] = []
// A failed test leaves no process behind: the next one needs the same database.
afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL')
  await Promise.all(started.splice(0).map(({ exited }) => exited))
})
afterAll(() => rm(root, { recursive: true, force: true }))

function start(env: Record<string, string>): Node {
  const node = spawnNode(env)
  started.push(node)
  return node
}

const categories = (port: number, name: string) =>
  fetch(`http://127.0.0.1:${port}/admin/categories/${name}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name, subCategories: [] }),
  })

/** Most tests use one database, one after the other: creating one takes longer than all the rest of a start. */
async function settings(name = 'shared') {
  const port = await freePort()
  return { port, env: { PORT: String(port), DATA_DIR: join(root, name), ADMIN_API_KEY: KEY } }
}

/** Sends the headers of a request that adds a category; `finish` sends its body. */
async function halfARequest(port: number, slug: string) {
  const body = JSON.stringify({ name: 'In flight', subCategories: [] })
  const change = request({
    port,
    method: 'PUT',
    path: `/admin/categories/${slug}`,
    headers: {
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    },
  })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    change.on('response', (response) => resolve(response.resume().statusCode))
    change.on('error', reject)
  })
  answered.catch(() => {})
  change.flushHeaders()
  await once(change, 'continue')
  change.write(body.slice(0, 10))
  return { answered, finish: () => change.end(body.slice(10)), abort: () => change.destroy() }
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )
}

test('a wrong setting: one line on stderr, exit code 78, nothing started', async () => {
  const node = start({ PORT: 'http' })
  expect(await node.exited).toBe(78)
  expect(node.output()).toBe('counterfoil: PORT is "http": set it to a whole number from 0 to 65535\n')
})

test('a port in use: one line, exit code 1, and the database is stopped', async () => {
  const { port, env } = await settings()
  const other = createServer().listen(port, '127.0.0.1')
  const node = start(env)
  expect(await node.exited).toBe(1)
  expect(node.output()).toContain(
    `counterfoil: PORT ${port} is in use: stop the process that listens on it or set PORT\n`,
  )
  await expect(postmasterPid(env.DATA_DIR)).rejects.toThrow('ENOENT')
  other.close()
})

test('SIGTERM: /readyz fails, the request in flight is answered, the database stops, exit code 0', async () => {
  const { port, env } = await settings()
  const node = await untilUp(start(env))
  const pid = await postmasterPid(env.DATA_DIR)
  expect(await isReady(port)).toBe(true)
  const inFlight = await halfARequest(port, 'SIGTERM')
  node.child.kill('SIGTERM')
  await until(async () => !(await isReady(port)))
  expect(isAlive(pid)).toBe(true)
  inFlight.finish()
  expect(await inFlight.answered).toBe(201)
  expect(await node.exited).toBe(0)
  expect(isAlive(pid)).toBe(false)
})

test('a second signal stops at once, and the next start has all acknowledged data', async () => {
  const { port, env } = await settings()
  const node = await untilUp(start(env))
  const pid = await postmasterPid(env.DATA_DIR)
  expect((await categories(port, 'KEPT')).status).toBe(201)
  const inFlight = await halfARequest(port, 'SECOND_SIGNAL')
  node.child.kill('SIGINT')
  await until(async () => !(await isReady(port)))
  // Within a second it would count as the first one, forwarded by npm.
  await new Promise((resolve) => setTimeout(resolve, 1100))
  node.child.kill('SIGINT')
  expect(await node.exited).not.toBe(0)
  await until(() => !isAlive(pid))
  inFlight.abort()
  const again = await untilUp(start(env))
  expect((await categories(port, 'KEPT')).status).toBe(200)
  again.child.kill('SIGTERM')
  expect(await again.exited).toBe(0)
})

test('the same signal twice within a second, as a terminal and npm send it: one clean stop, exit code 0', async () => {
  const { port, env } = await settings()
  const node = await untilUp(start(env))
  const inFlight = await halfARequest(port, 'ECHO')
  node.child.kill('SIGINT')
  await until(async () => !(await isReady(port)))
  node.child.kill('SIGINT')
  inFlight.finish()
  expect(await inFlight.answered).toBe(201)
  expect(await node.exited).toBe(0)
})

test('SIGTERM while the database is starting: exit code 0, and the database is stopped', async () => {
  const { env } = await settings('early')
  const node = start(env)
  await until(() => postmasterPid(env.DATA_DIR).then(isAlive, () => false), 120_000)
  const pid = await postmasterPid(env.DATA_DIR)
  node.child.kill('SIGTERM')
  expect(node.output()).not.toContain('Counterfoil is up')
  expect(await node.exited).toBe(0)
  await until(() => !isAlive(pid))
  await expect(postmasterPid(env.DATA_DIR)).rejects.toThrow('ENOENT')
})

test('kill -9 of node and database, then of the node alone: the next start recovers all data', async () => {
  const { port, env } = await settings()
  const first = await untilUp(start(env))
  expect((await categories(port, 'FIRST')).status).toBe(201)
  process.kill(await postmasterPid(env.DATA_DIR), 'SIGKILL')
  first.child.kill('SIGKILL')
  await first.exited

  const second = await untilUp(start(env))
  expect((await categories(port, 'FIRST')).status).toBe(200)
  expect((await categories(port, 'SECOND')).status).toBe(201)
  second.child.kill('SIGKILL')
  await second.exited

  const third = await untilUp(start(env))
  expect((await categories(port, 'SECOND')).status).toBe(200)
  third.child.kill('SIGTERM')
  expect(await third.exited).toBe(0)
})

test('two instances with their own DATA_DIR and PORT run side by side; each log line names its node and version', async () => {
  const [one, other] = [await settings(), await settings('other')]
  const nodes = await Promise.all([untilUp(start(one.env)), untilUp(start(other.env))])
  expect([await isReady(one.port), await isReady(other.port)]).toEqual([true, true])
  expect((await categories(one.port, 'MINE')).status).toBe(201)
  expect((await categories(other.port, 'MINE')).status).toBe(201)
  for (const node of nodes) node.child.kill('SIGTERM')
  expect(await Promise.all(nodes.map(({ exited }) => exited))).toEqual([0, 0])
  for (const [i, { port }] of [one, other].entries()) {
    const { child, output } = nodes[i] as Node
    const lines = output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    const names = lines.map((line) => JSON.parse(line)).map(({ node, version }) => `${node} ${version}`)
    expect(new Set(names)).toEqual(new Set([`${hostname()}:${port} (process ${child.pid}) ${VERSION}`]))
  }
})
