import { afterAll, afterEach, expect, test } from 'vitest'
import { type ApiResponse, createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { openReceiver } from '../support/receiver.ts'
import { signedCalls } from '../support/signing.ts'
import { openStaffScene, PASSWORD, withCookie } from '../support/staff-scene.ts'
import { NEAR, openTill, PIN } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const TOKEN = 'a-token-for-the-scraper-0123456789'
const harness = await createHarness({ metricsToken: TOKEN })
const { admin, as, clock, db, deps, startNode } = harness
const receiver = await openReceiver()
const issuer = await onboardIssuer(harness, { webhookUrl: receiver.url })
const visitor = visitorsOf(harness, issuer)
const partnerCall = (await signedCalls(harness))(issuer.partner)
const market = openMarket(admin)
const till = await openTill(harness)
const voucher = await till.offer({ redemptionCount: 1000 })
const wallet = await market.offer(till.merchant.id, { claimFlow: 'WALLET' })
const { member, signIn } = openStaffScene(harness)
const body = { ...NEAR, voucherId: voucher.id, outletId: till.outlet.id, pin: PIN }
const MINUTE = 60_000
const KEY = { 'idempotency-key': 'before-maintenance' }

deps.dispatcher.start()
afterAll(() => deps.dispatcher.stop())

const known = visitor('known')
const redeemed = await known('POST', '/me/redemptions', body, KEY)
const later = (ms: number) => new Date(clock.now.getTime() + ms).toISOString()
const turnOn = async (input: object = {}) => {
  const { status, body } = await admin('PUT', '/admin/maintenance', { until: null, ...input })
  expect(status).toBe(200)
  return body
}
const codeOf = ({ status, body }: ApiResponse) => [status, body?.error]
const REFUSED = [503, 'maintenance']

afterEach(() => admin('DELETE', '/admin/maintenance'))

test('503 maintenance with retry-after: nothing is written, and no attempt is counted', async () => {
  const until = later(10 * MINUTE)
  await turnOn({ until, message: 'We are moving.' })
  for (let i = 0; i < 6; i += 1) {
    const response = await known('POST', '/me/redemptions', body, { 'idempotency-key': `new-${i}` })
    expect([response.status, response.body]).toEqual([
      503,
      { error: 'maintenance', details: { until, message: 'We are moving.', retryAfterSeconds: 600 } },
    ])
    expect([response.headers['retry-after'], response.headers['cache-control']]).toEqual(['600', 'no-store'])
  }
  expect(codeOf(await known('POST', '/me/redemptions', body))).toEqual(REFUSED)
  await admin('DELETE', '/admin/maintenance')
  expect((await known('POST', '/me/redemptions', body)).status).toBe(201)
})

test.each([
  ['without an end', () => null, '60'],
  ['in 10 hours', () => later(600 * MINUTE), '3600'],
  ['in 20 milliseconds', () => later(20), '1'],
])('retry-after: the end is %s', async (_, until, expected) => {
  await turnOn({ until: until() })
  expect((await known('POST', '/me/claims', { voucherId: wallet.id })).headers['retry-after']).toBe(expected)
})

test('503 maintenance: every write of users, partners and staff; reads work', async () => {
  await turnOn()
  const writes = [
    known('POST', '/me/claims', { voucherId: wallet.id }),
    known('POST', '/me/favorites', { merchantId: till.merchant.id }),
    known('DELETE', `/me/favorites/${till.merchant.id}`),
    partnerCall('POST', '/integrations/users', { externalUserId: 'x' }),
    partnerCall('DELETE', '/integrations/users/known'),
    admin('PATCH', `/admin/vouchers/${voucher.id}`, { favoritesOnly: true }),
    admin('POST', `/admin/redemptions/${redeemed.body.id}/void`, { reason: 'a mistake' }),
    admin('POST', '/admin/keys', { name: 'x', role: 'support' }),
  ]
  for (const response of await Promise.all(writes)) expect(codeOf(response as ApiResponse)).toEqual(REFUSED)
  const reads = [
    known('GET', '/merchants'),
    known('GET', '/me'),
    known('GET', '/me/redemptions'),
    known('POST', '/me/redemptions/preview', { voucherId: voucher.id }),
    partnerCall('GET', '/integrations/events'),
    admin('GET', '/admin/partners'),
    admin('POST', `/admin/partners/${issuer.partner.id}/check-jwks`),
    admin('GET', '/readyz'),
    admin('GET', '/readyz?for=writes'),
  ]
  for (const response of await Promise.all(reads)) expect(response.status).toBe(200)
})

test('201 again: a redemption from before is replayed; 422 if the body differs', async () => {
  await turnOn()
  const replay = await known('POST', '/me/redemptions', body, KEY)
  expect([replay.status, replay.headers['idempotency-replayed']]).toEqual([201, 'true'])
  expect(replay.body).toEqual(redeemed.body)
  const other = await known('POST', '/me/redemptions', { ...body, gpsAccuracyMeters: 3 }, KEY)
  expect(codeOf(other)).toEqual([422, 'idempotency_key_reused'])
  const byKey = await known('GET', `/me/redemptions/by-key/${KEY['idempotency-key']}`)
  expect([byKey.status, byKey.body]).toEqual([200, redeemed.body])
})

test('503 maintenance: a user who does not exist yet; a claim of the token fills no field', async () => {
  await turnOn()
  const stranger = visitor('stranger')
  for (const path of ['/me', '/me/claims', '/me/favorites', '/me/redemptions', '/me/redemptions/by-key/x'])
    expect(codeOf(await stranger('GET', path))).toEqual(REFUSED)
  expect(codeOf(await stranger('POST', '/me/redemptions/preview', { voucherId: voucher.id }))).toEqual(
    REFUSED,
  )
  expect(codeOf(await stranger('POST', '/me/redemptions', body, KEY))).toEqual(REFUSED)
  expect((await stranger('GET', '/merchants')).status).toBe(200)
  expect(await db`select from users where external_user_id = 'stranger'`).toHaveLength(0)
  expect((await visitor('known', { email: 'known@example.com' })('GET', '/me')).status).toBe(200)
  expect(await db`select from users where email is not null`).toHaveLength(0)
})

test('two nodes apply a change within 2 seconds, even if no notification arrives', async () => {
  const other = await startNode()
  const isRefusing = async (expected: boolean) => {
    const started = performance.now()
    while ((other.deps.maintenance.refusal() !== null) !== expected) {
      if (performance.now() - started > 2_000) throw new Error('the other node did not follow')
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  await turnOn()
  await isRefusing(true)
  await admin('DELETE', '/admin/maintenance')
  await isRefusing(false)
  await db`update maintenance set since = now(), started_by = 'a statement without NOTIFY'`
  await isRefusing(true)
  const third = await startNode()
  expect(codeOf(await third.admin('POST', '/admin/keys', { name: 'x', role: 'support' }))).toEqual(REFUSED)
})

test('maintenance ends by itself at `until`, and can be started again', async () => {
  const first = await turnOn({ until: later(MINUTE) })
  clock.advance(MINUTE)
  expect((await known('POST', '/me/redemptions', body)).status).toBe(201)
  expect((await admin('GET', '/admin/maintenance')).body).toEqual({
    isOn: false,
    since: null,
    until: null,
    message: null,
    startedBy: null,
  })
  expect((await turnOn()).since > first.since).toBe(true)
})

test('PUT during maintenance changes `until` and message, and keeps `since`; 400 for a time in the past', async () => {
  const first = await turnOn({ message: 'first' })
  clock.advance(1_000)
  expect(await turnOn({ until: later(MINUTE), message: 'second' })).toEqual({
    isOn: true,
    since: first.since,
    until: later(MINUTE),
    message: 'second',
    startedBy: 'ADMIN_API_KEY',
  })
  const past = await admin('PUT', '/admin/maintenance', { until: later(-1) })
  expect(codeOf(past)).toEqual([400, 'validation_failed'])
  const tooLong = await admin('PUT', '/admin/maintenance', { until: null, message: '🧰'.repeat(201) })
  expect(codeOf(tooLong)).toEqual([400, 'validation_failed'])
  await turnOn({ message: '🧰'.repeat(200) })
})

test('staff can sign in and end maintenance; a merchant does not see who started it; every change is in the audit log', async () => {
  const { email, id } = await member({ role: 'admin' })
  const { cookie } = await member({ role: 'merchant', merchantIds: [till.merchant.id] })
  await turnOn({ message: 'We are moving.' })
  const seen = await as(undefined)('GET', '/admin/maintenance', undefined, withCookie(cookie))
  expect(seen.body).toMatchObject({ isOn: true, message: 'We are moving.', startedBy: null })
  const signedIn = await signIn(email, PASSWORD)
  expect(signedIn.status).toBe(201)
  const session = withCookie(String(signedIn.headers['set-cookie']).split(';')[0] as string)
  expect((await as(undefined)('DELETE', '/admin/maintenance', undefined, session)).status).toBe(204)
  expect((await as(undefined)('DELETE', '/admin/maintenance', undefined, session)).status).toBe(204)
  const audits = await db`
    select action, actor_id, target from audit_log where action like 'maintenance.%' order by id desc limit 2`
  expect(audits).toEqual([
    { action: 'maintenance.off', actorId: id, target: 'maintenance' },
    { action: 'maintenance.on', actorId: null, target: 'maintenance' },
  ])
})

test('deliveries continue during maintenance', async () => {
  await receiver.waitFor(1)
  const before = receiver.received.length
  receiver.behave = (_, response) => void response.writeHead(500).end()
  await known('POST', '/me/redemptions', body)
  await receiver.waitFor(before + 1)
  receiver.behave = (_, response) => void response.end('ok')
  await turnOn()
  clock.advance(10 * MINUTE)
  await receiver.waitFor(before + 2)
})

test('metrics: a gauge, and a counter; the 503 responses are not in the request durations', async () => {
  const scrape = async () => (await as(TOKEN)('GET', '/metrics')).body as string
  expect(await scrape()).toContain('\ncounterfoil_maintenance 0\n')
  await turnOn({ until: later(MINUTE) })
  await known('POST', '/me/redemptions', body)
  await admin('POST', '/admin/keys', { name: 'x', role: 'support' })
  const text = await scrape()
  expect(text).toContain('\ncounterfoil_maintenance 1\n')
  expect(text).toContain(`\ncounterfoil_maintenance_since_seconds ${clock.now.getTime() / 1000}\n`)
  expect(text).toContain(`\ncounterfoil_maintenance_until_seconds ${clock.now.getTime() / 1000 + 60}\n`)
  expect(text).toMatch(/counterfoil_maintenance_refused_total\{method="POST",route="\/me\/redemptions"\} \d+/)
  expect(text).not.toContain('status="503"')
  await admin('DELETE', '/admin/maintenance')
  expect(await scrape()).not.toContain('\ncounterfoil_maintenance_since_seconds ')
})
