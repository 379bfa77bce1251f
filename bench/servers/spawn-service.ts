import { join } from 'node:path'
import { listeningAt, spawnNode, untilUp } from '../../test/support/process.ts'

export const ADMIN_KEY = 'bench-admin-key-0123456789'

export type Service = { url: string; pid: number; stop(): Promise<unknown> }

/** The service of a checkout in its own process. */
export async function startService(folder: string, env: Record<string, string>): Promise<Service> {
  const settings = {
    ...{ PORT: '0', LOG_LEVEL: 'warn', ADMIN_API_KEY: ADMIN_KEY, ALLOW_PRIVATE_TARGETS: 'true' },
    ...env,
  }
  const node = await untilUp(spawnNode(settings, join(folder, 'src', 'main.ts')))
  return {
    url: listeningAt(node),
    pid: node.child.pid as number,
    stop: () => Promise.all([node.child.kill('SIGTERM'), node.exited]),
  }
}
