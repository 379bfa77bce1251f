import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createHarness, type Harness } from '../support/harness.ts'
import { PROCESS_ENV } from '../support/process.ts'

// biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape that it expects
export type Ran = { code: number | string; stdout: string; stderr: string; json: any }
export type Running = { child: ChildProcess; stdout: () => string; stderr: () => string; done: Promise<Ran> }
export type Env = Record<string, string>

/** Starts the command in a separate process, as a person does. Its stdin stays open. */
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
  const output = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => {
    output.stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output.stderr += chunk
  })
  child.stdin?.on('error', () => {})
  const done = new Promise<Ran>((resolve) => {
    child.on('close', (code, signal) =>
      resolve({ ...output, code: signal ?? code ?? -1, json: parsed(output.stdout) }),
    )
  })
  return { child, stdout: () => output.stdout, stderr: () => output.stderr, done }
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

/** A separate database, with the app running on it beside the command. */
export async function createCommandHarness(): Promise<
  Harness & { env: Env; command(...args: string[]): Promise<Ran> }
> {
  const secretsKey = randomBytes(32)
  const harness = await createHarness({ secretsKey })
  const env = { DATABASE_URL: harness.databaseUrl, SECRETS_KEY: secretsKey.toString('base64') }
  return { ...harness, env, command: (...args) => run(env, args) }
}
