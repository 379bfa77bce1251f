import { randomUUIDv7 } from 'node:crypto'
import { REDEMPTION_REFUSALS } from '@counterfoil/contract/errors.ts'
import { RedemptionCreated } from '@counterfoil/contract/events.ts'
import { describe, expect, test } from 'vitest'
import { issuesOf } from '../../src/platform/input/validation.ts'
import { judge } from '../support/conformity.ts'
import { type Call, createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { signedCalls } from '../support/signing.ts'
import { NEAR, openTill, PIN, WRONG_PIN, writtenIn } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, clock, db, logs } = harness
const market = openMarket(admin)
const issuer = await onboardIssuer(harness)
const visitor = visitorsOf(harness, issuer)
const till = await openTill(harness)
const other = await openTill(harness)
const { redeem, refused } = till

let people = 0
/** A new user with no attempts counted yet. */
const someone = (): Call => {
  people += 1
  return visitor(`someone-${people}`)
}
const inSeconds = (seconds: number) => new Date(clock.now.getTime() + seconds * 1000).toISOString()
const NO_GPS = { consumerLat: undefined, consumerLng: undefined }
const eventsOf = (redemptionId: string) =>
  db`select * from events where type = 'REDEMPTION_CREATED' and body like ${`%${redemptionId}%`}`

describe('201', () => {
  test('SUCCESS: the redemption as in the contract, its row and its event', async () => {
    const sub = 'who "is" 🦊 \\ this'
    const title = '{b}Free{/b} "kopi" 🦊'
    const voucher = await till.offer({ title, redemptionCount: 3, codeSource: 'AUTO', cycle: 'MONTHLY' })
    const before = await writtenIn(db)
    const response = await redeem(visitor(sub), voucher.id, { gpsAccuracyMeters: 12.5 })
    const [user] = await db`select id from users where external_user_id = ${sub}`
    const { body } = response
    expect([response.status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        userId: user?.id,
        voucherId: voucher.id,
        outletId: till.outlet.id,
        merchantId: till.merchant.id,
        voucherTitle: title,
        outletName: 'Kopi Corner',
        cycleKey: clock.now.toISOString().slice(0, 7),
        cycleResetsAt: expect.stringMatching(/^\d{4}-\d{2}-01T00:00:00.000Z$/),
        status: 'SUCCESS',
        flagReason: null,
        gpsAvailable: true,
        gpsDistanceMeters: 111.2,
        code: expect.stringMatching(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/),
        redeemedAt: clock.now.toISOString(),
        method: 'PIN',
        voidedAt: null,
        remaining: 2,
        verifyCode: expect.stringMatching(/^[0-9A-Z]{6}-[0-9A-Z]{6}$/),
      },
    ])
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.headers['idempotency-replayed']).toBeUndefined()
    expect(await db`select * from redemptions where id = ${body.id}`).toMatchObject([
      {
        partnerId: issuer.id,
        code: body.code,
        consumerLat: NEAR.consumerLat,
        consumerLng: NEAR.consumerLng,
        gpsAccuracyMeters: 12.5,
        gpsDistanceMeters: 111.2,
        redeemedAt: body.redeemedAt,
      },
    ])
    const [row, ...more] = await eventsOf(body.id)
    expect(more).toEqual([])
    const event = JSON.parse(row?.body)
    expect(issuesOf(judge(RedemptionCreated), event)).toEqual([])
    expect(event).toEqual({
      id: row?.id,
      type: 'REDEMPTION_CREATED',
      createdAt: clock.now.toISOString(),
      data: {
        userId: user?.id,
        externalUserId: sub,
        redemptionId: body.id,
        voucherId: voucher.id,
        voucherTitle: title,
        outletId: till.outlet.id,
        outletName: 'Kopi Corner',
        status: 'SUCCESS',
        flagReason: null,
        merchantId: till.merchant.id,
        merchantName: till.merchant.name,
        method: 'PIN',
      },
    })
    expect(row?.body).not.toContain(body.code)
    expect(row).toMatchObject({ partnerId: issuer.id, userId: user?.id, createdAt: event.createdAt })
    const after = await writtenIn(db)
    expect([after.redemptions, after.events]).toEqual([before.redemptions + 1, before.events + 1])
    expect(after.byUser).toContainEqual({
      user_id: user?.id,
      voucher_id: voucher.id,
      cycle_key: body.cycleKey,
      used: 1,
    })
    expect(after.byAll).toContainEqual({ voucher_id: voucher.id, cycle_key: body.cycleKey, used: 1 })
  })

  test('FLAGGED without a position: it counts, a code is dispensed, the event has the flag', async () => {
    const voucher = await till.offer({ codeSource: 'AUTO' })
    const by = someone()
    const { status, body } = await redeem(by, voucher.id, NO_GPS)
    expect([status, body]).toMatchObject([
      201,
      { status: 'FLAGGED', flagReason: 'gps_unavailable', gpsAvailable: false, gpsDistanceMeters: null },
    ])
    expect(body.code).not.toBeNull()
    const event = JSON.parse((await eventsOf(body.id))[0]?.body)
    expect(issuesOf(judge(RedemptionCreated), event)).toEqual([])
    expect(event.data).toMatchObject({ status: 'FLAGGED', flagReason: 'gps_unavailable' })
    const details = { limit: 1, used: 1, cycleKey: 'ONE_TIME' }
    await refused(by, voucher.id, {}, [422, { error: 'limit_reached', details }])
  })

  test.each([
    ['with', { consumerLat: -33.8568, consumerLng: 151.2153 }, true],
    ['without', NO_GPS, false],
  ])('SUCCESS at an outlet without a position, %s GPS', async (_name, position, gpsAvailable) => {
    const { id: outletId } = await market.outlet(till.merchant.id, { pin: '0000' })
    const voucher = await till.offer()
    const { status, body } = await redeem(someone(), voucher.id, { outletId, pin: '0000', ...position })
    expect([status, body]).toMatchObject([
      201,
      { status: 'SUCCESS', flagReason: 'outlet_not_geolocated', gpsAvailable, gpsDistanceMeters: null },
    ])
    const event = JSON.parse((await eventsOf(body.id))[0]?.body)
    expect(issuesOf(judge(RedemptionCreated), event)).toEqual([])
    expect(event.data).toMatchObject({ status: 'SUCCESS', flagReason: 'outlet_not_geolocated' })
  })

  test('title and outlet name stay as they were at the redemption', async () => {
    const voucher = await till.offer({ title: 'Before' })
    const by = someone()
    const { body } = await redeem(by, voucher.id)
    await market.change(`/admin/vouchers/${voucher.id}`, { title: 'After' })
    expect((await by('GET', '/me/redemptions')).body).toMatchObject([{ voucherTitle: 'Before' }])
    expect(JSON.parse((await eventsOf(body.id))[0]?.body).data.voucherTitle).toBe('Before')
  })

  test('ids in upper case, zero accuracy, coordinates at their limits', async () => {
    const edge = await market.outlet(till.merchant.id, { pin: PIN, latitude: -90, longitude: 180 })
    const voucher = await till.offer({ redemptionCount: 2, outletIds: [edge.id] })
    const { status, body } = await redeem(someone(), voucher.id.toUpperCase(), {
      outletId: edge.id.toUpperCase(),
      consumerLat: -90,
      consumerLng: -180,
      gpsAccuracyMeters: 0,
    })
    expect([status, body]).toMatchObject([
      201,
      { voucherId: voucher.id, outletId: edge.id, gpsDistanceMeters: 0 },
    ])
  })

  test.each([
    { gpsAccuracyMeters: Number.MAX_VALUE },
    { gpsAccuracyMeters: Number.MIN_VALUE },
    { gpsAccuracyMeters: 0.1 + 0.2 },
    { gpsAccuracyMeters: -0 },
  ])('any number that a double can be: %j', async (changes) => {
    const voucher = await till.offer()
    const { status, body } = await redeem(someone(), voucher.id, changes)
    expect(status).toBe(201)
    const [row] = await db`select gps_accuracy_meters from redemptions where id = ${body.id}`
    expect(row).toEqual({ gpsAccuracyMeters: changes.gpsAccuracyMeters + 0 })
  })

  test('coordinates very close to zero', async () => {
    const { id: outletId } = await market.outlet(till.merchant.id, { pin: PIN, latitude: 0, longitude: 0 })
    const tiny = { outletId, consumerLat: Number.MIN_VALUE, consumerLng: -Number.MIN_VALUE }
    const { status, body } = await redeem(someone(), (await till.offer()).id, tiny)
    expect([status, body.gpsDistanceMeters]).toEqual([201, 0])
  })

  test('a claimed wallet voucher within its window; a favorites-only voucher for a favorite', async () => {
    const voucher = await market.offer(till.merchant.id, {
      favoritesOnly: true,
      applicableFrom: clock.now.toISOString(),
      applicableUntil: inSeconds(1),
    })
    const by = someone()
    await by('POST', '/me/claims', { voucherId: voucher.id })
    await by('POST', '/me/favorites', { merchantId: till.merchant.id })
    expect((await redeem(by, voucher.id)).status).toBe(201)
  })

  test('an instant voucher needs no claim and has no window', async () => {
    const voucher = await till.offer({ applicableFrom: inSeconds(60), applicableUntil: inSeconds(120) })
    expect((await redeem(someone(), voucher.id)).status).toBe(201)
    clock.advance(120_000)
    expect((await redeem(someone(), voucher.id)).status).toBe(201)
  })

  test('no code for a voucher without codes', async () => {
    const { body } = await redeem(someone(), (await till.offer()).id)
    expect([body.code, body.cycleKey, body.cycleResetsAt, body.remaining]).toEqual([
      null,
      'ONE_TIME',
      null,
      0,
    ])
  })

  test('an unknown user is created, also if the redemption is refused', async () => {
    const voucher = await till.offer()
    await redeem(visitor('unheard of'), voucher.id, { pin: WRONG_PIN })
    expect(await db`select from users where external_user_id = 'unheard of'`).toHaveLength(1)
  })
})

const BAD: [string, object | string][] = [
  ['an extra property', { note: 'please' }],
  ['no PIN', { pin: undefined }],
  ['a PIN that is a number', { pin: 4821 }],
  ['a PIN with a space', { pin: '12 4' }],
  ['a PIN with a line feed', { pin: '4821\n' }],
  ['full-width digits', { pin: '４８２１' }],
  ['Arabic digits', { pin: '٤٨٢١' }],
  ['three digits', { pin: '482' }],
  ['five digits', { pin: '48211' }],
  ['a PIN of null', { pin: null }],
  ['latitude over 90', { consumerLat: 90.000001 }],
  ['latitude under -90', { consumerLat: -91 }],
  ['longitude over 180', { consumerLng: 180.1 }],
  ['longitude under -180', { consumerLng: -180.1 }],
  ['NaN as a string', { consumerLat: 'NaN' }],
  ['a coordinate as a string', { consumerLat: '3.1579' }],
  ['coordinates of null', { consumerLat: null, consumerLng: null }],
  ['latitude alone', { consumerLng: undefined }],
  ['longitude alone', { consumerLat: undefined }],
  ['negative accuracy', { gpsAccuracyMeters: -0.1 }],
  ['accuracy as a string', { gpsAccuracyMeters: '12' }],
  ['no voucher', { voucherId: undefined }],
  ['no outlet', { outletId: undefined }],
  ['an id that is not a UUID', { outletId: 'kopi' }],
  ['an id with braces', { outletId: `{${randomUUIDv7()}}` }],
  ['an id of null', { voucherId: null }],
]

describe('400 validation_failed', () => {
  const by = someone()

  test.each(BAD)('%s', async (_name, changes) => {
    const voucher = await till.offer()
    const before = await writtenIn(db)
    const { status, body } = await redeem(by, voucher.id, changes as object)
    expect([status, body.error]).toEqual([400, 'validation_failed'])
    expect(body.issues.length).toBeGreaterThan(0)
    expect(await writtenIn(db)).toEqual(before)
  })

  test.each([
    ['nothing', undefined],
    ['a list', []],
    ['broken JSON', '{'],
    [
      'infinite accuracy',
      `{"voucherId":"${randomUUIDv7()}","outletId":"${randomUUIDv7()}","pin":"4821","gpsAccuracyMeters":1e999}`,
    ],
    ['a prototype', '{"__proto__":{"pin":"4821"}}'],
  ])('%s', async (_name, payload) => {
    const { status, body } = await by('POST', '/me/redemptions', payload, {
      'content-type': 'application/json',
    })
    expect([status, body.error]).toEqual([400, 'validation_failed'])
  })

  test('none of these requests counted as an attempt', async () => {
    const voucher = await till.offer({ redemptionCount: 5 })
    for (let i = 0; i < 5; i += 1) expect((await redeem(by, voucher.id)).status).toBe(201)
  })
})

describe('401', () => {
  test('401 invalid_pin: only the failure itself is written', async () => {
    const voucher = await till.offer({ codeSource: 'AUTO' })
    const before = await db`select from pin_failures`
    const { headers } = await refused(someone(), voucher.id, { pin: WRONG_PIN }, [
      401,
      { error: 'invalid_pin' },
    ])
    // Some clients fail on a 401 that does not say what would be accepted.
    expect(headers['www-authenticate']).toBe('Bearer')
    expect(await db`select from pin_failures`).toHaveLength(before.length + 1)
  })

  test('401 invalid_pin: the PIN of another outlet, and the PIN before a change', async () => {
    const { id: outletId } = await market.outlet(till.merchant.id, { pin: '7777' })
    const voucher = await till.offer({ redemptionCount: 2 })
    const by = someone()
    await refused(by, voucher.id, { outletId }, [401, { error: 'invalid_pin' }])
    await refused(by, voucher.id, { pin: '7777' }, [401, { error: 'invalid_pin' }])
    await market.change(`/admin/outlets/${outletId}`, { pin: '0777' })
    await refused(by, voucher.id, { outletId, pin: '7777' }, [401, { error: 'invalid_pin' }])
    expect((await redeem(by, voucher.id, { outletId, pin: '0777' })).status).toBe(201)
  })

  test('401 missing_token: no token', async () => {
    const voucher = await till.offer()
    await refused(harness.as(undefined), voucher.id, {}, [401, { error: 'missing_token' }])
  })
})

describe('403', () => {
  test('403 voucher_out_of_scope, then merchant_out_of_scope for the outlet', async () => {
    const narrow = await onboardIssuer(harness, {
      scope: { merchantIds: [till.merchant.id], categories: [] },
    })
    const by = visitorsOf(harness, narrow)()
    const [voucher, foreign] = [await till.offer({ redemptionCount: 9 }), await other.offer()]
    expect((await redeem(by, voucher.id)).status).toBe(201)
    await refused(by, foreign.id, {}, [403, { error: 'voucher_out_of_scope' }])
    const there = { outletId: other.outlet.id }
    await refused(by, voucher.id, there, [403, { error: 'merchant_out_of_scope' }])
    await market.change(`/admin/partners/${narrow.id}`, { scope: { merchantIds: [], categories: [] } })
    await refused(by, voucher.id, {}, [403, { error: 'voucher_out_of_scope' }])
  })

  test('403 not_a_favorite: never a favorite, no longer one, or a favorite of another merchant', async () => {
    const voucher = await till.offer({ favoritesOnly: true, redemptionCount: 2 })
    const by = someone()
    await by('POST', '/me/favorites', { merchantId: other.merchant.id })
    await refused(by, voucher.id, {}, [403, { error: 'not_a_favorite' }])
    await by('POST', '/me/favorites', { merchantId: till.merchant.id })
    expect((await redeem(by, voucher.id)).status).toBe(201)
    await by('DELETE', `/me/favorites/${till.merchant.id}`)
    await refused(by, voucher.id, {}, [403, { error: 'not_a_favorite' }])
  })
})

describe('404', () => {
  test('404 voucher_not_found: unknown or never published', async () => {
    const draft = await market.draft(till.merchant.id, { claimFlow: 'INSTANT' })
    const by = someone()
    for (const id of [randomUUIDv7(), draft.id, till.merchant.id]) {
      await refused(by, id, {}, [404, { error: 'voucher_not_found' }])
    }
  })

  test('404 outlet_not_found', async () => {
    const voucher = await till.offer()
    const unknown = { outletId: randomUUIDv7() }
    await refused(someone(), voucher.id, unknown, [404, { error: 'outlet_not_found' }])
  })

  test('404 user_not_found: anonymized; a revived user redeems again', async () => {
    const voucher = await till.offer()
    const by = visitor('forgotten')
    await by('GET', '/me')
    const signed = (await signedCalls(harness))(issuer.partner)
    await signed('DELETE', '/integrations/users/forgotten')
    await refused(by, voucher.id, {}, [404, { error: 'user_not_found' }])
    await signed('POST', '/integrations/users', { externalUserId: 'forgotten' })
    expect((await redeem(by, voucher.id)).status).toBe(201)
  })
})

describe('422', () => {
  test('422 voucher_inactive: unpublished between claim and redemption, or the merchant inactive', async () => {
    const stall = await openTill(harness)
    const voucher = await market.offer(stall.merchant.id)
    const by = someone()
    await by('POST', '/me/claims', { voucherId: voucher.id })
    await market.unpublish(voucher.id)
    await stall.refused(by, voucher.id, {}, [422, { error: 'voucher_inactive' }])
    await admin('POST', `/admin/vouchers/${voucher.id}/publish`)
    await market.change(`/admin/merchants/${stall.merchant.id}`, { isActive: false })
    await stall.refused(by, voucher.id, {}, [422, { error: 'voucher_inactive' }])
    await market.change(`/admin/merchants/${stall.merchant.id}`, { isActive: true })
    expect((await stall.redeem(by, voucher.id)).status).toBe(201)
  })

  test('422 voucher_not_yet_valid, then valid, then 422 voucher_expired, each to the millisecond', async () => {
    const voucher = await till.offer({
      redemptionCount: 9,
      validFrom: inSeconds(60),
      validUntil: inSeconds(120),
    })
    const by = someone()
    clock.advance(59_999)
    await refused(by, voucher.id, {}, [422, { error: 'voucher_not_yet_valid' }])
    clock.advance(1)
    expect((await redeem(by, voucher.id)).status).toBe(201)
    clock.advance(59_999)
    expect((await redeem(by, voucher.id)).status).toBe(201)
    clock.advance(1)
    await refused(by, voucher.id, {}, [422, { error: 'voucher_expired' }])
  })

  test('422 voucher_not_valid_at_outlet: an outlet of another merchant, or not on the voucher’s list', async () => {
    const by = someone()
    const elsewhere = { outletId: other.outlet.id }
    const voucher = await till.offer()
    await refused(by, voucher.id, elsewhere, [422, { error: 'voucher_not_valid_at_outlet' }])
    const { id } = await market.outlet(till.merchant.id, { pin: PIN })
    const listed = await till.offer({ outletIds: [id] })
    await refused(by, listed.id, {}, [422, { error: 'voucher_not_valid_at_outlet' }])
    expect((await redeem(by, listed.id, { outletId: id })).status).toBe(201)
  })

  test('422 outlet_inactive, 422 outlet_pin_not_set', async () => {
    const { id: outletId } = await market.outlet(till.merchant.id, { pin: PIN, isActive: false })
    const voucher = await till.offer()
    const by = someone()
    await refused(by, voucher.id, { outletId }, [422, { error: 'outlet_inactive' }])
    await market.change(`/admin/outlets/${outletId}`, { isActive: true, pin: null })
    await refused(by, voucher.id, { outletId }, [422, { error: 'outlet_pin_not_set' }])
    await market.change(`/admin/outlets/${outletId}`, { pin: PIN })
    expect((await redeem(by, voucher.id, { outletId })).status).toBe(201)
  })

  test('422 too_far: 151 m away, no row written', async () => {
    const voucher = await till.offer()
    const by = someone()
    const details = { distanceMeters: 151, maxMeters: 150 }
    const at = (meters: number) => ({ consumerLat: 3.1579 + (meters / 6_371_008.8) * (180 / Math.PI) })
    await refused(by, voucher.id, at(151), [422, { error: 'too_far', details }])
    const { status, body } = await redeem(by, voucher.id, at(149.96))
    expect([status, body.gpsDistanceMeters]).toEqual([201, 150])
  })

  test('422 no_claim: never claimed, or claimed by another user', async () => {
    const voucher = await market.offer(till.merchant.id)
    const by = someone()
    await someone()('POST', '/me/claims', { voucherId: voucher.id })
    await refused(by, voucher.id, {}, [422, { error: 'no_claim' }])
    await by('POST', '/me/claims', { voucherId: voucher.id })
    expect((await redeem(by, voucher.id)).status).toBe(201)
  })

  test('422 voucher_not_yet_applicable, then 422 voucher_no_longer_applicable, to the millisecond', async () => {
    const [applicableFrom, applicableUntil] = [inSeconds(60), inSeconds(120)]
    const voucher = await market.offer(till.merchant.id, {
      ...{ redemptionCount: 9, applicableFrom, applicableUntil },
    })
    const by = someone()
    await by('POST', '/me/claims', { voucherId: voucher.id })
    clock.advance(59_999)
    const early = { error: 'voucher_not_yet_applicable', details: { applicableFrom } }
    await refused(by, voucher.id, {}, [422, early])
    clock.advance(1)
    expect((await redeem(by, voucher.id)).status).toBe(201)
    clock.advance(59_999)
    expect((await redeem(by, voucher.id)).status).toBe(201)
    clock.advance(1)
    const late = { error: 'voucher_no_longer_applicable', details: { applicableUntil } }
    await refused(by, voucher.id, {}, [422, late])
  })

  test('422 limit_reached: per user; a raised limit allows more, a lowered one undoes nothing', async () => {
    const voucher = await till.offer({ redemptionCount: 2 })
    const by = someone()
    const remaining = async () => (await redeem(by, voucher.id)).body.remaining
    expect([await remaining(), await remaining()]).toEqual([1, 0])
    const reached = (limit: number, used: number): [number, object] => [
      422,
      { error: 'limit_reached', details: { limit, used, cycleKey: 'ONE_TIME' } },
    ]
    await refused(by, voucher.id, {}, reached(2, 2))
    expect((await redeem(someone(), voucher.id)).status).toBe(201)
    await market.change(`/admin/vouchers/${voucher.id}`, { redemptionCount: 3 })
    expect(await remaining()).toBe(0)
    await market.change(`/admin/vouchers/${voucher.id}`, { redemptionCount: 1 })
    clock.advance(60_000)
    await refused(by, voucher.id, {}, reached(1, 3))
    expect((await by('GET', '/me/redemptions')).body).toHaveLength(3)
  })

  test('422 global_cap_reached: all users and partners together; a lowered cap undoes nothing', async () => {
    const voucher = await till.offer({ globalRedemptionCap: 2 })
    const abroad = visitorsOf(harness, await onboardIssuer(harness))()
    for (const by of [someone(), abroad]) expect((await redeem(by, voucher.id)).status).toBe(201)
    const reached = (cap: number): [number, object] => [
      422,
      { error: 'global_cap_reached', details: { cap, used: 2, cycleKey: 'ONE_TIME' } },
    ]
    await refused(someone(), voucher.id, {}, reached(2))
    await market.change(`/admin/vouchers/${voucher.id}`, { globalRedemptionCap: 1 })
    await refused(someone(), voucher.id, {}, reached(1))
    await market.change(`/admin/vouchers/${voucher.id}`, { globalRedemptionCap: 3 })
    expect((await redeem(someone(), voucher.id)).status).toBe(201)
    await market.change(`/admin/vouchers/${voucher.id}`, { globalRedemptionCap: null })
    expect((await redeem(someone(), voucher.id)).status).toBe(201)
  })

  test('422 codes_exhausted: a pool is used in upload order until it is empty, and again after an upload', async () => {
    const voucher = await till.pool(['Z-1', 'A-2', 'M-3'], { redemptionCount: 9 })
    const by = someone()
    const codes = []
    for (let i = 0; i < 3; i += 1) codes.push((await redeem(by, voucher.id)).body.code)
    expect(codes).toEqual(['Z-1', 'A-2', 'M-3'])
    const rows = await db`
      select r.code, c.code as pooled from redemptions r join voucher_codes c on c.redemption_id = r.id
      where r.voucher_id = ${voucher.id} order by r.redeemed_at, r.id`
    expect(rows.map(({ code, pooled }) => [code, pooled])).toEqual(codes.map((code) => [code, code]))
    await refused(by, voucher.id, {}, [422, { error: 'codes_exhausted' }])
    await admin('POST', `/admin/vouchers/${voucher.id}/codes`, { codes: ['Z-1', 'B-4'] })
    const next = await redeem(by, voucher.id)
    expect(next.body.code).toBe('B-4')
    expect((await eventsOf(next.body.id))[0]?.body).not.toContain('B-4')
  })
})

test('every refusal of a redemption is expected by a test of redeem*.test.ts', async () => {
  const { readFile } = await import('node:fs/promises')
  const texts = await Promise.all(
    ['redeem', 'redeem-limits', 'redeem-once'].map((name) =>
      readFile(new URL(`./${name}.test.ts`, import.meta.url), 'utf8'),
    ),
  )
  expect(REDEMPTION_REFUSALS.filter((code) => !texts.join('').includes(`error: '${code}'`))).toEqual([])
})

test('logs contain no PIN, code or token', async () => {
  const voucher = await till.offer({ codeSource: 'AUTO', redemptionCount: 2 })
  const sub = 'seen-by-no-log'
  const by = visitor(sub)
  const { body } = await redeem(by, voucher.id, { pin: PIN }, { 'idempotency-key': 'key-seen-by-no-log' })
  await redeem(by, voucher.id, { pin: '9375' })
  const text = logs.join('')
  expect(logs.length).toBeGreaterThan(0)
  for (const secret of [body.code, '"9375"', `"${PIN}"`, 'pin":', 'eyJ', 'Bearer', 'key-seen-by-no-log']) {
    expect([secret, text.includes(secret)]).toEqual([secret, false])
  }
})
