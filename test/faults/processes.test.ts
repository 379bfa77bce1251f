import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import {
  freePort,
  isAlive,
  listeningAt,
  postmasterPid,
  spawnNode,
  until,
  untilUp,
} from '../support/process.ts'
import { openDatabases } from './empty-database.ts'
import { ADMIN_KEY, originOf } from './shop.ts'

vi.setConfig({ testTimeout: 240_000 })

const { migratedDatabase } = await openDatabases()

function childrenOf(pid: number): number[] {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return children.trim().split(/\s+/).map(Number)
}

/** The sum over all processes of the requests for this path. */
async function requestsCounted(origin: string, route: string): Promise<number> {
  const headers = { authorization: `Bearer ${ADMIN_KEY}` }
  const metrics = await (await fetch(`${origin}/metrics`, { headers })).text()
  const line = metrics
    .split('\n')
    .find((line) => line.includes('_seconds_count') && line.includes(`route="${route}"`))
  return Number(line?.split(' ').at(-1) ?? 0)
}

test('PROCESSES=2: metrics are summed; a killed process is replaced and nobody is refused; SIGTERM ends all', async () => {
  const node = await untilUp(spawnNode({ ...(await migratedDatabase()), PROCESSES: '2', DRAIN_SECONDS: '2' }))
  const origin = listeningAt(node)
  const pid = node.child.pid as number
  const processes = () => childrenOf(pid).filter(isAlive)
  expect(processes()).toHaveLength(2)

  // A new connection each time, so that both processes get some.
  const call = async (path: string) => {
    const response = await fetch(`${origin}${path}`, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(10_000),
    })
    await response.arrayBuffer()
    return response
  }
  for (let i = 0; i < 10; i += 1) expect((await call('/healthz')).status).toBe(200)
  expect(await requestsCounted(origin, '/healthz')).toBe(10)

  const [victim, survivor] = processes() as [number, number]
  process.kill(victim, 'SIGKILL')
  await until(() => !isAlive(victim))
  for (let i = 0; i < 10; i += 1) expect((await call('/healthz')).status).toBe(200)
  await until(() => processes().length === 2)
  expect(processes()).toContain(survivor)
  expect(node.output()).toContain('a process has ended and will be replaced')
  await until(async () =>
    (await Promise.all(Array.from({ length: 4 }, () => call('/readyz')))).every(({ ok }) => ok),
  )

  node.child.kill('SIGTERM')
  await expect.poll(async () => (await call('/readyz')).status, { timeout: 1_500 }).toBe(503)
  expect((await call('/healthz')).status).toBe(200)
  const all = processes()
  expect(await node.exited).toBe(0)
  expect(all.filter(isAlive)).toEqual([])
})

test('PROCESSES=2 with the embedded database: a port in use is one line; SIGTERM stops the database last', async () => {
  const dataDir = await temporaryFolder('processes')
  const env = { DATA_DIR: dataDir, PROCESSES: '2', ADMIN_API_KEY: ADMIN_KEY, PORT: String(await freePort()) }
  const node = await untilUp(spawnNode(env))
  const postgres = await postmasterPid(dataDir)
  const other = await temporaryFolder('processes')
  const second = spawnNode({ ...env, DATA_DIR: other })
  expect(await second.exited).toBe(1)
  const lines = second.output().split('\n')
  expect(lines.filter((line) => line.startsWith('counterfoil: '))).toEqual([
    expect.stringMatching(/^counterfoil: PORT \d+ is in use: /),
  ])
  expect((await fetch(`${originOf(Number(env.PORT))}/readyz`)).status).toBe(200)
  node.child.kill('SIGTERM')
  expect(await node.exited).toBe(0)
  expect(isAlive(postgres)).toBe(false)
  expect(node.output()).not.toMatch(/"level":(50|60)/)
  for (const folder of [dataDir, other]) await rm(folder, { recursive: true, force: true })
})

test('if the primary is killed, its processes end too', async () => {
  const node = await untilUp(spawnNode({ ...(await migratedDatabase()), PROCESSES: '2' }))
  const all = childrenOf(node.child.pid as number)
  node.child.kill('SIGKILL')
  await until(() => !all.some(isAlive))
})
