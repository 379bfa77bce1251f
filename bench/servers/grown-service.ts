import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { connect, type Db } from '../../src/platform/database/db.ts'
import { startEmbedded } from '../../src/platform/embedded/server.ts'
import { freePort } from '../../test/support/process.ts'
import { type Filled, insertGrowth, type Sizes } from '../fixtures/growth-history.ts'
import { SETTINGS } from '../fixtures/prepared-database.ts'
import { ADMIN_KEY, type Service, startService } from './spawn-service.ts'

const DEADLINE_MS = 60 * 60_000
const PARTNERS = 20

type Options = {
  sizes: Sizes
  /** The checkout of the service. */
  folder: string
}
type GrownService = { url: string; filled: Filled; privateKey: KeyObject; db: Db }

/** Runs `work` on a service with a long history, in its own process. The private key is that of every partner. */
export async function withGrownService(
  { sizes, folder }: Options,
  work: (grown: GrownService) => Promise<void>,
): Promise<void> {
  const directory = await temporaryFolder('bench')
  const postgres = await startEmbedded({ directory: join(directory, 'postgres'), settings: SETTINGS })
  const db = await connect(postgres.url, { max: 1, deadlineMs: DEADLINE_MS })
  // Links to the console start with the address of the service, so it needs a port that is known in advance.
  const port = String(await freePort())
  const start = (role: string) =>
    startService(resolve(folder), {
      ...{ DATABASE_URL: postgres.url, DATA_DIR: directory, ROLE: role, PORT: port },
      SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    })
  let service: Service | null = null
  try {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    service = await start('api')
    await onboardPartners(service.url, publicKey)
    const filled = await insertGrowth(db, sizes, console.log)
    await service.stop()
    service = await start('all')
    await untilRolledUp(db)
    await work({ url: service.url, filled, privateKey, db })
  } finally {
    await service?.stop()
    await db.end({ timeout: 1 })
    await postgres.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

async function onboardPartners(url: string, publicKey: KeyObject): Promise<void> {
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
async function untilRolledUp(db: Db): Promise<void> {
  const startedAt = performance.now()
  for (;;) {
    const [row] = await db<{ done: boolean }[]>`
      select group_days_until >= ((now() - interval '3 hours') at time zone 'UTC')::date - 1
        and hours_until >= now() - interval '3 hours' as done
      from stats_progress`
    if (row?.done) break
    await sleep(500)
  }
  console.log(`stats rolled up ${Math.round((performance.now() - startedAt) / 1000)} s after the start`)
}
