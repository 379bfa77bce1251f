import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { buildApp } from '../../src/app.ts'
import { SYSTEM } from '../../src/auth/staff.ts'
import { loadConfig } from '../../src/config.ts'
import type { Db } from '../../src/db.ts'
import { createLogger } from '../../src/logging.ts'
import { openDeps } from '../../src/open-deps.ts'
import { onboardPartner } from '../../src/partners/onboarding.ts'
import { Refusal } from '../../src/refusal.ts'
import { openFoundation } from '../../src/startup.ts'
import { FLOOR_FUNCTION } from './floor.ts'
import { plainRoute } from './plain.ts'

// The service under measurement in a process of its own, filled with users, vouchers and, where asked, with history.

const ISSUER = 'https://bench.example.com'
const { users, vouchers, history } = JSON.parse(process.argv[2] ?? '{}') as {
  users: number
  vouchers: number
  history: number
}

const directory = await temporaryFolder('bench')
const config = loadConfig({ DATA_DIR: directory, PORT: '0', DEMO: 'false', LOG_LEVEL: 'warn' })
const foundation = await openFoundation(config, createLogger('warn', false))
// Each phase is another minute, so that users who have used up their attempts may go on.
let aheadMs = 0
const deps = openDeps({ ...foundation.deps, now: () => new Date(Date.now() + aheadMs) })
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const partner = await onboardPartner(deps, SYSTEM, {
  slug: 'bench',
  name: 'Bench',
  displayName: 'Bench',
  logoPath: 'https://bench.example.com/logo.png',
  jwtIssuer: ISSUER,
  publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
})
if (partner instanceof Refusal) throw new Error(partner.code)
const { outletId, voucherIds, hotId, poolId } = await fill(deps.db)
await deps.db.unsafe(FLOOR_FUNCTION)
const { server } = await buildApp(deps)
plainRoute(server, deps)
await server.listen({ port: 0, host: '127.0.0.1' })

process.on('message', async (message: { nextMinute?: true; stop?: true; fresh?: true }) => {
  if (message.nextMinute) aheadMs += 61_000
  if (message.stop) {
    await server.close()
    await deps.close()
    await foundation.close()
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
  databaseUrl: foundation.embedded?.url,
  tokens: Array.from({ length: users }, (_, i) => mint(privateKey, `user-${i}`)),
  outletId,
  voucherIds,
  hotId,
  poolId,
})

function mint(key: KeyObject, sub: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.floor(Date.now() / 1000) + 86_400
  const input = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part({ iss: ISSUER, sub, exp })}`
  return `${input}.${sign(null, Buffer.from(input), key).toString('base64url')}`
}

async function fill(db: Db) {
  const [{ id: partnerId } = { id: '' }] = await db<{ id: string }[]>`select id from partners`
  await db`
    insert into users (id, partner_id, external_user_id, created_at, updated_at)
    select uuid_v7(), ${partnerId}, 'user-' || n, now(), now() from generate_series(0, ${users - 1}::int) as n`
  await db`
    insert into merchants (id, name, slug, category, is_new, is_active, timezone, created_at, updated_at)
    values (uuid_v7(), 'Bench', 'bench', 'F_AND_B', false, true, 'Asia/Kuala_Lumpur', now(), now())`
  const [outlet] = await db<{ id: string }[]>`
    insert into outlets (id, merchant_id, name, address_line, address_full, city, state, postal_code, country_code,
      latitude, longitude, is_active, created_at, updated_at)
    select uuid_v7(), id, 'Outlet', 'Jalan 1', '', 'Kuala Lumpur', '', '', 'MY', 3.15, 101.7, true, now(), now()
    from merchants returning id`
  const hash = deps.vault.hashPin(outlet?.id ?? '', '1234')
  await db`update outlets set pin_hash = ${hash}`
  const insert = (count: number, codeSource: string, cap: number | null) => db<{ id: string }[]>`
    insert into vouchers (id, merchant_id, title, image_path, code_source, claim_flow, favorites_only, redemption_count,
      cycle, global_redemption_cap, status, published_at, created_at, updated_at)
    select uuid_v7(), merchants.id, '{b}Free{/b} kopi', 'https://img.example.com/kopi.jpg', ${codeSource}, 'INSTANT',
      false, 1000, 'MONTHLY', ${cap}, 'PUBLISHED', now(), now(), now()
    from merchants, generate_series(1, ${count}::int) returning id`
  const spread = await insert(vouchers, 'NONE', null)
  const [hot] = await insert(1, 'NONE', 100_000_000)
  const [pool] = await insert(1, 'MANUAL', null)
  await db`
    insert into voucher_codes (voucher_id, code)
    select ${pool?.id ?? ''}, 'CODE-' || n from generate_series(1, 400000) as n`
  if (history > 0)
    await pastRedemptions(
      db,
      spread.map(({ id }) => id),
      outlet?.id ?? '',
    )
  await db.unsafe('vacuum analyze')
  return {
    outletId: outlet?.id ?? '',
    voucherIds: spread.map(({ id }) => id),
    hotId: hot?.id ?? '',
    poolId: pool?.id ?? '',
  }
}

/** Redemptions of months gone by, by as many more users as there are five redemptions of one. */
async function pastRedemptions(db: Db, ids: string[], outlet: string): Promise<void> {
  await db.begin(async (tx) => {
    await tx`set local statement_timeout = 0`
    await tx`
      insert into users (id, partner_id, external_user_id, created_at, updated_at)
      select uuid_v7(), (select id from partners), 'past-' || n, now(), now()
      from generate_series(1, ${Math.floor(history / 5)}::int) as n`
    await tx`
      with numbered as (select id, row_number() over () - 1 as n from users where external_user_id like 'past-%')
      insert into redemptions (id, partner_id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name,
        cycle_key, remaining, status, gps_available, redeemed_at)
      select uuid_v7(), (select id from partners), numbered.id,
        (${ids}::uuid[])[1 + (numbered.n * 5 + k) % ${ids.length}], ${outlet}, (select id from merchants),
        'Past', 'Outlet', '2026-0' || (1 + k), 1, 'SUCCESS', false, now() - interval '200 days'
      from numbered, generate_series(0, 4) as k`
    await tx`
      insert into user_quotas (user_id, voucher_id, cycle_key, used)
      select user_id, voucher_id, cycle_key, count(*) from redemptions group by 1, 2, 3`
    await tx`
      insert into voucher_quotas (voucher_id, cycle_key, used)
      select voucher_id, cycle_key, count(*) from redemptions group by 1, 2`
    await tx`
      insert into events (id, partner_id, user_id, type, body, created_at)
      select uuid_v7(), partner_id, user_id, 'REDEMPTION_CREATED', '{"past":true}', redeemed_at from redemptions`
  })
}
