import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { buildApp } from '../../src/api/app.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { startEmbedded } from '../../src/platform/embedded/server.ts'
import { createLogger } from '../../src/platform/logging.ts'
import { openDeps } from '../../src/process/open-deps.ts'
import { openFoundation } from '../../src/process/startup.ts'
import { BENCH_ISSUER, mintToken, onboardBenchPartner } from '../fixtures/bench-partner.ts'
import { FLOOR_FUNCTION } from '../fixtures/floor-function.ts'
import { insertCatalog, insertHistory, insertUsers, vacuumAndCheckpoint } from '../fixtures/redeem-history.ts'
import { plainRoute } from './plain-route.ts'

// The service that `bench/redeem.ts` and `bench/footprint.ts` measure, in its own process, with users, vouchers and, if
// requested, history and a receiver of webhooks. It delivers nothing: that is the work of a worker.

/** For the floor and the service. Durability is PostgreSQL's default: fsync and synchronous_commit are on. */
const SETTINGS = { shared_buffers: '2GB', max_wal_size: '8GB' }
const { users, vouchers, history, webhookUrl } = JSON.parse(process.argv[2] ?? '{}') as {
  users: number
  vouchers: number
  history: number
  webhookUrl?: string
}
const secretsKey = randomBytes(32).toString('base64')

const directory = await temporaryFolder('bench')
const postgres = await startEmbedded({ directory: join(directory, 'postgres'), settings: SETTINGS })
const config = loadConfig({
  ...{ DATA_DIR: directory, PORT: '0', DEMO: 'false', LOG_LEVEL: 'warn' },
  ...{ DATABASE_URL: postgres.url, SECRETS_KEY: secretsKey, ALLOW_PRIVATE_TARGETS: 'true' },
})
const foundation = await openFoundation(config, createLogger('warn'))
// Each phase runs a minute later than the last, so that users who have used up their attempts can redeem again.
let aheadMs = 0
const deps = openDeps({ ...foundation.deps, now: () => new Date(Date.now() + aheadMs) })
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
await onboardBenchPartner(deps, {
  publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
  ...(webhookUrl && { webhookUrl }),
})
await deps.db`select keep_event_partitions(now(), interval '30 days')`
await insertUsers(deps.db, users, history)
const scene = await insertCatalog(deps.db, vouchers, (outletId) => deps.vault.hashPin(outletId, '1234'))
if (history > 0) await insertHistory(deps.db, scene)
await deps.db.unsafe(FLOOR_FUNCTION)
await vacuumAndCheckpoint(deps.db)
const { server } = await buildApp(deps)
plainRoute(server, deps)
await server.listen({ port: 0, host: '127.0.0.1' })

process.on('message', async (message: { nextMinute?: true; stop?: true }) => {
  if (message.nextMinute) aheadMs += 61_000
  if (message.stop) {
    await server.close()
    await deps.close()
    await foundation.close()
    await postgres.stop()
    await rm(directory, { recursive: true, force: true })
    process.disconnect?.()
    return
  }
  reply({ done: true })
})

function reply(message: object): void {
  process.send?.(message)
}

reply({
  port: (server.server.address() as AddressInfo).port,
  databaseUrl: postgres.url,
  secretsKey,
  postmaster: Number((await readFile(join(postgres.directory, 'postmaster.pid'), 'utf8')).split('\n')[0]),
  settings: SETTINGS,
  tokens: Array.from({ length: users }, (_, i) =>
    mintToken(privateKey, { iss: BENCH_ISSUER, sub: `user-${i}` }),
  ),
  ...scene,
})
