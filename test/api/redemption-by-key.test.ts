import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { type Call, createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { openTill, WRONG_PIN, writtenIn } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, clock, db, served } = harness
const issuer = await onboardIssuer(harness)
const visitor = visitorsOf(harness, issuer)
const till = await openTill(harness)
const HOUR = 3_600_000

let people = 0
const someone = (): Call => {
  people += 1
  return heldToContract(served, visitor(`someone-${people}`))
}
const find = (by: Call, key: string, search = '', headers = {}) =>
  by('GET', `/me/redemptions/by-key/${encodeURIComponent(key)}${search}`, undefined, headers)
const redeem = (by: Call, voucherId: string, key: string, changes = {}) =>
  till.redeem(by, voucherId, changes, { 'idempotency-key': key })
const NOT_FOUND = [404, { error: 'not_found' }]

test('200: the body of the 201; nothing written, no attempt counted, no-store', async () => {
  const voucher = await till.offer({ codeSource: 'AUTO', cycle: 'MONTHLY', redemptionCount: 9 })
  const by = someone()
  const { body } = await redeem(by, voucher.id, 'once')
  const everything = async () => [
    await writtenIn(db),
    await db`select * from redemption_attempts order by user_id`,
    await db`select * from idempotency_keys order by user_id, key`,
  ]
  const before = await everything()
  for (let i = 0; i < 7; i += 1) {
    const found = await find(by, 'once')
    expect([found.status, found.body]).toEqual([200, body])
    expect(found.headers['cache-control']).toBe('no-store')
  }
  expect(await everything()).toEqual(before)
})

test('404 not_found: before a redemption, after a refusal, and for the key of another user', async () => {
  const voucher = await till.offer()
  const by = someone()
  const found = async (caller: Call, key: string) => {
    const { status, body } = await find(caller, key)
    return [status, body]
  }
  expect(await found(by, 'mine')).toEqual(NOT_FOUND)
  await redeem(by, voucher.id, 'mine', { pin: WRONG_PIN })
  expect(await found(by, 'mine')).toEqual(NOT_FOUND)
  expect((await redeem(by, voucher.id, 'mine')).status).toBe(201)
  const namesake = visitorsOf(harness, await onboardIssuer(harness))(`someone-${people}`)
  for (const other of [someone(), namesake]) expect(await found(other, 'mine')).toEqual(NOT_FOUND)
  expect(await found(by, 'MINE')).toEqual(NOT_FOUND)
})

test('404 not_found: the first request of a user, which creates the user', async () => {
  expect((await find(visitor('newcomer'), 'none')).status).toBe(404)
  expect(await db`select from users where external_user_id = 'newcomer'`).toHaveLength(1)
})

test('404 not_found: after 24 hours, to the millisecond', async () => {
  const voucher = await till.offer()
  people += 1
  const by = () => visitor(`someone-${people}`)
  await redeem(by(), voucher.id, 'yesterday')
  clock.advance(24 * HOUR - 1)
  expect((await find(by(), 'yesterday')).status).toBe(200)
  clock.advance(1)
  expect((await find(by(), 'yesterday')).status).toBe(404)
})

test.each([
  ['255 visible characters', String.fromCharCode(...Array.from({ length: 255 }, (_, i) => 33 + (i % 94)))],
  ['a UUID in upper case', '8E03978E-40D5-43E8-BC93-6894A57F9324'],
  ['a path', '../preview?lang=ms#%2F'],
])('200: a key is found as it was sent: %s', async (_name, key) => {
  const voucher = await till.offer()
  const by = someone()
  const { body } = await redeem(by, voucher.id, key)
  expect((await find(by, key)).body).toEqual(body)
})

test.each([
  ['256 characters', 'x'.repeat(256)],
  ['a space', 'a b'],
  ['é', 'é'],
  ['a line feed', 'a\n'],
  ['a zero', '\0'],
])('404 not_found: a key with %s, which no redemption can have', async (_name, key) => {
  expect((await find(someone(), key)).status).toBe(404)
})

test('200: texts are in the language of this request, not of the redemption', async () => {
  const market = openMarket(admin)
  const voucher = await till.offer({ title: 'Free kopi', translations: { ms: { title: 'Kopi percuma' } } })
  await market.change(`/admin/outlets/${till.outlet.id}`, { translations: { ms: { name: 'Sudut Kopi' } } })
  const by = someone()
  await redeem(by, voucher.id, 'spoken')
  const malay = { voucherTitle: 'Kopi percuma', outletName: 'Sudut Kopi' }
  const response = await find(by, 'spoken', '', { 'accept-language': 'ms' })
  expect([response.body, response.headers['content-language']]).toMatchObject([malay, 'ms'])
  expect((await find(by, 'spoken', '?lang=ms')).body).toMatchObject(malay)
  expect((await find(by, 'spoken')).body.voucherTitle).toBe('Free kopi')
})

test('404 user_not_found: an anonymized user', async () => {
  const voucher = await till.offer()
  const by = someone()
  await redeem(by, voucher.id, 'gone')
  const { id } = (await by('GET', '/me')).body
  await db`update users set anonymized_at = now(), email = null, display_name = null where id = ${id}`
  const { status, body } = await find(by, 'gone')
  expect([status, body.error]).toEqual([404, 'user_not_found'])
})
