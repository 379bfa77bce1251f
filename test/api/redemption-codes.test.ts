import { describe, expect, test } from 'vitest'
import { deleteOldCodes } from '../../src/process/expired-rows.ts'
import { issueCode, openCounter } from '../support/counter-scene.ts'
import { type Call, createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { signedCalls } from '../support/signing.ts'
import { NEAR, openTill, PIN } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, db, deps } = harness
const market = openMarket(admin)
const issuer = await onboardIssuer(harness)
const visitor = visitorsOf(harness, issuer)
const counter = openCounter(harness)
const till = await openTill(harness)
await market.change(`/admin/outlets/${till.outlet.id}`, { redeemBy: 'BOTH' })
const outletId = till.outlet.id

let count = 0
const someone = (): [Call, string] => {
  count += 1
  return [visitor(`someone-${count}`), `key-${count}`]
}

describe('POST /me/redemption-codes', () => {
  test('201: a code for the picture and six digits; the same key again gives the next code of the intent', async () => {
    const { id: voucherId } = await till.offer()
    const [by, key] = someone()
    const first = await issueCode(by, key, { voucherId, outletId, ...NEAR })
    expect(first.status, JSON.stringify(first.body)).toBe(201)
    expect(first.body).toEqual({
      id: expect.any(String),
      code: expect.stringMatching(/^CF1[0-9A-Z]{26}$/),
      digits: expect.stringMatching(/^\d{6}$/),
      refreshInSeconds: 30,
    })
    const next = await issueCode(by, key, { voucherId, outletId, ...NEAR })
    expect(next.body.id).toBe(first.body.id)
    expect(next.body.code).not.toBe(first.body.code)
    const other = await issueCode(by, `${key}-again`, { voucherId, outletId })
    expect(other.body.id).not.toBe(first.body.id)
  })

  test('only keyed hashes are stored, and one row a user', async () => {
    const { id: voucherId } = await till.offer()
    const [by, key] = someone()
    const { code, digits } = (await issueCode(by, key, { voucherId, outletId })).body
    await issueCode(by, `${key}-again`, { voucherId, outletId })
    const { id: userId } = (await by('GET', '/me')).body
    const rows =
      await db`select row_to_json(i)::text as text from counter_intents i where user_id = ${userId}`
    expect(rows.length).toBe(1)
    const [stored] = await db<{ text: string }[]>`
      select string_agg(row_to_json(c)::text, ' ') as text from counter_codes c where user_id = ${userId}`
    for (const secret of [
      code,
      digits,
      Buffer.from(code).toString('hex'),
      Buffer.from(digits).toString('hex'),
    ])
      expect(stored?.text).not.toContain(secret)
  })

  test('400: without an Idempotency-Key, with a PIN, or with half a position', async () => {
    const { id: voucherId } = await till.offer()
    const [by, key] = someone()
    expect((await by('POST', '/me/redemption-codes', { voucherId, outletId })).status).toBe(400)
    expect((await issueCode(by, key, { voucherId, outletId, pin: PIN })).status).toBe(400)
    expect((await issueCode(by, key, { voucherId, outletId, consumerLat: 3 })).status).toBe(400)
  })

  test('422 qr_not_enabled, 422 limit_reached, 422 too_far: refused as a redemption would be, without an attempt', async () => {
    const { id: voucherId } = await till.offer()
    const [by, key] = someone()
    const pinOnly = await market.outlet(till.merchant.id, { pin: PIN })
    for (let i = 0; i < 6; i += 1) {
      const refused = await issueCode(by, key, { voucherId, outletId: pinOnly.id })
      expect([refused.status, refused.body]).toEqual([422, { error: 'qr_not_enabled' }])
    }
    const far = await issueCode(by, key, { voucherId, outletId, consumerLat: 4, consumerLng: 101 })
    expect(far.body).toMatchObject({ error: 'too_far', details: { maxMeters: 150 } })
    expect((await till.redeem(by, voucherId)).status).toBe(201)
    expect((await issueCode(by, key, { voucherId, outletId })).body).toMatchObject({ error: 'limit_reached' })
    expect((await issueCode(by, key, { voucherId: outletId, outletId })).body.error).toBe('voucher_not_found')
  })

  test('an attempt limit, a PIN lock and a defended outlet refuse no code', async () => {
    const { id: voucherId } = await till.offer()
    const [by, key] = someone()
    const { id: userId } = (await by('GET', '/me')).body
    const until = new Date(harness.clock.now.getTime() + 3_600_000)
    const at = harness.clock.now
    await db`insert into pin_locks (outlet_id, user_id, guessed_at, locked_until) values (${outletId}, ${userId}, ${at}, ${until})`
    await db`
      insert into outlet_defenses (outlet_id, guessed_at, defended_since, defended_until)
      values (${outletId}, ${at}, ${at}, ${until})`
    const device = await counter.device(outletId)
    const { code } = (await issueCode(by, key, { voucherId, outletId })).body
    expect((await device.confirm(code)).status).toBe(201)
    const [lock] = await db`select guessed_at, locked_until from pin_locks where user_id = ${userId}`
    expect(lock).toMatchObject({ guessedAt: at.toISOString(), lockedUntil: until.toISOString() })
    await db`delete from outlet_defenses`
    await db`delete from pin_locks`
  })

  test('422 idempotency_key_reused: the key of another intent; 409 code_used: of a redemption', async () => {
    const [voucher, other] = [await till.offer(), await till.offer({ redemptionCount: 2 })]
    const [by, key] = someone()
    await issueCode(by, key, { voucherId: voucher.id, outletId })
    const reused = await issueCode(by, key, { voucherId: other.id, outletId })
    expect(reused.body).toEqual({ error: 'idempotency_key_reused' })
    await till.redeem(by, other.id, {}, { 'idempotency-key': `${key}-by-pin` })
    const used = await issueCode(by, `${key}-by-pin`, { voucherId: other.id, outletId })
    expect([used.status, used.body]).toEqual([409, { error: 'code_used' }])
    const mixed = await issueCode(by, `${key}-by-pin`, { voucherId: voucher.id, outletId })
    expect(mixed.body).toEqual({ error: 'idempotency_key_reused' })
  })

  test('429 rate_limited: the 21st code within a minute, whatever the intent', async () => {
    const { id: voucherId } = await till.offer()
    const [by, key] = someone()
    const issue = (i: number) => issueCode(by, `${key}-${i % 2}`, { voucherId, outletId })
    for (let i = 0; i < 20; i += 1) expect((await issue(i)).status).toBe(201)
    const refused = await issue(20)
    expect([refused.status, refused.body.error]).toEqual([429, 'rate_limited'])
    expect(refused.body.details.retryAfterSeconds).toBeGreaterThan(50)
    const { id: userId } = (await by('GET', '/me')).body
    await db`update counter_codes set issued_at = issued_at - interval '60 seconds' where user_id = ${userId}`
    expect((await issue(21)).status).toBe(201)
  })

  test('the six digits are unique at the outlet', async () => {
    const { id: voucherId } = await till.offer()
    const codes = await Promise.all(
      Array.from({ length: 30 }, () => {
        const [by, key] = someone()
        return issueCode(by, key, { voucherId, outletId })
      }),
    )
    expect(new Set(codes.map(({ body }) => body.digits)).size).toBe(30)
    const [one, other] = await db<{ codeHash: Buffer }[]>`select code_hash from counter_codes limit 2`
    await expect(
      db`update counter_codes set digits_hash = (select digits_hash from counter_codes where code_hash = ${one?.codeHash ?? ''})
         where code_hash = ${other?.codeHash ?? ''}`,
    ).rejects.toThrow('counter_codes_digits_are_unique_at_the_outlet')
  })

  test('rows and positions are deleted after 10 minutes, and with the user’s personal data', async () => {
    const { id: voucherId } = await till.offer()
    const [by, key] = someone()
    await issueCode(by, key, { voucherId, outletId, ...NEAR })
    const { id: userId } = (await by('GET', '/me')).body
    const rows = async () => {
      const [row] = await db`
        select (select count(*) from counter_intents where user_id = ${userId}) as intents,
          (select count(*) from counter_codes where user_id = ${userId}) as codes`
      return row
    }
    await deleteOldCodes(deps)
    expect(await rows()).toEqual({ intents: 1, codes: 1 })
    await db`update counter_intents set issued_at = issued_at - interval '11 minutes' where user_id = ${userId}`
    await deleteOldCodes(deps)
    expect(await rows()).toEqual({ intents: 0, codes: 0 })

    await issueCode(by, key, { voucherId, outletId, ...NEAR })
    await issueCode(by, key, { voucherId, outletId, ...NEAR })
    await db`update counter_codes set issued_at = issued_at - interval '11 minutes' where user_id = ${userId} and number = 1`
    await deleteOldCodes(deps)
    expect(await rows()).toEqual({ intents: 1, codes: 1 })
    const call = (await signedCalls(harness))(issuer.partner)
    expect((await call('DELETE', `/integrations/users/someone-${count}`)).status).toBe(204)
    expect(await rows()).toEqual({ intents: 0, codes: 0 })
  })
})

test('the first request creates the user; 404 user_not_found: an anonymized one', async () => {
  const { id: voucherId } = await till.offer()
  const [by, key] = someone()
  expect((await issueCode(by, key, { voucherId, outletId })).status).toBe(201)
  const call = (await signedCalls(harness))(issuer.partner)
  await call('DELETE', `/integrations/users/someone-${count}`)
  expect((await issueCode(by, key, { voucherId, outletId })).body).toEqual({ error: 'user_not_found' })
})

describe('an outlet that takes codes only', () => {
  test('hasPin is false, the PIN is refused, and a preview by code passes', async () => {
    const outlet = await market.outlet(till.merchant.id, { pin: PIN, redeemBy: 'QR', name: 'Codes only' })
    expect(outlet.hasPin).toBe(true)
    const { id: voucherId } = await till.offer()
    const [by, key] = someone()
    const { body } = await by('GET', `/merchants/${till.merchant.id}`)
    const shown = body.outlets.find(({ id }: { id: string }) => id === outlet.id)
    expect([shown.hasPin, shown.redeemBy]).toEqual([false, 'QR'])
    const refused = await till.redeem(by, voucherId, { outletId: outlet.id })
    expect([refused.status, refused.body]).toEqual([422, { error: 'outlet_pin_not_set' }])
    const preview = (method?: string) =>
      by('POST', '/me/redemptions/preview', { voucherId, outletId: outlet.id, ...(method && { method }) })
    expect((await preview()).body.reasons).toEqual(['outlet_pin_not_set'])
    expect((await preview('QR')).body).toMatchObject({ redeemable: true, reasons: [] })
    expect((await issueCode(by, key, { voucherId, outletId: outlet.id })).status).toBe(201)
    const pinOutlet = await market.outlet(till.merchant.id, { pin: PIN })
    const byCode = { voucherId, outletId: pinOutlet.id, method: 'QR' }
    expect((await by('POST', '/me/redemptions/preview', byCode)).body.reasons).toEqual(['qr_not_enabled'])
    const { id: userId } = (await by('GET', '/me')).body
    const explained = await admin(
      'GET',
      `/admin/users/${userId}/redeemability?voucherId=${voucherId}&outletId=${outlet.id}`,
    )
    expect(explained.body).toMatchObject({ redeemable: true, refusal: null })
  })
})
