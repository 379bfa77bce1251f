import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** The environment of every process that a test starts. A test can override it. */
export const PROCESS_ENV = {
  PATH: process.env.PATH ?? '',
  // Compiled code is kept between starts (see vitest.config.ts).
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
}

export type Node = {
  child: ChildProcess
  /** Everything written so far. */
  output: () => string
  /** The exit code, or the signal's name. */
  exited: Promise<number | string>
}

/** Starts the service as an operator does: as a separate process. */
export function spawnNode(env: Record<string, string>, script = 'src/main.ts', args: string[] = []): Node {
  return spawnCommand(process.execPath, [script, ...args], env)
}

/** `isGroup` starts the process and its children as a separate process group, as a shell starts a job. */
export function spawnCommand(
  command: string,
  args: string[],
  env: Record<string, string>,
  isGroup = false,
): Node {
  const child = spawn(command, args, {
    env: { ...PROCESS_ENV, DEMO: 'false', DRAIN_SECONDS: '0', HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isGroup,
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      text += chunk
    })
  }
  const exited = new Promise<number | string>((resolve) => {
    child.on('close', (code, signal) => resolve(signal ?? code ?? -1))
  })
  return { child, output: () => text, exited }
}

/** The fields of the log line that ends a start; null before it. */
export function startLine({
  output,
}: Pick<Node, 'output'>): (Record<string, unknown> & { url: string }) | null {
  const line = output()
    .split('\n')
    .find((line) => line.startsWith('{') && line.endsWith('"msg":"Counterfoil is up"}'))
  if (line) return JSON.parse(line)
  // Proofs and benches can run older checkouts, which print a block instead.
  const [block] = output().match(/Counterfoil is up after .+ Data {2}/s) ?? []
  return block === undefined ? null : { url: /API +(\S+)/.exec(block)?.[1] ?? '' }
}

/** The address of a node that has started. */
export function listeningAt(node: Pick<Node, 'output'>): string {
  const line = startLine(node)
  if (!line) throw new Error(`the node has not started:\n${node.output()}`)
  return line.url
}

/** Waits until a line of the log says that the node is up, and fails with its output otherwise. */
export async function untilUp(node: Node, withinMs = 180_000): Promise<Node> {
  let hasEnded = false
  const ended = node.exited.then((code) => {
    hasEnded = true
    throw new Error(`ended with ${code}:\n${node.output()}`)
  })
  ended.catch(() => {})
  const up = until(() => hasEnded || startLine(node) !== null, withinMs).catch(() => {
    throw new Error(`not up within ${withinMs / 1000} s:\n${node.output()}`)
  })
  await Promise.race([ended, up])
  return node
}

export async function until(condition: () => boolean | Promise<boolean>, withinMs = 30_000): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not true within ${withinMs} ms: ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export function isTrueWithin(
  condition: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<boolean> {
  return until(condition, withinMs).then(
    () => true,
    () => false,
  )
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

export async function postmasterPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
