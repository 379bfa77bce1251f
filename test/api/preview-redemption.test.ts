import { randomUUIDv7 } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Call, createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { signedCalls } from '../support/signing.ts'
import { NEAR, openTill, PIN, WRONG_PIN, writtenIn } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, clock, db } = harness
const market = openMarket(admin)
const issuer = await onboardIssuer(harness)
const visitor = visitorsOf(harness, issuer)
const till = await openTill(harness)
const here = { outletId: till.outlet.id, ...NEAR }

let people = 0
const someone = (): Call => {
  people += 1
  return visitor(`someone-${people}`)
}
const inSeconds = (seconds: number) => new Date(clock.now.getTime() + seconds * 1000).toISOString()
const preview = (by: Call, voucherId: string, changes = {}) =>
  by('POST', '/me/redemptions/preview', { voucherId, ...changes })
const reasonsOf = async (by: Call, voucherId: string, changes = {}) =>
  (await preview(by, voucherId, changes)).body.reasons

describe('200', () => {
  test('redeemable, with what remains; nothing written, no attempt counted, no-store', async () => {
    clock.now = new Date('2026-11-30T15:00:00.000Z')
    const stall = await openTill(harness, { timezone: 'Asia/Kuala_Lumpur' })
    const voucher = await stall.offer({ redemptionCount: 3, globalRedemptionCap: 9, cycle: 'MONTHLY' })
    const by = someone()
    await stall.redeem(by, voucher.id)
    await stall.redeem(someone(), voucher.id)
    const before = [await writtenIn(db), await db`select * from redemption_attempts order by user_id`]
    const response = await preview(by, voucher.id, { outletId: stall.outlet.id, ...NEAR })
    expect([response.status, response.body]).toEqual([
      200,
      {
        redeemable: true,
        reasons: [],
        retryAfterSeconds: null,
        remaining: 2,
        globalRemaining: 7,
        cycleKey: '2026-11',
        cycleResetsAt: '2026-11-30T16:00:00.000Z',
      },
    ])
    expect(response.headers['cache-control']).toBe('no-store')
    for (let i = 0; i < 10; i += 1) await preview(by, voucher.id)
    expect([await writtenIn(db), await db`select * from redemption_attempts order by user_id`]).toEqual(
      before,
    )
    clock.advance(3_600_000)
    expect((await preview(by, voucher.id)).body).toMatchObject({
      remaining: 3,
      globalRemaining: 9,
      cycleKey: '2026-12',
    })
  })

  test('without an outlet no reasons about outlet or position; without a cap no global remainder', async () => {
    const voucher = await till.offer({ outletIds: [till.outlet.id] })
    expect((await preview(someone(), voucher.id, { consumerLat: 0, consumerLng: 0 })).body).toEqual({
      redeemable: true,
      reasons: [],
      retryAfterSeconds: null,
      remaining: 1,
      globalRemaining: null,
      cycleKey: 'ONE_TIME',
      cycleResetsAt: null,
    })
  })

  test('all reasons at once, in the order of the rules', async () => {
    const stall = await openTill(harness)
    const shut = await market.outlet(till.merchant.id, { isActive: false, latitude: 0, longitude: 0 })
    const { id } = await market.draft(stall.merchant.id, {
      codeSource: 'MANUAL',
      favoritesOnly: true,
      globalRedemptionCap: 1,
      applicableUntil: inSeconds(60),
      validUntil: inSeconds(60),
    })
    await admin('POST', `/admin/vouchers/${id}/codes`, { codes: ['one'] })
    await admin('POST', `/admin/vouchers/${id}/publish`)
    const by = someone()
    await by('POST', '/me/claims', { voucherId: id })
    await by('POST', '/me/favorites', { merchantId: stall.merchant.id })
    expect((await stall.redeem(by, id)).status).toBe(201)
    expect(await reasonsOf(by, id)).toEqual(['limit_reached', 'global_cap_reached', 'codes_exhausted'])
    await market.unpublish(id)
    clock.advance(60_000)
    expect(await reasonsOf(someone(), id, { outletId: shut.id, ...NEAR })).toEqual([
      'voucher_inactive',
      'voucher_expired',
      'voucher_not_valid_at_outlet',
      'outlet_inactive',
      'outlet_pin_not_set',
      'too_far',
      'not_a_favorite',
      'no_claim',
      'voucher_no_longer_applicable',
      'global_cap_reached',
      'codes_exhausted',
    ])
    const { body } = await preview(by, id)
    expect([body.redeemable, body.remaining, body.globalRemaining]).toEqual([false, 0, 0])
  })

  test('windows that have not started, an unknown outlet, an outlet out of scope', async () => {
    const [validFrom, applicableFrom] = [inSeconds(60), inSeconds(60)]
    const voucher = await market.offer(till.merchant.id, { validFrom, applicableFrom })
    const by = someone()
    await by('POST', '/me/claims', { voucherId: voucher.id })
    expect(await reasonsOf(by, voucher.id, { outletId: randomUUIDv7() })).toEqual([
      'outlet_not_found',
      'voucher_not_yet_valid',
      'voucher_not_yet_applicable',
    ])
    const { outlet } = await openTill(harness)
    const scope = { merchantIds: [till.merchant.id], categories: [] }
    const narrowed = visitorsOf(harness, await onboardIssuer(harness, { scope }))()
    const instant = await till.offer()
    expect(await reasonsOf(narrowed, instant.id, { outletId: outlet.id })).toEqual([
      'merchant_out_of_scope',
      'voucher_not_valid_at_outlet',
    ])
  })

  test('a lowered quota or cap leaves 0, never a negative number', async () => {
    const voucher = await till.offer({ redemptionCount: 3, globalRedemptionCap: 3 })
    const by = someone()
    for (let i = 0; i < 3; i += 1) await till.redeem(by, voucher.id)
    await market.change(`/admin/vouchers/${voucher.id}`, { redemptionCount: 1, globalRedemptionCap: 1 })
    const { body } = await preview(by, voucher.id)
    expect([body.remaining, body.globalRemaining]).toEqual([0, 0])
  })

  test('rate_limited exactly as long as a redemption would be, to the millisecond', async () => {
    const voucher = await till.offer({ redemptionCount: 9 })
    const by = someone()
    for (let i = 0; i < 5; i += 1) {
      expect(await reasonsOf(by, voucher.id, here)).toEqual([])
      await till.redeem(by, voucher.id)
    }
    clock.advance(59_000)
    expect((await preview(by, voucher.id)).body).toMatchObject({
      reasons: ['rate_limited'],
      retryAfterSeconds: 1,
    })
    clock.advance(999)
    expect(await reasonsOf(by, voucher.id, here)).toEqual(['rate_limited'])
    expect(await reasonsOf(someone(), voucher.id, here)).toEqual([])
    clock.advance(1)
    expect(await reasonsOf(by, voucher.id, here)).toEqual([])
  })

  test('rate_limited only at the outlet with too many wrong PINs', async () => {
    const voucher = await till.offer({ redemptionCount: 9 })
    const by = someone()
    for (let i = 0; i < 10; i += 1) {
      if (i === 5) clock.advance(60_000)
      await till.redeem(by, voucher.id, { pin: WRONG_PIN })
    }
    clock.advance(60_000)
    const limited = { reasons: ['rate_limited'], retryAfterSeconds: 3_540 }
    expect((await preview(by, voucher.id, here)).body).toMatchObject(limited)
    expect((await till.redeem(by, voucher.id)).body.details).toEqual({ retryAfterSeconds: 3_540 })
    expect(await reasonsOf(by, voucher.id)).toEqual([])
    const { id: outletId } = await market.outlet(till.merchant.id, { pin: PIN })
    expect(await reasonsOf(by, voucher.id, { outletId })).toEqual([])
  })

  test('ids in upper case, and unknown properties', async () => {
    const voucher = await till.offer()
    const shouted = { ...here, outletId: till.outlet.id.toUpperCase(), note: 'please' }
    expect((await preview(someone(), voucher.id.toUpperCase(), shouted)).body.redeemable).toBe(true)
  })
})

test.each([
  ['no voucher', { voucherId: undefined }],
  ['no uuid', { voucherId: 'kopi' }],
  ['an outlet of null', { outletId: null }],
  ['latitude alone', { consumerLat: 1 }],
  ['longitude alone', { consumerLng: 1 }],
  ['a latitude of 91', { consumerLat: 91, consumerLng: 1 }],
])('400 validation_failed: %s', async (_name, changes) => {
  const voucher = await till.offer()
  const response = await preview(someone(), voucher.id, changes)
  expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
})

test('403 voucher_out_of_scope', async () => {
  const narrow = await onboardIssuer(harness, { scope: { merchantIds: [], categories: [] } })
  const response = await preview(visitorsOf(harness, narrow)(), (await till.offer()).id, here)
  expect([response.status, response.body]).toEqual([403, { error: 'voucher_out_of_scope' }])
})

test('404 voucher_not_found: unknown or never published; 404 user_not_found: anonymized', async () => {
  const draft = await market.draft(till.merchant.id)
  for (const id of [randomUUIDv7(), draft.id]) {
    const response = await preview(someone(), id, here)
    expect([response.status, response.body]).toEqual([404, { error: 'voucher_not_found' }])
  }
  const by = visitor('forgotten')
  await by('GET', '/me')
  await (await signedCalls(harness))(issuer.partner)('DELETE', '/integrations/users/forgotten')
  const response = await preview(by, (await till.offer()).id)
  expect([response.status, response.body]).toEqual([404, { error: 'user_not_found' }])
})
