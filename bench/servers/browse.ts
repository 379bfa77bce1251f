import { generateKeyPairSync } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { SignJWT } from 'jose'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { buildApp } from '../../src/api/app.ts'
import type { Deps } from '../../src/domain/deps.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { createLogger } from '../../src/platform/logging.ts'
import { openFoundation } from '../../src/process/startup.ts'
import { BENCH_ISSUER, onboardBenchPartner } from '../fixtures/bench-partner.ts'
import { bareServer, listen, record } from './recorded-route.ts'

// The servers that `bench/browse.ts` and `bench/screens.ts` measure, in their own process: the service, and the floor, a
// bare Fastify that verifies the same token in the same way and sends the bytes of the service.

const CITY = { latitude: 3.15, longitude: 101.7 }

const directory = await temporaryFolder('bench')
const config = loadConfig({ DATA_DIR: directory, PORT: '0', DEMO: 'false', LOG_LEVEL: 'warn' })
const { deps, close } = await openFoundation(config, createLogger('warn'))
const token = await mintToken(deps)

const { server } = await buildApp(deps)
const port = await listen(server as never)

const { bare, bodies } = bareServer(deps)
const barePort = await listen(bare)

const reply = (message: object) => process.send?.(message)

type Message = { merchants?: number; claims?: number; record?: string[]; stop?: true }

process.on('message', async (message: Message) => {
  if (message.merchants !== undefined) await fillCatalog(deps, message.merchants)
  if (message.claims !== undefined) await fillWallet(deps, message.claims)
  if (message.record) await record(bodies, { port, token, paths: message.record })
  if (message.stop) {
    await Promise.all([server.close(), bare.close()])
    await close()
    await rm(directory, { recursive: true, force: true })
    process.disconnect?.()
    return
  }
  reply({ done: true })
})
reply({ port, barePort, token })

async function mintToken(deps: Deps): Promise<string> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await onboardBenchPartner(deps, { publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string })
  return new SignJWT({ displayName: 'Bench' })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(BENCH_ISSUER)
    .setSubject('bench-user')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey)
}

/** Replaces the catalog: each merchant has five outlets around one city and a published voucher. */
async function fillCatalog({ db, catalog }: Deps, merchants: number): Promise<void> {
  await db.begin(async (tx) => {
    await tx.extendDeadline(null)
    await tx`truncate merchants, outlets, vouchers, favorites, claims, redemptions cascade`
    await tx`
      insert into merchants (id, name, slug, category, logo_path, banner_path, description, is_new, is_active, timezone, created_at, updated_at)
      select uuid_v7(), 'Merchant ' || md5(n::text), 'merchant-' || n, 'F_AND_B', 'https://img.example.com/' || n || '/logo.png',
        'https://img.example.com/' || n || '/banner.jpg', 'A place that is worth a visit, number ' || n, n % 7 = 0, true, 'Asia/Kuala_Lumpur', now(), now()
      from generate_series(1, ${merchants}::int) as n`
    await tx`
      insert into outlets (id, merchant_id, name, address_line, address_full, city, state, postal_code, country_code, latitude, longitude, is_active, created_at, updated_at)
      select uuid_v7(), id, 'Outlet ' || n, 'Jalan ' || n, '', 'Kuala Lumpur', '', '50000', 'MY',
        ${CITY.latitude} + random() - 0.5, ${CITY.longitude} + random() - 0.5, true, now(), now()
      from merchants, generate_series(1, 5) as n`
    await tx`
      insert into vouchers (id, merchant_id, title, image_path, code_source, claim_flow, favorites_only, redemption_count, cycle, status, published_at, created_at, updated_at)
      select uuid_v7(), id, '{b}Free{/b} kopi', 'https://img.example.com/kopi.jpg', 'NONE', 'WALLET', false, 1, 'ONE_TIME', 'PUBLISHED', now(), now(), now()
      from merchants`
    await tx`update catalog_version set version = version + 1`
  })
  const deadline = Date.now() + 20_000
  while ((await catalog.current()).merchants.length !== merchants) {
    if (Date.now() > deadline) throw new Error('the service did not reload the catalog within 20 s')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Gives the user claims for vouchers of as many merchants. */
async function fillWallet({ db }: Deps, claims: number): Promise<void> {
  await fetch(`http://127.0.0.1:${port}/me`, { headers: { authorization: `Bearer ${token}` } })
  await db`
    insert into claims (id, user_id, voucher_id, claimed_at)
    select uuid_v7(), users.id, vouchers.id, now() from users, (select id from vouchers order by id limit ${claims}) as vouchers`
}
