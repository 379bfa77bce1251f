import { randomUUID } from 'node:crypto'
import { PREVIEW_REASONS } from '@counterfoil/contract/shapes/redemption.ts'
import { IN_ENGLISH } from '@counterfoil/contract/words/in-english.ts'
import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call, createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { signedCalls } from '../support/signing.ts'
import { openTill, WRONG_PIN } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { db, clock, served } = harness
const as = (key: string): Call => heldToContract(served, harness.as(key))
const admin = as(ADMIN_KEY)
const market = openMarket(admin)
const bank = await onboardIssuer(harness)
const [kopi, teh] = [await openTill(harness, { name: 'Kopi' }), await openTill(harness, { name: 'Teh' })]
const mei = visitorsOf(harness, bank)('mei')
await mei('GET', '/me')
const [user] = await db<[{ id: string }]>`select id from users where external_user_id = 'mei'`

type Rule = { code: string; ok: boolean; checked: boolean; facts: string }
type Explained = { redeemable: boolean; refusal: string | null; rules: Rule[]; voucherTitle: string | null }

async function explain(voucherId: string, outletId?: string, call = admin): Promise<Explained> {
  const query = new URLSearchParams({ voucherId, ...(outletId && { outletId }) })
  const { status, body } = await call('GET', `/admin/users/${user.id}/redeemability?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const brokenIn = ({ rules }: Explained) => rules.filter(({ ok }) => !ok).map(({ code }) => code)
const factsOf = ({ rules }: Explained, code: string) => rules.find((rule) => rule.code === code)?.facts

test('200: every rule in the order of the checks, with its facts; nothing is broken', async () => {
  const coffee = await kopi.offer({ redemptionCount: 2, cycle: 'MONTHLY' })
  const explained = await explain(coffee.id, kopi.outlet.id)
  expect([explained.redeemable, explained.refusal, brokenIn(explained)]).toEqual([true, null, []])
  expect(explained.rules.map(({ code }) => code)).toEqual([
    'partner_disabled',
    'rate_limited',
    'voucher_not_found',
    'voucher_out_of_scope',
    'outlet_not_found',
    'merchant_out_of_scope',
    'voucher_inactive',
    'voucher_not_yet_valid',
    'voucher_expired',
    'voucher_not_valid_at_outlet',
    'outlet_inactive',
    'outlet_pin_not_set',
    'invalid_pin',
    'too_far',
    'not_a_favorite',
    'no_claim',
    'voucher_not_yet_applicable',
    'voucher_no_longer_applicable',
    'limit_reached',
    'global_cap_reached',
    'codes_exhausted',
  ])
  expect(explained.rules.filter(({ checked }) => !checked).map(({ code }) => code)).toEqual([
    'invalid_pin',
    'too_far',
  ])
  expect(factsOf(explained, 'limit_reached')).toMatch(
    /^The user has used 0 of 2 redemptions in the cycle \d{4}-\d\d, which ends at .* UTC\.$/,
  )
})

test('200: several rules are broken: all are listed as in a preview, and the refusal is the first', async () => {
  const tomorrow = new Date(clock.now.getTime() + 86_400_000).toISOString()
  const outlet = await market.outlet(kopi.merchant.id, { isActive: false })
  const voucher = await kopi.offer({
    ...{ claimFlow: 'WALLET', favoritesOnly: true, validFrom: tomorrow, applicableFrom: tomorrow },
    outletIds: [kopi.outlet.id],
  })
  const explained = await explain(voucher.id, outlet.id)
  expect(brokenIn(explained)).toEqual([
    ...['voucher_not_yet_valid', 'voucher_not_valid_at_outlet', 'outlet_inactive', 'outlet_pin_not_set'],
    ...['not_a_favorite', 'no_claim', 'voucher_not_yet_applicable'],
  ])
  const request = { voucherId: voucher.id, outletId: outlet.id }
  const preview = await mei('POST', '/me/redemptions/preview', request)
  expect(preview.body.reasons).toEqual(brokenIn(explained))
  expect([explained.redeemable, explained.refusal]).toEqual([false, 'voucher_not_yet_valid'])
  const refused = await kopi.redeem(mei, voucher.id, { outletId: outlet.id })
  expect(refused.body.error).toBe(explained.refusal)
  expect([factsOf(explained, 'voucher_not_yet_valid'), factsOf(explained, 'no_claim')]).toEqual([
    `The voucher is valid from ${IN_ENGLISH.writeTime(tomorrow)}.`,
    'The user has not claimed the voucher.',
  ])
})

test('200: limit, cap and pool that are used up', async () => {
  const voucher = await kopi.pool(['ONLY-1'], { globalRedemptionCap: 1 })
  expect((await kopi.redeem(mei, voucher.id)).status).toBe(201)
  const explained = await explain(voucher.id, kopi.outlet.id)
  const used = ['limit_reached', 'global_cap_reached', 'codes_exhausted']
  expect(brokenIn(explained)).toEqual(used)
  expect(used.map((code) => factsOf(explained, code))).toEqual([
    'The user has used 1 of 1 redemptions.',
    'All users together have used 1 of 1 redemptions.',
    'The pool is empty.',
  ])
})

test('200: without an outlet, the rules of outlets are not checked', async () => {
  const coffee = await kopi.offer()
  const { redeemable, rules } = await explain(coffee.id)
  expect(redeemable).toBe(true)
  expect(rules.filter(({ facts }) => facts === 'No outlet was chosen.').map(({ code }) => code)).toEqual([
    ...['outlet_not_found', 'merchant_out_of_scope', 'voucher_not_valid_at_outlet', 'outlet_inactive'],
    ...['outlet_pin_not_set', 'too_far'],
  ])
})

test('200: an unknown voucher, and an unknown outlet', async () => {
  expect(brokenIn(await explain(randomUUID(), randomUUID()))).toEqual([
    'voucher_not_found',
    'outlet_not_found',
  ])
})

test('200: a user who has used up the attempts has to wait; this request counts no attempt', async () => {
  clock.advance(61_000)
  const coffee = await kopi.offer()
  for (let i = 0; i < 10; i += 1) await explain(coffee.id, kopi.outlet.id)
  for (let i = 0; i < 5; i += 1) {
    expect((await kopi.redeem(mei, coffee.id, { pin: WRONG_PIN })).body.error).toBe('invalid_pin')
  }
  const explained = await explain(coffee.id, kopi.outlet.id)
  expect([explained.refusal, factsOf(explained, 'rate_limited')]).toEqual([
    'rate_limited',
    'The user has to wait 60 more seconds.',
  ])
  clock.advance(61_000)
})

test('200: a disabled partner is the first rule', async () => {
  const coffee = await kopi.offer()
  await admin('PATCH', `/admin/partners/${bank.id}`, { disabled: true })
  const explained = await explain(coffee.id, kopi.outlet.id)
  expect([explained.refusal, brokenIn(explained)]).toEqual(['partner_disabled', ['partner_disabled']])
  await admin('PATCH', `/admin/partners/${bank.id}`, { disabled: false })
})

test('200: a partner sees nothing of a voucher outside its scope, except that it is outside', async () => {
  const { key } = (await admin('POST', '/admin/keys', { name: 'p', role: 'partner', partnerId: bank.id }))
    .body
  const tea = await teh.offer({ title: 'Secret teh', favoritesOnly: true })
  const scope = { merchantIds: [kopi.merchant.id], categories: [] }
  await admin('PATCH', `/admin/partners/${bank.id}`, { scope })
  const seen = await explain(tea.id, teh.outlet.id, as(key))
  expect([seen.refusal, seen.voucherTitle, brokenIn(seen)]).toEqual([
    'voucher_out_of_scope',
    null,
    ['voucher_out_of_scope'],
  ])
  expect(new Set(seen.rules.slice(4).map(({ facts }) => facts))).toEqual(
    new Set(['Not shown to this partner.']),
  )
  const bySupport = await explain(tea.id, teh.outlet.id)
  expect(brokenIn(bySupport)).toEqual(['voucher_out_of_scope', 'merchant_out_of_scope', 'not_a_favorite'])
  await admin('PATCH', `/admin/partners/${bank.id}`, { scope: null })
})

test('every reason of a preview by PIN is a rule', async () => {
  const { rules } = await explain(randomUUID())
  const codes = rules.map(({ code }) => code)
  const byPin = PREVIEW_REASONS.filter((code) => code !== 'qr_not_enabled')
  expect(byPin.filter((code) => !(codes as string[]).includes(code))).toEqual([])
})

test('404 not_found: an unknown user; 404 user_not_found: an anonymized one', async () => {
  const query = `voucherId=${randomUUID()}`
  const unknown = await admin('GET', `/admin/users/${randomUUID()}/redeemability?${query}`)
  expect([unknown.status, unknown.body]).toEqual([404, { error: 'not_found' }])
  const signed = (await signedCalls(harness))(bank.partner)
  const { body } = await signed('POST', '/integrations/users', { externalUserId: 'gone' })
  await signed('DELETE', '/integrations/users/gone')
  const gone = await admin('GET', `/admin/users/${body.userId}/redeemability?${query}`)
  expect([gone.status, gone.body]).toEqual([404, { error: 'user_not_found' }])
})

test('400 validation_failed: no voucher', async () => {
  const response = await admin('GET', `/admin/users/${user.id}/redeemability`)
  expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
})
