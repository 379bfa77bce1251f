import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { startEmbedded } from '../../src/platform/embedded/server.ts'
import {
  freePort,
  isAlive,
  type Node,
  postmasterPid,
  spawnCommand,
  until,
  untilUp,
} from '../support/process.ts'

vi.setConfig({ testTimeout: 240_000 })

const root = await temporaryFolder('npm')
afterAll(() => rm(root, { recursive: true, force: true }))

const DATA_DIR = join(root, 'data')

/**
 * All tests use one database, one after the other. npm does not look for a newer version, and writes its logs into a
 * folder that is removed.
 */
async function settings() {
  const port = await freePort()
  const npm = { HOME: root, npm_config_cache: join(root, 'cache'), npm_config_update_notifier: 'false' }
  return { port, env: { ...npm, PORT: String(port), DATA_DIR } }
}

const isServing = (port: number) =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  )

/** Starts `command`, sends `signal`, and returns how the command exited once service and database have stopped. */
async function stopped(
  { port, env }: Awaited<ReturnType<typeof settings>>,
  [command, ...args]: [string, ...string[]],
  signal: (node: Node) => void,
) {
  const node = await untilUp(spawnCommand(command, args, env, true))
  const pid = await postmasterPid(DATA_DIR)
  expect([await isServing(port), isAlive(pid)]).toEqual([true, true])
  signal(node)
  await until(async () => !(await isServing(port)) && !isAlive(pid), 15_000).catch((error) => {
    // This test leaves no process behind.
    process.kill(-(node.child.pid as number), 'SIGTERM')
    throw error
  })
  return node.exited
}

/** What PostgreSQL logs about the last shutdown at its next start. */
async function nextStart(): Promise<string> {
  const log = join(DATA_DIR, 'postgres.log')
  const { length } = await readFile(log, 'utf8')
  const server = await startEmbedded({ directory: join(DATA_DIR, 'postgres') })
  await server.stop()
  return (await readFile(log, 'utf8')).slice(length)
}

function expectCleanStop(said: string): void {
  expect(said).toContain('database system was shut down at')
  expect(said).not.toMatch(/not properly shut down|recovery in progress|redo starts/)
}

test('npm start, SIGTERM to npm alone: service and database stop, exit code 0, nothing to recover', async () => {
  const env = await settings()
  expect(await stopped(env, ['npm', 'start'], ({ child }) => child.kill('SIGTERM'))).toBe(0)
  expectCleanStop(await nextStart())
})

test('npm start, Ctrl-C, which signals npm and the service: one clean stop, nothing to recover', async () => {
  const env = await settings()
  const group = ({ child }: Node) => process.kill(-(child.pid as number), 'SIGINT')
  expect(await stopped(env, ['npm', 'start'], group)).toBe(0)
  expectCleanStop(await nextStart())
})

test('npx counterfoil serve, SIGTERM to npx alone: service and database stop, nothing to recover', async () => {
  const env = await settings()
  await stopped(env, ['npx', '--no', 'counterfoil', 'serve'], ({ child }) => child.kill('SIGTERM'))
  expectCleanStop(await nextStart())
})

test('npx counterfoil serve, Ctrl-C: one clean stop, nothing to recover', async () => {
  const env = await settings()
  const group = ({ child }: Node) => process.kill(-(child.pid as number), 'SIGINT')
  await stopped(env, ['npx', '--no', 'counterfoil', 'serve'], group)
  expectCleanStop(await nextStart())
})
