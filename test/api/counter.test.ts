import { describe, expect, test } from 'vitest'
import { auditLedger } from '../../src/domain/redemptions/ledger/ledger.ts'
import { type CounterDevice, issueCode, openCounter } from '../support/counter-scene.ts'
import { type Call, createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { OWN } from '../support/staff-scene.ts'
import { NEAR, openTill, PIN } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, clock, db, deps } = harness
const market = openMarket(admin)
const issuer = await onboardIssuer(harness)
const visitor = visitorsOf(harness, issuer)
const counter = openCounter(harness)
const till = await openTill(harness)
await market.change(`/admin/outlets/${till.outlet.id}`, { redeemBy: 'BOTH' })
const outletId = till.outlet.id
const [device, second] = [await counter.device(outletId), await counter.device(outletId)]

let count = 0
/** A user who shows a code. */
async function shown(changes: object = {}, offered: object = {}) {
  count += 1
  const [by, key] = [visitor(`someone-${count}`, { email: `person${count}@example.com` }), `key-${count}`]
  const voucher = await till.offer(offered)
  const body = { voucherId: voucher.id, outletId, ...NEAR, ...changes }
  const next = async (more: object = {}) => {
    const { status, body: issued } = await issueCode(by, key, { ...body, ...more })
    expect(status, JSON.stringify(issued)).toBe(201)
    return issued as { code: string; digits: string }
  }
  return {
    ...{ by, key, voucher, body, next, ...(await next()) },
    outcome: () => by('GET', `/me/redemptions/by-key/${key}`),
    redemptions: async () => (await by('GET', '/me/redemptions')).body,
  }
}
/** Lets all codes get older. */
const age = (seconds: number) =>
  db`update counter_codes set issued_at = issued_at - make_interval(secs => ${seconds})`
const ageHolds = (seconds: number) =>
  db`update counter_intents set held_until = held_until - make_interval(secs => ${seconds})`
const errorOf = async (response: ReturnType<CounterDevice['read']>) => (await response).body.error

describe('a code at the counter', () => {
  test('read, then confirmed: one redemption by QR, with the device in the back office only', async () => {
    const phone = await shown({ gpsAccuracyMeters: 12.5 }, { terms: 'Dine-in only.', codeSource: 'AUTO' })
    expect((await phone.outcome()).body).toEqual({ error: 'not_found' })
    const reading = await device.read(phone.code)
    expect([reading.status, reading.body]).toEqual([
      200,
      {
        voucherTitle: phone.voucher.title,
        terms: 'Dine-in only.',
        outletName: 'Kopi Corner',
        refusal: null,
        heldForSeconds: 60,
      },
    ])
    const confirmed = await device.confirm(phone.code)
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(201)
    const outcome = await phone.outcome()
    expect(outcome.body).toMatchObject({ method: 'QR', status: 'SUCCESS', gpsDistanceMeters: 111.2 })
    const { id, code, redeemedAt } = outcome.body
    expect(confirmed.body).toMatchObject({ id, code, redeemedAt, voucherTitle: phone.voucher.title })
    expect(outcome.body).not.toHaveProperty('device')
    const stored = await admin('GET', `/admin/redemptions/${id}`)
    expect(stored.body).toMatchObject({
      method: 'QR',
      device: { id: device.id, name: 'Tablet' },
      gpsAccuracyMeters: 12.5,
    })
    const csv = (await admin('GET', `/admin/redemptions.csv?voucherId=${phone.voucher.id}`)).body.trim()
    expect(csv.split('\r\n').map((line: string) => line.split(',').at(-1))).toEqual(['"method"', '"QR"'])
    const [event] = await db`select body::json as body from events where user_id = ${outcome.body.userId}`
    expect(event?.body.data.method).toBe('QR')
    expect(await auditLedger(db)).toEqual([])
  })

  test('the six digits work like the picture', async () => {
    const phone = await shown()
    expect((await device.read(phone.digits)).body.voucherTitle).toBe(phone.voucher.title)
    expect((await device.confirm(phone.digits)).status).toBe(201)
  })

  test('texts are in the language of the device, as far as there are translations', async () => {
    const translations = { ms: { title: 'Kopi percuma', terms: 'Makan di sini.' } }
    const phone = await shown({}, { title: 'Free kopi', terms: 'Dine-in only.', translations })
    const send = async (method: 'GET' | 'POST', path: string, language: string) => {
      const body = method === 'POST' ? { code: phone.code } : undefined
      return (await device.call(method, path, body, { ...OWN, 'accept-language': language })).body
    }
    expect(await send('POST', '/counter/read', 'ms-MY, en')).toMatchObject({
      voucherTitle: 'Kopi percuma',
      terms: 'Makan di sini.',
      outletName: 'Kopi Corner',
    })
    expect((await send('POST', '/counter/read', 'ar')).voucherTitle).toBe('Free kopi')
    expect((await send('POST', '/counter/redemptions', 'ms')).voucherTitle).toBe('Kopi percuma')
    const titleIn = async (language: string) =>
      (await send('GET', '/counter/redemptions', language)).items[0].voucherTitle
    expect([await titleIn('ms'), await titleIn('en')]).toEqual(['Kopi percuma', 'Free kopi'])
  })

  test('the device sees no person, partner or position', async () => {
    const phone = await shown({ consumerLat: 3.1588 })
    const seen = JSON.stringify([
      (await device.read(phone.code)).body,
      (await device.confirm(phone.code)).body,
      (await device.call('GET', '/counter/redemptions')).body,
      (await device.call('GET', '/counter/session')).body,
    ])
    const me = (await phone.by('GET', '/me')).body
    for (const secret of [
      me.id,
      me.email,
      me.partner.id,
      me.partner.name,
      issuer.slug,
      '3.1588',
      'gps',
      'FLAGGED',
    ])
      expect(seen).not.toContain(secret)
  })

  test('a replay: the same device gets the first response again, another one 409 code_used', async () => {
    const phone = await shown({}, { redemptionCount: 3 })
    const next = await phone.next()
    const first = await device.confirm(phone.code)
    for (const code of [phone.code, next.code, next.digits])
      expect(await device.confirm(code)).toMatchObject({ status: 201, body: first.body })
    expect([(await second.confirm(next.code)).status, await errorOf(second.read(next.code))]).toEqual([
      409,
      'code_used',
    ])
    expect(await errorOf(device.read(phone.code))).toBe('code_used')
    expect((await phone.redemptions()).length).toBe(1)
    const { items } = (await device.call('GET', '/counter/redemptions')).body
    expect(items.filter(({ id }: { id: string }) => id === first.body.id).length).toBe(1)
    // The age of a code is checked before its use.
    await age(100)
    await ageHolds(100)
    for (const one of [device, second]) expect(await errorOf(one.confirm(next.code))).toBe('code_expired')
  })

  test('422 code_expired: a screenshot after 60 seconds, however far the phone’s and the service’s clocks are off', async () => {
    const phone = await shown()
    clock.advance(3_600_000)
    await age(59)
    expect((await device.read(phone.code)).status).toBe(200)
    await ageHolds(60)
    await age(1)
    for (const code of [phone.code, phone.digits]) {
      expect(await errorOf(device.read(code))).toBe('code_expired')
      const { status, body } = await device.confirm(code)
      expect([status, body]).toEqual([422, { error: 'code_expired' }])
    }
    expect(await phone.redemptions()).toEqual([])
  })

  test('the newest two codes of an intent work; a new intent closes the last one', async () => {
    const phone = await shown()
    const [secondCode, third] = [await phone.next(), await phone.next()]
    expect(await errorOf(device.read(phone.code))).toBe('code_expired')
    expect((await device.read(secondCode.code)).status).toBe(200)
    expect((await device.read(third.code)).status).toBe(200)
    await issueCode(phone.by, `${phone.key}-again`, phone.body)
    expect(await errorOf(device.confirm(third.code))).toBe('code_expired')
  })

  test('a slow confirmation passes for 60 seconds after the reading, on this device only', async () => {
    const phone = await shown()
    expect((await device.read(phone.code)).status).toBe(200)
    await age(100)
    expect(await errorOf(second.confirm(phone.code))).toBe('code_expired')
    // Another reading of an expired code does not hold it longer.
    await ageHolds(59)
    expect((await device.read(phone.code)).status).toBe(200)
    await ageHolds(1)
    expect(await errorOf(device.confirm(phone.code))).toBe('code_expired')

    const other = await shown()
    await device.read(other.code)
    await age(100)
    await ageHolds(59)
    expect((await device.confirm(other.code)).status).toBe(201)
  })

  test('409 code_held: another device has read the code, until its minute is over', async () => {
    const phone = await shown()
    await device.read(phone.code)
    const next = await phone.next()
    for (const code of [phone.code, next.code]) {
      const { status, body } = await second.confirm(code)
      expect([status, body]).toEqual([409, { error: 'code_held' }])
    }
    await ageHolds(60)
    expect((await second.confirm(next.code)).status).toBe(201)
  })

  test('404 code_not_found: a device of another merchant; 422 code_of_another_outlet: of the same one', async () => {
    const phone = await shown()
    const sibling = await market.outlet(till.merchant.id, { redeemBy: 'QR' })
    const stranger = await market.outlet((await market.merchant()).id, { redeemBy: 'QR' })
    const [near, far] = [await counter.device(sibling.id), await counter.device(stranger.id)]
    for (const ask of [near.read, near.confirm])
      expect(await ask(phone.code)).toMatchObject({ status: 422, body: { error: 'code_of_another_outlet' } })
    for (const ask of [far.read, far.confirm])
      expect(await ask(phone.code)).toMatchObject({ status: 404, body: { error: 'code_not_found' } })
    await age(61)
    expect(await errorOf(far.confirm(phone.code))).toBe('code_not_found')
    expect(await errorOf(near.confirm(phone.code))).toBe('code_of_another_outlet')
    expect(await errorOf(device.confirm(`CF1${'0'.repeat(26)}`))).toBe('code_not_found')
  })

  test('401: a device revoked between reading and confirming; nothing is redeemed', async () => {
    const phone = await shown()
    const revoked = await counter.device(outletId)
    await revoked.read(phone.code)
    await admin('DELETE', `/admin/devices/${revoked.id}`)
    expect(await errorOf(revoked.confirm(phone.code))).toBe('unauthorized')
    expect(await phone.redemptions()).toEqual([])
  })

  test('404 code_not_found: the user was anonymized, or the partner disabled', async () => {
    const [phone, other] = [await shown(), await shown()]
    await db`
      update users set anonymized_at = now(), email = null, display_name = null, phone = null
      where id = ${(await phone.by('GET', '/me')).body.id}`
    expect(await errorOf(device.confirm(phone.code))).toBe('code_not_found')
    await market.change(`/admin/partners/${issuer.id}`, { disabled: true })
    expect(await errorOf(device.confirm(other.code))).toBe('code_not_found')
    await market.change(`/admin/partners/${issuer.id}`, { disabled: false })
    expect((await device.confirm(other.code)).status).toBe(201)
  })
})

describe('rules of the redemption', () => {
  test('the position of the last refresh decides; without one the redemption is FLAGGED', async () => {
    const phone = await shown()
    await issueCode(phone.by, phone.key, { voucherId: phone.voucher.id, outletId })
    expect((await device.confirm(phone.code)).status).toBe(201)
    expect((await phone.outcome()).body).toMatchObject({ status: 'FLAGGED', flagReason: 'gps_unavailable' })
  })

  test('a refusal shows on both screens, without the distance at the counter', async () => {
    const phone = await shown()
    // The outlet moves away.
    await market.change(`/admin/outlets/${outletId}`, { latitude: 3.2, longitude: 101.7116 })
    expect((await device.read(phone.code)).body.refusal).toBe('too_far')
    const refused = await device.confirm(phone.code)
    expect([refused.status, refused.body]).toEqual([422, { error: 'too_far' }])
    const outcome = await phone.outcome()
    expect([outcome.status, outcome.body]).toEqual([
      409,
      {
        error: 'confirmation_refused',
        details: {
          refusal: 'too_far',
          refusedAt: clock.now.toISOString(),
          details: { distanceMeters: expect.any(Number), maxMeters: 150 },
        },
      },
    ])
    await market.change(`/admin/outlets/${outletId}`, { latitude: 3.1579, longitude: 101.7116 })
    // The hold has ended, so any device can try again.
    expect((await second.confirm((await phone.next()).code)).status).toBe(201)
    expect((await phone.outcome()).status).toBe(200)
    await deps.refusalLog.flush()
    const { items } = (await admin('GET', `/admin/refusals?voucherId=${phone.voucher.id}`)).body
    expect(items).toMatchObject([{ code: 'too_far' }])
  })

  test('429 rate_limited: a confirmation counts one attempt, issues, readings, unknown and expired codes none', async () => {
    const phone = await shown({}, { redemptionCount: 9 })
    await device.read(phone.code)
    await age(100)
    await ageHolds(100)
    for (let i = 0; i < 6; i += 1) expect(await errorOf(device.confirm(phone.code))).toBe('code_expired')
    for (let i = 0; i < 5; i += 1) {
      const { code } = (await issueCode(phone.by, `${phone.key}-${i}`, phone.body)).body
      expect((await device.confirm(code)).status).toBe(201)
    }
    const { code } = (await issueCode(phone.by, `${phone.key}-6`, phone.body)).body
    const limited = await device.confirm(code)
    expect([limited.status, limited.body]).toEqual([
      429,
      { error: 'rate_limited', details: { retryAfterSeconds: 60 } },
    ])
  })

  test('422 outlet_inactive and qr_not_enabled: decided by the outlet at the confirmation', async () => {
    const outlet = await market.outlet(till.merchant.id, { redeemBy: 'BOTH', pin: PIN })
    const phone = await shown({ outletId: outlet.id })
    const own = await counter.device(outlet.id)
    // A node that still knows the device: the trigger that ends it is undone here.
    const session = await db`select token_hash from counter_devices where id = ${own.id}`
    const revive = () =>
      db`update counter_devices set ended_at = null, token_hash = ${session[0]?.tokenHash} where id = ${own.id}`
    for (const [change, error] of [
      [{ isActive: false }, 'outlet_inactive'],
      [{ isActive: true, redeemBy: 'PIN' }, 'qr_not_enabled'],
    ] as const) {
      await market.change(`/admin/outlets/${outlet.id}`, change)
      expect(await errorOf(own.confirm(phone.code))).toBe('unauthorized')
      await revive()
      expect(await errorOf(own.confirm(phone.code))).toBe(error)
    }
  })
})

describe('guessing', () => {
  test('429: 10 wrong entries of six digits within 10 minutes; the device waits 10 minutes, other devices do not', async () => {
    const phone = await shown()
    const guesser = await counter.device(outletId)
    const wrong = phone.digits === '000000' ? '000001' : '000000'
    for (let i = 0; i < 10; i += 1) expect(await errorOf(guesser.read(wrong))).toBe('code_not_found')
    for (const code of [phone.digits, phone.code]) {
      const { status, body, headers } = await guesser.read(code)
      expect([status, body]).toEqual([429, { error: 'rate_limited', details: { retryAfterSeconds: 600 } }])
      expect(headers['retry-after']).toBe('600')
    }
    expect((await device.read(phone.digits)).status).toBe(200)
    clock.advance(599_000)
    expect((await guesser.read(wrong)).status).toBe(429)
    clock.advance(1000)
    expect(await errorOf(guesser.read(wrong))).toBe('code_not_found')
  })

  test('at most 10 of many guesses at once are looked up', async () => {
    const guesser = await counter.device(outletId)
    const guesses = Array.from({ length: 25 }, (_, i) => guesser.read(String(900_000 + i)))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 404).length).toBe(10)
    expect(statuses.filter((status) => status === 429).length).toBe(15)
  })

  test('scanned codes are never guesses', async () => {
    const scanner = await counter.device(outletId)
    for (let i = 0; i < 12; i += 1)
      expect(await errorOf(scanner.read(`CF1${String(i).padStart(26, '0')}`))).toBe('code_not_found')
  })

  test('50 within an hour at an outlet raise an alert', async () => {
    const { id, name } = await market.outlet(till.merchant.id, { redeemBy: 'QR', name: 'Guessed' })
    const { id: deviceId } = await counter.device(id)
    const insert = (n: number) => db`
      insert into counter_guesses (id, device_id, outlet_id, at)
      select uuid_v7(), ${deviceId}, ${id}, ${clock.now} from generate_series(1, ${n})`
    const alert = async () =>
      (await admin('GET', '/admin/alerts')).body.items.find(
        (one: { subject: { id: string } }) => one.subject.id === id,
      )
    await insert(49)
    expect(await alert()).toBeUndefined()
    await insert(1)
    expect(await alert()).toMatchObject({
      kind: 'CODE_GUESSING',
      message: '50 wrong codes typed at Guessed within an hour',
      subject: { type: 'outlet', name },
    })
  })
})

describe('at once', () => {
  const byPin = (
    { by, key, body }: Awaited<ReturnType<typeof shown>>,
    changes: object = {},
  ): ReturnType<Call> =>
    by('POST', '/me/redemptions', { ...body, pin: PIN, ...changes }, { 'idempotency-key': key })

  test('two scanners: one redemption, and the other one learns why', async () => {
    for (let i = 0; i < 5; i += 1) {
      const phone = await shown({}, { redemptionCount: 3 })
      const [one, other] = await Promise.all([device.confirm(phone.code), second.confirm(phone.digits)])
      const statuses = [one.status, other.status].sort()
      expect(statuses, JSON.stringify([one.body, other.body])).toEqual([201, 409])
      expect((await phone.redemptions()).length).toBe(1)
    }
  })

  test('PIN and code: one redemption, also if the PIN sends another position', async () => {
    for (const changes of [{}, { consumerLat: 3.1585 }, {}, { consumerLat: 3.1585 }]) {
      const phone = await shown({}, { redemptionCount: 3 })
      await device.read(phone.code)
      await Promise.all([byPin(phone, changes), device.confirm(phone.code)])
      const [{ method }] = await phone.redemptions()
      const late = await device.confirm(phone.code)
      expect([late.status, late.body.error]).toEqual(method === 'QR' ? [201, undefined] : [409, 'code_used'])
      await byPin(phone, changes)
      expect((await phone.redemptions()).length).toBe(1)
    }
    expect(await auditLedger(db)).toEqual([])
  })

  test('code first: the PIN with the same key and position gets the redemption of the code', async () => {
    const phone = await shown({}, { redemptionCount: 3 })
    const { id } = (await device.confirm(phone.code)).body
    const replayed = await byPin(phone)
    expect([replayed.status, replayed.body.id, replayed.headers['idempotency-replayed']]).toEqual([
      201,
      id,
      'true',
    ])
    expect(replayed.body.method).toBe('QR')
  })

  test('PIN first: 409 code_used at the counter', async () => {
    const phone = await shown()
    expect((await byPin(phone)).status).toBe(201)
    expect((await device.confirm(phone.code)).body).toEqual({ error: 'code_used' })
  })
})

test('the device lists its own last 10 redemptions, newest first', async () => {
  const own = await counter.device(outletId)
  const ids: string[] = []
  for (let i = 0; i < 11; i += 1) ids.unshift((await own.confirm((await shown()).code)).body.id)
  await admin('POST', `/admin/redemptions/${ids[0]}/void`, { reason: 'By mistake.' })
  const { items } = (await own.call('GET', '/counter/redemptions')).body
  expect(items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 10))
  expect(items[0].voidedAt).not.toBeNull()
})
