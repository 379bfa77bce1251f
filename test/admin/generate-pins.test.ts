import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call, createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { openTill, PIN } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { db } = harness
const as = (key: string): Call => heldToContract(harness.served, harness.as(key))
const admin = as(ADMIN_KEY)
const market = openMarket(admin)
const kopi = await openTill(harness)
const second = await market.outlet(kopi.merchant.id, { name: 'Second' })
const path = `/admin/merchants/${kopi.merchant.id}/outlets/pins`
const hashes = async () =>
  JSON.stringify(await db`select id, encode(pin_hash, 'hex') as hash, version from outlets order by id`)

test('200: a new PIN for each outlet, shown once; the old one stops working', async () => {
  const { status, body } = await admin('POST', path, { outletIds: [second.id, kopi.outlet.id] })
  expect([status, body.items.map(({ name }: { name: string }) => name)]).toEqual([
    200,
    ['Second', 'Kopi Corner'],
  ])
  for (const { pin } of body.items) expect(pin).toMatch(/^[0-9]{4}$/)
  const pin = body.items[1].pin as string
  const voucher = await kopi.offer({ redemptionCount: 5 })
  const user = visitorsOf(harness, await onboardIssuer(harness))('mei')
  if (pin !== PIN) expect((await kopi.redeem(user, voucher.id, { pin: PIN })).body.error).toBe('invalid_pin')
  expect((await kopi.redeem(user, voucher.id, { pin })).status).toBe(201)
})

test('one audit entry for each outlet, without the PIN', async () => {
  const { body } = await admin('POST', path, { outletIds: [second.id] })
  const audit = await admin('GET', `/admin/audit?target=outlet:${second.id}&action=outlet.pin.set`)
  expect(audit.body.items.length).toBeGreaterThan(0)
  expect(JSON.stringify(audit.body)).not.toContain(`"${body.items[0].pin}"`)
})

test('generated PINs are not the ones that people guess first', async () => {
  const many = await Promise.all(
    Array.from({ length: 40 }, () => market.outlet(kopi.merchant.id).then(({ id }) => id as string)),
  )
  const { body } = await admin('POST', path, { outletIds: many })
  const pins: string[] = body.items.map(({ pin }: { pin: string }) => pin)
  expect(pins.filter((pin) => /^(\d)\1{3}$/.test(pin) || '0123456789'.includes(pin))).toEqual([])
  expect(new Set(pins).size).toBeGreaterThan(30)
})

test('400 validation_failed: an outlet of another merchant; no PIN is changed', async () => {
  const other = await openTill(harness)
  const before = await hashes()
  const { status, body } = await admin('POST', path, { outletIds: [kopi.outlet.id, other.outlet.id] })
  expect([status, body]).toMatchObject([
    400,
    {
      error: 'validation_failed',
      issues: [{ path: '/outletIds/1', message: 'is not an outlet of this merchant' }],
    },
  ])
  expect((await admin('POST', path, { outletIds: [] })).status).toBe(400)
  expect(await hashes()).toBe(before)
})

test('a merchant generates PINs for its own outlets; 404 not_found: outlets of another merchant', async () => {
  const access = { name: 'key', role: 'merchant', merchantIds: [kopi.merchant.id] }
  const call = as((await admin('POST', '/admin/keys', access)).body.key)
  expect((await call('POST', path, { outletIds: [second.id] })).status).toBe(200)
  const other = await openTill(harness)
  const foreign = `/admin/merchants/${other.merchant.id}/outlets/pins`
  expect((await call('POST', foreign, { outletIds: [other.outlet.id] })).status).toBe(404)
})
