import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { CODE_BYTES, codeFromBytes } from '../../src/domain/redemptions/engine/redemption-code.ts'
import { type ApiResponse, type Call, createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { NEAR, openTill, PIN, WRONG_PIN, writtenIn } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

/** The next generated codes; random ones once this is empty. */
const draws: string[] = []
const generateCode = () => draws.shift() ?? codeFromBytes(randomBytes(CODE_BYTES))

const harness = await createHarness({}, { generateCode })
const { admin, clock, db } = harness
const market = openMarket(admin)
const issuer = await onboardIssuer(harness)
const visitor = visitorsOf(harness, issuer)
const till = await openTill(harness)
const { redeem, refused } = till
const HOUR = 3_600_000

let count = 0
const someone = (): Call => {
  count += 1
  return visitor(`someone-${count}`)
}
const newKey = () => {
  count += 1
  return { 'idempotency-key': `key-${count}` }
}

describe('AUTO codes', () => {
  const TAKEN = 'AAAA-AAAA-AAAA'

  test('500 code_generation_failed: five collisions, nothing written, one attempt counted', async () => {
    const voucher = await till.offer({ codeSource: 'AUTO', redemptionCount: 9 })
    draws.push(TAKEN)
    expect((await redeem(someone(), voucher.id)).body.code).toBe(TAKEN)
    const by = someone()
    draws.push(TAKEN, TAKEN, TAKEN, TAKEN, TAKEN, 'left over')
    await refused(by, voucher.id, {}, [500, { error: 'code_generation_failed' }])
    expect(draws.splice(0)).toEqual(['left over'])
    for (let i = 0; i < 4; i += 1) expect((await redeem(by, voucher.id)).status).toBe(201)
    expect((await redeem(by, voucher.id)).status).toBe(429)
  })

  test('201: after four collisions; another voucher may have the same code', async () => {
    const [voucher, other] = [
      await till.offer({ codeSource: 'AUTO' }),
      await till.offer({ codeSource: 'AUTO' }),
    ]
    draws.push(TAKEN, TAKEN)
    for (const { id } of [voucher, other]) {
      expect((await redeem(someone(), id)).body.code).toBe(TAKEN)
    }
    draws.push(TAKEN, TAKEN, TAKEN, TAKEN, 'BBBB-BBBB-BBBB')
    const { status, body } = await redeem(someone(), voucher.id)
    expect([status, body.code]).toEqual([201, 'BBBB-BBBB-BBBB'])
    const [quota] = await db`select used from voucher_quotas where voucher_id = ${voucher.id}`
    expect(quota?.used).toBe(2)
  })

  test('each redemption gets its own code', async () => {
    const voucher = await till.offer({ codeSource: 'AUTO' })
    const responses = await Promise.all(Array.from({ length: 30 }, () => redeem(someone(), voucher.id)))
    expect(new Set(responses.map(({ body }) => body.code)).size).toBe(30)
  })
})

describe('Idempotency-Key', () => {
  const replayedOf = ({ headers }: ApiResponse) => headers['idempotency-replayed']

  test.each([
    ['SUCCESS with a code and a cycle', { codeSource: 'AUTO', cycle: 'MONTHLY' }, {}],
    ['FLAGGED', {}, { consumerLat: undefined, consumerLng: undefined }],
    ['with accuracy', { cycle: 'BIWEEKLY' }, { gpsAccuracyMeters: 0.1 }],
  ])('201 again: the same body, and nothing more is written: %s', async (_name, offer, changes) => {
    const voucher = await till.offer(offer)
    const [by, key] = [someone(), newKey()]
    const first = await redeem(by, voucher.id, changes, key)
    expect([first.status, replayedOf(first)]).toEqual([201, undefined])
    const before = await writtenIn(db)
    clock.advance(1234)
    const second = await redeem(by, voucher.id, changes, key)
    expect([second.status, second.body, replayedOf(second)]).toEqual([201, first.body, 'true'])
    expect(await writtenIn(db)).toEqual(before)
  })

  test('201 replay: the same pool code, whatever the order, spacing and case of the body', async () => {
    const voucher = await till.pool(['only one'])
    const [by, key] = [someone(), newKey()]
    const first = await redeem(by, voucher.id, {}, key)
    expect(first.body.code).toBe('only one')
    const text = JSON.stringify(
      { ...NEAR, pin: PIN, outletId: till.outlet.id.toUpperCase(), voucherId: voucher.id },
      null,
      2,
    )
    const second = await by('POST', '/me/redemptions', text, { ...key, 'content-type': 'application/json' })
    expect([second.status, second.body, replayedOf(second)]).toEqual([201, first.body, 'true'])
  })

  test('201 replay: whatever has happened to voucher, outlet and PIN since; no attempt counted', async () => {
    const stall = await openTill(harness)
    const voucher = await stall.offer()
    const [by, key] = [someone(), newKey()]
    const first = await stall.redeem(by, voucher.id, {}, key)
    await market.unpublish(voucher.id)
    await market.change(`/admin/outlets/${stall.outlet.id}`, { pin: '0000', isActive: false })
    for (let i = 0; i < 7; i += 1) {
      const again = await stall.redeem(by, voucher.id, {}, key)
      expect([again.body, replayedOf(again)]).toEqual([first.body, 'true'])
    }
    const plenty = await till.offer({ redemptionCount: 9 })
    for (let i = 0; i < 4; i += 1) expect((await redeem(by, plenty.id)).status).toBe(201)
    expect((await redeem(by, plenty.id)).status).toBe(429)
    expect((await stall.redeem(by, voucher.id, {}, key)).body).toEqual(first.body)
  })

  test.each([
    ['another position', { consumerLat: NEAR.consumerLat + 1e-9 }],
    ['no position', { consumerLat: undefined, consumerLng: undefined }],
    ['an accuracy', { gpsAccuracyMeters: 1 }],
    ['another voucher', { voucherId: '0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9d' }],
    ['another outlet', { outletId: '0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9d' }],
  ])('422 idempotency_key_reused: %s, and no attempt counted', async (_name, changes) => {
    const voucher = await till.offer({ redemptionCount: 9 })
    const [by, key] = [someone(), newKey()]
    await redeem(by, voucher.id, {}, key)
    for (let i = 0; i < 6; i += 1) {
      await refused(by, voucher.id, changes, [422, { error: 'idempotency_key_reused' }], key)
    }
    for (let i = 0; i < 4; i += 1) expect((await redeem(by, voucher.id)).status).toBe(201)
  })

  test('a refusal is not remembered: the key is free for the same and for another body', async () => {
    const voucher = await till.offer()
    const [by, key] = [someone(), newKey()]
    await refused(by, voucher.id, { pin: WRONG_PIN }, [401, { error: 'invalid_pin' }], key)
    const first = await redeem(by, voucher.id, {}, key)
    expect([first.status, replayedOf(first)]).toEqual([201, undefined])
    expect(replayedOf(await redeem(by, voucher.id, {}, key))).toBe('true')
  })

  test('after 24 hours the key is free again, to the millisecond, for any body', async () => {
    const voucher = await till.offer({ redemptionCount: 9 })
    const [by, key] = [someone(), newKey()]
    const first = await redeem(by, voucher.id, {}, key)
    clock.advance(24 * HOUR - 1)
    expect((await redeem(by, voucher.id, {}, key)).body).toEqual(first.body)
    clock.advance(1)
    const second = await redeem(by, voucher.id, { gpsAccuracyMeters: 3 }, key)
    expect([second.status, replayedOf(second)]).toEqual([201, undefined])
    expect(second.body.id).not.toBe(first.body.id)
    expect((await redeem(by, voucher.id, { gpsAccuracyMeters: 3 }, key)).body).toEqual(second.body)
    expect((await by('GET', '/me/redemptions')).body).toEqual([second.body, first.body])
  })

  test('keys are per user: another user, or the same external id at another partner, may use the same key', async () => {
    const voucher = await till.offer()
    const key = newKey()
    const elsewhere = visitorsOf(harness, await onboardIssuer(harness))
    const ids = new Set<string>()
    for (const by of [visitor('namesake'), someone(), elsewhere('namesake')]) {
      const response = await redeem(by, voucher.id, {}, key)
      expect([response.status, replayedOf(response)]).toEqual([201, undefined])
      ids.add(response.body.id)
    }
    expect(ids.size).toBe(3)
  })

  test('20 at once: one redemption, and 19 replays with the same response', async () => {
    const voucher = await till.offer({ redemptionCount: 9, codeSource: 'AUTO' })
    const [by, key] = [someone(), newKey()]
    const responses = await Promise.all(Array.from({ length: 20 }, () => redeem(by, voucher.id, {}, key)))
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201))
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(responses.filter((response) => replayedOf(response) === 'true')).toHaveLength(19)
    // Each of the two lanes may have counted one attempt, so three are left.
    for (let i = 0; i < 3; i += 1) expect((await redeem(by, voucher.id)).status).toBe(201)
  })

  test('201: 255 characters from ! to ~', async () => {
    const visible = String.fromCharCode(...Array.from({ length: 94 }, (_, i) => 33 + i))
    const key = { 'idempotency-key': visible.repeat(3).slice(0, 255) }
    const voucher = await till.offer()
    const by = someone()
    const first = await redeem(by, voucher.id, {}, key)
    expect((await redeem(by, voucher.id, {}, key)).body).toEqual(first.body)
    expect(first.status).toBe(201)
  })

  test.each([
    ['256 characters', 'x'.repeat(256)],
    ['empty', ''],
    ['a space', 'a b'],
    ['a line feed', 'a\nb'],
    ['a line feed at the end', 'a\n'],
    ['a tab', 'a\tb'],
    ['é', 'é'],
    ['DEL', '\x7f'],
  ])('400 validation_failed: %s', async (_name, key) => {
    const voucher = await till.offer()
    const before = await writtenIn(db)
    const { status, body } = await redeem(someone(), voucher.id, {}, { 'idempotency-key': key })
    expect([status, body.error]).toEqual([400, 'validation_failed'])
    expect(await writtenIn(db)).toEqual(before)
  })

  test('201 replay: with another PIN, so a replay reveals nothing about PINs; no attempt counted', async () => {
    const voucher = await till.offer({ redemptionCount: 9, codeSource: 'AUTO' })
    const [by, key] = [someone(), newKey()]
    const first = await redeem(by, voucher.id, {}, key)
    const before = await writtenIn(db)
    for (const pin of [WRONG_PIN, '0000', '9999', PIN, WRONG_PIN, '0001']) {
      const again = await redeem(by, voucher.id, { pin }, key)
      expect([again.status, again.body, replayedOf(again)]).toEqual([201, first.body, 'true'])
    }
    expect(await writtenIn(db)).toEqual(before)
    for (let i = 0; i < 4; i += 1) expect((await redeem(by, voucher.id)).status).toBe(201)
  })

  test('a wrong and a right PIN under one key at once: one redemption, never idempotency_key_reused', async () => {
    const voucher = await till.offer({ redemptionCount: 9 })
    const [by, key] = [someone(), newKey()]
    const responses = await Promise.all(
      [WRONG_PIN, PIN, PIN].map((pin) => redeem(by, voucher.id, { pin }, key)),
    )
    const ids = new Set(responses.filter(({ status }) => status === 201).map(({ body }) => body.id))
    expect([responses.map(({ status }) => status).filter((status) => status === 422), ids.size]).toEqual([
      [],
      1,
    ])
  })

  test('the stored hash of the request does not depend on the PIN', async () => {
    const stall = await openTill(harness)
    const voucher = await stall.offer({ redemptionCount: 9 })
    const hashes = new Set<string>()
    for (const pin of [PIN, '0000']) {
      await market.change(`/admin/outlets/${stall.outlet.id}`, { pin })
      const { body } = await stall.redeem(someone(), voucher.id, { pin }, newKey())
      const [row] = await db`select request_hash from idempotency_keys where redemption_id = ${body.id}`
      hashes.add(row?.requestHash.toString('hex'))
    }
    expect(hashes.size).toBe(1)
  })
})
