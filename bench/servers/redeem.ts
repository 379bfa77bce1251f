import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { buildApp } from '../../src/api/app.ts'
import { createPartner } from '../../src/domain/partners/partners.ts'
import { SYSTEM } from '../../src/domain/staff/caller.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { startEmbedded } from '../../src/platform/embedded/server.ts'
import { createLogger } from '../../src/platform/logging.ts'
import { Refusal } from '../../src/platform/refusal.ts'
import { openDeps } from '../../src/process/open-deps.ts'
import { openFoundation } from '../../src/process/startup.ts'
import { FLOOR_FUNCTION } from './floor.ts'
import { plainRoute } from './plain.ts'
import { insertCatalogue, insertHistory, insertUsers, settle } from './redeem-history.ts'

// The service under measurement in a process of its own, filled with users, vouchers and, where asked, with history.

const ISSUER = 'https://bench.example.com'
/** For floor and service alike. Durability is PostgreSQL's own: fsync and synchronous_commit are on. */
const SETTINGS = { shared_buffers: '2GB', max_wal_size: '8GB' }
const { users, vouchers, history } = JSON.parse(process.argv[2] ?? '{}') as {
  users: number
  vouchers: number
  history: number
}

const directory = await temporaryFolder('bench')
const postgres = await startEmbedded({ directory: join(directory, 'postgres'), settings: SETTINGS })
const config = loadConfig({
  ...{ DATA_DIR: directory, PORT: '0', DEMO: 'false', LOG_LEVEL: 'warn' },
  ...{ DATABASE_URL: postgres.url, SECRETS_KEY: randomBytes(32).toString('base64') },
})
const foundation = await openFoundation(config, createLogger('warn', false))
// Each phase is another minute, so that users who have used up their attempts may go on.
let aheadMs = 0
const deps = openDeps({ ...foundation.deps, now: () => new Date(Date.now() + aheadMs) })
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const partner = await createPartner(deps, SYSTEM, {
  slug: 'bench',
  name: 'Bench',
  displayName: 'Bench',
  logoPath: 'https://bench.example.com/logo.png',
  jwtIssuer: ISSUER,
  publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
})
if (partner instanceof Refusal) throw new Error(partner.code)
await deps.db`select keep_event_partitions(now(), interval '30 days')`
await insertUsers(deps.db, users, history)
const scene = await insertCatalogue(deps.db, vouchers, (outletId) => deps.vault.hashPin(outletId, '1234'))
if (history > 0) await insertHistory(deps.db, scene)
await deps.db.unsafe(FLOOR_FUNCTION)
await settle(deps.db)
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
  tell({ done: true })
})

function tell(message: object): void {
  process.send?.(message)
}

tell({
  port: (server.server.address() as AddressInfo).port,
  databaseUrl: postgres.url,
  postmaster: Number((await readFile(join(postgres.directory, 'postmaster.pid'), 'utf8')).split('\n')[0]),
  settings: SETTINGS,
  tokens: Array.from({ length: users }, (_, i) => mint(privateKey, `user-${i}`)),
  ...scene,
})

function mint(key: KeyObject, sub: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.floor(Date.now() / 1000) + 86_400
  const input = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part({ iss: ISSUER, sub, exp })}`
  return `${input}.${sign(null, Buffer.from(input), key).toString('base64url')}`
}
