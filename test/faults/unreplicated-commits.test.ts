import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { signatureHeader } from '@counterfoil/contract/signature.ts'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { connect, type Db } from '../../src/platform/database/db.ts'
import { findRunning } from '../../src/platform/embedded/server.ts'
import { listeningAt, spawnNode, untilUp } from '../support/process.ts'
import { onboard } from '../support/signing.ts'
import { ADMIN_KEY, callAdmin, openShop, PIN, publishVoucher } from './shop.ts'

const dataDir = await temporaryFolder('unreplicated')
const env = {
  DATA_DIR: dataDir,
  ADMIN_API_KEY: ADMIN_KEY,
  SECRETS_KEY: randomBytes(32).toString('base64'),
  PORT: '0',
}
const node = spawnNode(env)
afterAll(async () => {
  node.child.kill('SIGTERM')
  await node.exited
  await rm(dataDir, { recursive: true, force: true })
})

const origin = listeningAt(await untilUp(node))
const shop = await openShop(origin)

async function setStandbys(db: Db, names: string): Promise<void> {
  await db.unsafe(`alter system set synchronous_standby_names = '${names}'`)
  await db`select pg_reload_conf()`
  await expect
    .poll(async () => (await db`show synchronous_standby_names`)[0].synchronousStandbyNames)
    .toBe(names)
}

async function databaseUrl(): Promise<string> {
  return (await findRunning(join(dataDir, 'postgres')))?.url ?? ''
}

async function connectToDatabase(): Promise<Db> {
  return connect(await databaseUrl(), { max: 1 })
}

type Change = () => Promise<{ status: number; headers: Headers }>

/**
 * Changes that a caller repeats after a 503, each on its own rows, and the query that finds its row. They are sent to
 * `target`.
 */
async function openChanges(target: { origin: string }) {
  const send = (method: string, path: string, headers: Record<string, string>, body?: object) =>
    fetch(`${target.origin}${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const asUser = (user: string) => {
    const authorization = `Bearer ${shop.mint(user)}`
    return (method: string, path: string, body?: object, headers = {}) =>
      send(method, path, { authorization, ...headers }, body)
  }
  const partner = await onboard(async (_, path, body) => {
    const created = await callAdmin(origin, path, body as object)
    return { status: 201, headers: {}, body: created } as never
  })
  const signed = (method: string, path: string, body?: object) => {
    const bytes = Buffer.from(body ? JSON.stringify(body) : '')
    const timestampSeconds = Math.floor(Date.now() / 1000)
    const signature = signatureHeader({ secret: partner.secret, timestampSeconds, body: bytes })
    return send(method, path, { 'x-partner-slug': partner.slug, 'x-signature': signature }, body)
  }
  const publish = (title: string, terms = {}) =>
    publishVoucher(origin, shop, { title, redemptionCount: 1, ...terms })
  const kopi = await publish('Kopi')
  const wallet = await publish('Wallet', { claimFlow: 'WALLET' })
  const voided = await publish('Voided')
  const at = { outletId: shop.outletId, pin: PIN }
  const { id: redemptionId } = (await (
    await asUser('vera')('POST', '/me/redemptions', { voucherId: voided, ...at })
  ).json()) as { id: string }
  const admin = { authorization: `Bearer ${ADMIN_KEY}` }
  for (const user of ['mei', 'ali']) await asUser(user)('GET', '/me')
  await asUser('siti')('POST', '/me/favorites', { merchantId: shop.merchantId })
  await signed('POST', '/integrations/users', { externalUserId: 'leaving', email: 'leaving@example.com' })
  const once = { 'idempotency-key': 'once' }
  const findByKey: Change = () => asUser('mei')('GET', '/me/redemptions/by-key/once')
  const changes: Record<string, { change: Change; find: string }> = {
    redemption: {
      change: () => asUser('mei')('POST', '/me/redemptions', { voucherId: kopi, ...at }, once),
      find: `select from redemptions where voucher_id = '${kopi}'`,
    },
    claim: {
      change: () => asUser('ali')('POST', '/me/claims', { voucherId: wallet }),
      find: 'select from claims',
    },
    'removed favorite': {
      change: () => asUser('siti')('DELETE', `/me/favorites/${shop.merchantId}`),
      find: 'select where not exists (select from favorites)',
    },
    'new user': {
      change: () => signed('POST', '/integrations/users', { externalUserId: 'new', locale: 'ms' }),
      find: `select from users where external_user_id = 'new'`,
    },
    'anonymized user': {
      change: () => signed('DELETE', '/integrations/users/leaving'),
      find: `select from users where external_user_id = 'leaving' and anonymized_at is not null`,
    },
    'void in the back office': {
      change: () =>
        send('POST', `/admin/redemptions/${redemptionId}/void`, admin, { reason: 'wrong outlet' }),
      find: 'select from redemptions where voided_at is not null',
    },
  }
  return { changes, findByKey }
}

test('commits stall: writes are refused at once and write nothing, reads and /readyz still work, and everything recovers by itself', {
  timeout: 60_000,
}, async () => {
  const voucherId = await publishVoucher(origin, shop, { title: 'Stalled', redemptionCount: 5 })
  const at = { voucherId, outletId: shop.outletId, pin: PIN }
  const call = async (path: string, user: string, body?: object) => {
    const startedMs = performance.now()
    const { status, headers } = await fetch(`${origin}${path}`, {
      headers: { authorization: `Bearer ${shop.mint(user)}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return { status, retryAfter: headers.get('retry-after'), ms: performance.now() - startedMs }
  }
  const redeem = (user: string) => call('/me/redemptions', user, at)
  // A new key, whose first use would be stored: the stalled commits must not delay the request.
  const { key } = await callAdmin(origin, '/admin/keys', { name: 'Support', role: 'support' })
  const lookUp = async () => {
    const startedMs = performance.now()
    const { status } = await fetch(`${origin}/admin/users`, { headers: { authorization: `Bearer ${key}` } })
    return { status, ms: performance.now() - startedMs }
  }
  for (const user of ['known', 'counted']) await call('/me', user)
  const db = await connectToDatabase()
  onTestFinished(() => db.end())
  const countAttempts = async () =>
    (
      await db`select from redemption_attempts join users on users.id = user_id where external_user_id = 'counted'`
    ).length

  await setStandbys(db, 'missing')
  expect((await redeem('known')).status).toBe(503)
  await expect.poll(async () => (await fetch(`${origin}/readyz?for=writes`)).status).toBe(503)
  const refused = await redeem('counted')
  expect([refused.status, refused.retryAfter]).toEqual([503, '1'])
  expect(refused.ms).toBeLessThan(1_500)
  expect(await countAttempts()).toBe(0)
  const unready = await fetch(`${origin}/readyz?for=writes`)
  expect(await unready.json()).toEqual({
    error: 'unavailable',
    details: { reads: 'ok', schema: 'ok', writes: 'the database does not commit', draining: false },
  })
  const reads = await Promise.all([
    lookUp(),
    call('/me', 'known'),
    call('/merchants', 'known'),
    call('/me/redemptions/preview', 'known', { voucherId }),
    call('/readyz', 'known'),
    call('/me', 'unknown'),
  ])
  expect(reads.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 503])
  expect(Math.max(...reads.map(({ ms }) => ms))).toBeLessThan(2_000)

  await setStandbys(db, '')
  await expect.poll(async () => (await redeem('counted')).status).toBe(201)
  expect((await fetch(`${origin}/readyz?for=writes`)).status).toBe(200)
})

test('commits that no standby has: 503, also for a repeated request; success once no standby is needed', {
  timeout: 120_000,
}, async () => {
  const target = { origin }
  const { changes, findByKey } = await openChanges(target)
  const db = await connectToDatabase()
  const second = spawnNode({ ...env, DATABASE_URL: await databaseUrl(), ALLOW_PRIVATE_TARGETS: 'true' })
  await untilUp(second)
  onTestFinished(async () => {
    // Otherwise the shutdown waits for the standby, too.
    await setStandbys(db, '')
    await db.end()
    second.child.kill('SIGTERM')
    await second.exited
  })
  const names = Object.keys(changes)
  const all = async <T>(work: (one: (typeof changes)[string]) => Promise<T>) => {
    const results = await Promise.all(Object.values(changes).map(work))
    return Object.fromEntries(names.map((name, i) => [name, results[i]]))
  }
  const statuses = () => all(async ({ change }) => (await change()).status)
  const each = <T>(value: T) => Object.fromEntries(names.map((name) => [name, value]))

  await setStandbys(db, 'missing')
  expect(await statuses()).toEqual(each(503))
  // Our cancel of the waiting commits makes the rows visible, although no standby has them.
  await expect.poll(() => all(async ({ find }) => (await db.unsafe(find)).length)).toEqual(each(1))
  // This node does not know yet that commits stall, so it does not refuse them for that.
  target.origin = listeningAt(second)
  expect(await statuses()).toEqual(each(503))
  expect((await findByKey()).status).toBe(503)
  await setStandbys(db, '')
  await expect.poll(async () => (await fetch(`${target.origin}/readyz?for=writes`)).status).toBe(200)
  expect((await findByKey()).status).toBe(200)
  const replayed = await changes.redemption?.change()
  expect([replayed?.status, replayed?.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
  expect(await statuses()).toEqual({
    ...{ redemption: 201, claim: 200, 'removed favorite': 204, 'new user': 200, 'anonymized user': 204 },
    'void in the back office': 200,
  })
  expect(await all(async ({ find }) => (await db.unsafe(find)).length)).toEqual(each(1))
})
