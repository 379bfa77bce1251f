import type { KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../src/platform/database/db.ts'
import { listeningAt, spawnNode, untilUp } from '../../test/support/process.ts'

export const ADMIN_KEY = 'bench-admin-key-0123456789'
const PARTNERS = 20

export type Service = { url: string; stop(): Promise<unknown> }

/** The service of a checkout in its own process. */
export async function startService(folder: string, env: Record<string, string>): Promise<Service> {
  const settings = {
    ...{ PORT: '0', LOG_LEVEL: 'warn', ADMIN_API_KEY: ADMIN_KEY, ALLOW_PRIVATE_TARGETS: 'true' },
    ...env,
  }
  const node = await untilUp(spawnNode(settings, join(folder, 'src', 'main.ts')))
  return { url: listeningAt(node), stop: () => Promise.all([node.child.kill('SIGTERM'), node.exited]) }
}

export async function onboardPartners(url: string, publicKey: KeyObject): Promise<void> {
  for (let n = 0; n < PARTNERS; n += 1) {
    const response = await fetch(`${url}/admin/partners`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ slug: `partner-${n}`, name: 'Bench', displayName: 'Bench', jwtIssuer: issuerOf(`partner-${n}`) },
        logoPath: 'https://bench.example.com/logo.png',
        publicKey: publicKey.export({ type: 'spki', format: 'pem' }),
      }),
    })
    if (response.status !== 201)
      throw new Error(`a partner could not be created: ${response.status} ${await response.text()}`)
  }
}

export const issuerOf = (slug: string) => `https://${slug}.example.com`

/** Waits until the workers have rolled up the stats of the inserted history. */
export async function untilRolledUp(db: Db): Promise<void> {
  const startedAt = performance.now()
  for (;;) {
    const [row] = await db<{ done: boolean }[]>`
      select days_until >= ((now() - interval '3 hours') at time zone 'UTC')::date - 1
        and hours_until >= now() - interval '3 hours' as done
      from stats_progress`
    if (row?.done) break
    await sleep(500)
  }
  console.log(`stats rolled up ${Math.round((performance.now() - startedAt) / 1000)} s after the start`)
}
