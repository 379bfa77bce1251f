import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createHarness, type Harness } from '../harness.ts'
import { PROCESS_ENV } from '../process.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of the answer
export type Ran = { code: number | string; stdout: string; stderr: string; json: any }
export type Running = { child: ChildProcess; stdout: () => string; stderr: () => string; done: Promise<Ran> }
export type Env = Record<string, string>

/** The command as a person runs it: a process of its own. Its stdin stays open. */
export function startCommand(
  env: Env,
  args: string[],
  script = 'src/cli.ts',
  node = process.execPath,
): Running {
  const child = spawn(node, [script, ...args], {
    env: { ...PROCESS_ENV, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => {
    said.stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    said.stderr += chunk
  })
  child.stdin?.on('error', () => {})
  const done = new Promise<Ran>((resolve) => {
    child.on('close', (code, signal) =>
      resolve({ ...said, code: signal ?? code ?? -1, json: parsed(said.stdout) }),
    )
  })
  return { child, stdout: () => said.stdout, stderr: () => said.stderr, done }
}

export function run(env: Env, args: string[], stdin: string | Buffer = ''): Promise<Ran> {
  const running = startCommand(env, args)
  running.child.stdin?.end(stdin)
  return running.done
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A database of its own, with the app on it beside the command. */
export async function createCommandHarness(): Promise<
  Harness & { env: Env; command(...args: string[]): Promise<Ran> }
> {
  const secretsKey = randomBytes(32)
  const harness = await createHarness({ secretsKey })
  const env = { DATABASE_URL: harness.databaseUrl, SECRETS_KEY: secretsKey.toString('base64') }
  return { ...harness, env, command: (...args) => run(env, args) }
}
