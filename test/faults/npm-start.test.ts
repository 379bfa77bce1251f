import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import {
  freePort,
  isAlive,
  type Node,
  postmasterPid,
  spawnCommand,
  spawnNode,
  until,
  untilUp,
} from '../process.ts'

vi.setConfig({ testTimeout: 240_000 })

const root = await temporaryFolder('npm')
afterAll(() => rm(root, { recursive: true, force: true }))

/** npm does not look for a newer version, and writes its logs into a folder that is removed. */
async function settings(name: string) {
  const port = await freePort()
  const DATA_DIR = join(root, name)
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
  const pid = await postmasterPid(env.DATA_DIR)
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
async function nextStart(env: Record<string, string> & { DATA_DIR: string }): Promise<string> {
  const log = join(env.DATA_DIR, 'postgres.log')
  const { length } = await readFile(log, 'utf8')
  const node = await untilUp(spawnNode(env))
  node.child.kill('SIGTERM')
  expect(await node.exited).toBe(0)
  return (await readFile(log, 'utf8')).slice(length)
}

function expectCleanStop(said: string): void {
  expect(said).toContain('database system was shut down at')
  expect(said).not.toMatch(/not properly shut down|recovery in progress|redo starts/)
}

test('npm start, SIGTERM to npm alone: service and database stop, exit code 0, nothing to recover', async () => {
  const given = await settings('sigterm')
  expect(await stopped(given, ['npm', 'start'], ({ child }) => child.kill('SIGTERM'))).toBe(0)
  expectCleanStop(await nextStart(given.env))
})

test('npm start, Ctrl-C, which signals npm and the service: one clean stop, nothing to recover', async () => {
  const given = await settings('ctrl-c')
  const group = ({ child }: Node) => process.kill(-(child.pid as number), 'SIGINT')
  expect(await stopped(given, ['npm', 'start'], group)).toBe(0)
  expectCleanStop(await nextStart(given.env))
})

test('npx counterfoil serve, SIGTERM to npx alone: service and database stop, nothing to recover', async () => {
  const given = await settings('npx')
  await stopped(given, ['npx', '--no', 'counterfoil', 'serve'], ({ child }) => child.kill('SIGTERM'))
  expectCleanStop(await nextStart(given.env))
})

test('npx counterfoil serve, Ctrl-C: one clean stop, nothing to recover', async () => {
  const given = await settings('npx-ctrl-c')
  const group = ({ child }: Node) => process.kill(-(child.pid as number), 'SIGINT')
  await stopped(given, ['npx', '--no', 'counterfoil', 'serve'], group)
  expectCleanStop(await nextStart(given.env))
})
