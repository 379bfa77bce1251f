import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { listeningAt, spawnNode, untilUp } from '../test/support/process.ts'
import { temporaryFolder } from './temporary-folder.ts'

export type DemoService = {
  origin: string
  /** A token of the demo user. */
  token: string
  stop(): Promise<void>
}

/** Starts the service as the first `npm start` does, with its own PostgreSQL and the demo data, on a free port. */
export async function startDemoService(settings: Record<string, string> = {}): Promise<DemoService> {
  const built = spawnSync(process.execPath, ['scripts/build-web.mjs'], { stdio: 'inherit' })
  if (built.status !== 0) throw new Error('the web apps could not be built')
  const folder = await temporaryFolder('demo')
  const node = spawnNode({ DATA_DIR: folder, PORT: '0', DEMO: 'true', LOG_LEVEL: 'warn', ...settings })
  const stop = async () => {
    node.child.kill('SIGTERM')
    await node.exited
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const origin = listeningAt(await untilUp(node))
    return { origin, token: await demoToken(origin), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** `/demo` redirects to the webview with a token of the demo user. */
async function demoToken(origin: string): Promise<string> {
  const { headers } = await fetch(`${origin}/demo`, { redirect: 'manual' })
  const token = headers.get('location')?.split('#token=')[1]
  if (!token) throw new Error('/demo leads to no token')
  return token
}
