import { expect, test } from 'vitest'
import { deviceTokenCookie } from '../../src/domain/counter/device-cookie.ts'
import { openCounter } from '../support/counter-scene.ts'
import { createHarness } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'
import { OWN } from '../support/staff-scene.ts'

const harness = await createHarness()
const { admin, as, clock, db, startNode } = harness
const market = openMarket(admin)
const counter = openCounter(harness)
const merchant = await market.merchant()
const DAY = 24 * 3_600_000

const outletWith = (changes: object = {}) => market.outlet(merchant.id, { redeemBy: 'BOTH', ...changes })
const devicesOf = async (outletId: string) =>
  (await admin('GET', `/admin/outlets/${outletId}/devices`)).body.items
const merchantKey = async (merchantId: string) =>
  as(
    (await admin('POST', '/admin/keys', { name: 'Till', role: 'merchant', merchantIds: [merchantId] })).body
      .key,
  )

test('201: a link for 15 minutes, in the audit without its secret; the list names the device', async () => {
  const { id: outletId } = await outletWith()
  const device = await counter.create(outletId, 'Tablet at the till')
  expect(device).toMatchObject({ outletId, name: 'Tablet at the till', isConnected: false, lastUsedAt: null })
  expect(device.url).toMatch(/^http:\/\/.+\/counter\/#device=[\w-]{43}$/)
  expect(Date.parse(device.expiresAt)).toBe(clock.now.getTime() + 15 * 60_000)
  const { url: _, ...listed } = device
  expect(await devicesOf(outletId)).toEqual([listed])
  const { items } = (await admin('GET', `/admin/audit?target=outlet:${outletId}`)).body
  expect(items[0]).toMatchObject({
    action: 'outlet.device.create',
    summary: 'Device “Tablet at the till” created',
    after: { deviceName: 'Tablet at the till' },
  })
  expect(JSON.stringify(items)).not.toContain(device.url.split('=')[1])
})

test('the link works once; the cookie is for this host only, and only hashes are stored', async () => {
  const { id: outletId, name: outletName } = await outletWith({ name: 'Kopi Corner' })
  const { url } = await counter.create(outletId)
  const connected = await counter.connect(url)
  expect([connected.status, connected.body]).toEqual([
    201,
    { deviceName: 'Tablet', outletName, merchantName: merchant.name },
  ])
  const cookie = String(connected.headers['set-cookie'])
  expect(cookie).toMatch(
    /^counterfoil-counter=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=7776000$/,
  )
  const again = await counter.connect(url)
  expect([again.status, again.body.error]).toEqual([401, 'invalid_device_link'])
  const [row] =
    await db`select row_to_json(d)::text as text from counter_devices d where outlet_id = ${outletId}`
  for (const secret of [url.split('=')[1], cookie.slice(20, 63)]) expect(row?.text).not.toContain(secret)
  expect(await devicesOf(outletId)).toMatchObject([
    { isConnected: true, expiresAt: new Date(clock.now.getTime() + 30 * DAY).toISOString() },
  ])
})

test('over https, the cookie is bound to the host', () => {
  expect(deviceTokenCookie('token', false)).toBe(
    '__Host-counterfoil-counter=token; Secure; Path=/; HttpOnly; SameSite=Strict; Max-Age=7776000',
  )
})

test('401 invalid_device_link: after 15 minutes', async () => {
  const { id: outletId } = await outletWith()
  const { url } = await counter.create(outletId)
  clock.advance(15 * 60_000)
  expect((await counter.connect(url)).body).toEqual({ error: 'invalid_device_link' })
  expect(await devicesOf(outletId)).toEqual([])
})

test('401: without a cookie; 403 cross_site_request: from another page; 400 comes before both', async () => {
  const device = await counter.device((await outletWith()).id)
  const visitor = as(undefined)
  expect((await visitor('GET', '/counter/session')).status).toBe(401)
  expect((await visitor('POST', '/counter/read', { code: 'no code' }, OWN)).status).toBe(400)
  expect((await visitor('POST', '/counter/read', { code: '123456' }, OWN)).body).toEqual({
    error: 'unauthorized',
  })
  const foreign = { origin: 'https://evil.example', host: 'localhost' }
  const crossing = await device.call('POST', '/counter/read', { code: '123456' }, foreign)
  expect(crossing.body).toEqual({ error: 'cross_site_request' })
  expect((await device.call('POST', '/counter/read', { code: '123456' }, {})).status).toBe(403)
  expect((await device.call('GET', '/counter/session')).headers['cache-control']).toBe('no-store')
})

test('a device ends after 90 days, and after 30 days without use', async () => {
  const [used, unused] = [await outletWith(), await outletWith()]
  const [one, other] = [await counter.device(used.id), await counter.device(unused.id)]
  const status = async (device: typeof one) => (await device.call('GET', '/counter/session')).status
  clock.advance(29 * DAY)
  expect(await status(one)).toBe(200)
  clock.advance(DAY)
  expect([await status(one), await status(other)]).toEqual([200, 401])
  clock.advance(29 * DAY)
  expect(await status(one)).toBe(200)
  clock.advance(29 * DAY)
  expect(await status(one)).toBe(200)
  clock.advance(3 * DAY)
  expect(await status(one)).toBe(401)
})

test('204: a revoked device is refused at once, on another node too; its link no longer works', async () => {
  const { id: outletId } = await outletWith()
  const device = await counter.device(outletId)
  const { id: waiting, url } = await counter.create(outletId)
  const node = await startNode()
  for (const id of [device.id, waiting, device.id])
    expect((await admin('DELETE', `/admin/devices/${id}`)).status).toBe(204)
  const there = await node.as(undefined)('GET', '/counter/session', undefined, { cookie: device.cookie })
  expect(there.body).toEqual({ error: 'unauthorized' })
  expect((await counter.connect(url)).status).toBe(401)
  expect(await devicesOf(outletId)).toEqual([])
  const { items } = (await admin('GET', `/admin/audit?target=outlet:${outletId}`)).body
  expect(items.map(({ action }: { action: string }) => action).slice(0, 2)).toEqual([
    'outlet.device.revoke',
    'outlet.device.revoke',
  ])
})

test.each([{ isActive: false }, { redeemBy: 'PIN' }])(
  'the devices end with the outlet: %o',
  async (change) => {
    const { id: outletId } = await outletWith()
    const device = await counter.device(outletId)
    const { url } = await counter.create(outletId)
    await market.change(`/admin/outlets/${outletId}`, { redeemBy: 'QR' })
    expect((await device.call('GET', '/counter/session')).status).toBe(200)
    await market.change(`/admin/outlets/${outletId}`, change)
    await market.change(`/admin/outlets/${outletId}`, { isActive: true, redeemBy: 'BOTH' })
    expect((await device.call('GET', '/counter/session')).status).toBe(401)
    expect((await counter.connect(url)).status).toBe(401)
  },
)

test('409 too_many_devices: the 21st of an outlet, until one ends', async () => {
  const { id: outletId } = await outletWith()
  const ids = []
  for (let i = 0; i < 20; i += 1) ids.push((await counter.create(outletId)).id)
  const create = () => admin('POST', `/admin/outlets/${outletId}/devices`, { name: 'One more' })
  expect((await create()).body).toEqual({ error: 'too_many_devices' })
  await admin('DELETE', `/admin/devices/${ids[3]}`)
  expect((await create()).status).toBe(201)
})

test('422 qr_not_enabled, 422 outlet_inactive: an outlet that takes no codes', async () => {
  const create = (id: string) => admin('POST', `/admin/outlets/${id}/devices`, { name: 'Tablet' })
  expect((await create((await market.outlet(merchant.id)).id)).body).toEqual({ error: 'qr_not_enabled' })
  expect((await create((await outletWith({ isActive: false })).id)).body).toEqual({
    error: 'outlet_inactive',
  })
})

test('404 not_found: a merchant’s key reaches only the devices of its own outlets', async () => {
  const { id: outletId } = await outletWith()
  const device = await counter.create(outletId)
  const other = await merchantKey((await market.merchant()).id)
  expect((await other('POST', `/admin/outlets/${outletId}/devices`, { name: 'Mine' })).status).toBe(404)
  expect((await other('GET', `/admin/outlets/${outletId}/devices`)).status).toBe(404)
  expect((await other('DELETE', `/admin/devices/${device.id}`)).status).toBe(404)
  const own = await merchantKey(merchant.id)
  expect((await own('POST', `/admin/outlets/${outletId}/devices`, { name: 'Mine' })).status).toBe(201)
  expect((await own('DELETE', `/admin/devices/${device.id}`)).status).toBe(204)
})
