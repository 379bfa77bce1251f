import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Node, spawnNode, untilUp } from '../test/support/process.ts'
import type { ServerProcesses } from './server-processes.ts'

export const ADMIN_KEY = 'an-admin-key-of-the-environment'

/** The checkout whose `src/main.ts` is under test. */
export type Service = { folder: string; secretsKey: string; previousSecretsKey?: string; dataDir: string }

export type ServiceNode = { name: string; origin: string; node: Node; stop(): Promise<number | string> }

const START_MS = 60_000

export function serviceIn(folder: string, dataDir: string): Service {
  return { folder: resolve(folder), secretsKey: randomBytes(32).toString('base64'), dataDir }
}

export type NodeOptions = {
  name: string
  role: 'all' | 'api' | 'worker'
  port: number
  databaseUrl: string
  /** 0 unless a load balancer watches the node. */
  drainSeconds?: number
  env?: Record<string, string>
}

/** Resolves when the node is up. Throws with its output if it exits or takes longer than a minute. */
export async function startServiceNode(
  service: Service,
  processes: ServerProcesses,
  { name, role, port, databaseUrl, drainSeconds = 0, env: more = {} }: NodeOptions,
): Promise<ServiceNode> {
  const env = {
    ...{ ...settingsOf(service, databaseUrl), ADMIN_API_KEY: ADMIN_KEY, ROLE: role, PORT: String(port) },
    ...{ ALLOW_PRIVATE_TARGETS: 'true', DRAIN_SECONDS: String(drainSeconds), ...more },
  }
  const node = spawnNode(env, resolve(service.folder, 'src/main.ts'))
  processes.adopt(node.child)
  await untilUp(node, START_MS).catch((error: Error) => {
    node.child.kill('SIGKILL')
    throw new Error(`node ${name} ${error.message}`)
  })
  return { name, origin: `http://127.0.0.1:${port}`, node, stop: () => stop(node) }
}

function settingsOf(service: Service, databaseUrl: string): Record<string, string> {
  const { secretsKey, previousSecretsKey, dataDir } = service
  const previous = previousSecretsKey === undefined ? {} : { SECRETS_KEY_PREVIOUS: previousSecretsKey }
  return {
    ...{ DATABASE_URL: databaseUrl, SECRETS_KEY: secretsKey, ...previous },
    ...{ DATA_DIR: dataDir, LOG_LEVEL: 'error' },
  }
}

/** The end of a node's output, without stack traces. */
export function outputOf({ output }: Node): string {
  return output()
    .replaceAll(/\n\s+at .+/g, '')
    .trim()
    .slice(-500)
}

/** Sends SIGTERM, then SIGKILL after the 40 s that the documentation asks operators to allow. */
async function stop({ child, exited }: Node): Promise<number | string> {
  child.kill('SIGTERM')
  const ended = await Promise.race([exited, sleep(40_000, null, { ref: false })])
  if (ended === null) child.kill('SIGKILL')
  return exited
}

/** Runs `counterfoil audit-ledger` of the service under test. Null if the ledger is exact, else its output. */
export async function auditLedger(service: Service, databaseUrl: string): Promise<string | null> {
  try {
    const stdout = await runCounterfoil(service, databaseUrl, ['audit-ledger'])
    return stdout.includes('exact') ? null : stdout
  } catch (error) {
    const { stdout, stderr, message } = error as { stdout?: string; stderr?: string; message: string }
    return stdout || stderr || message
  }
}

/** Runs a command of the service under test. Returns its output; throws if it fails. */
export async function runCounterfoil(
  service: Service,
  databaseUrl: string,
  args: string[],
  more: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<string> {
  const env = { ...settingsOf(service, databaseUrl), ...more }
  const command = [resolve(service.folder, 'src/cli.ts'), ...args]
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    ...{ env, timeout: 300_000, killSignal: 'SIGKILL' },
    ...(signal && { signal }),
  })
  return stdout
}
