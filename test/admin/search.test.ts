import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call, createHarness } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'
import { signedCalls } from '../support/signing.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const as = (key: string): Call => heldToContract(harness.served, harness.as(key))
const admin = as(ADMIN_KEY)
const webhookUrl = 'http://127.0.0.1:9/hooks'
const [bank, telco] = [
  await onboardIssuer(harness, { slug: 'acme-bank', name: 'Acme Bank', webhookUrl }),
  await onboardIssuer(harness, { slug: 'other-telco', name: 'Telco' }),
]
const [kopi, teh] = [
  await openTill(harness, { name: 'Kopi Corner', slug: 'kopi-corner' }),
  await openTill(harness, { name: 'Teh House', slug: 'teh-house' }),
]
const coffee = await kopi.offer({ title: '{b}Free{/b} coffee', codeSource: 'AUTO' })
const tea = await teh.pool(['tea-0042'], { title: 'Half price tea' })
const signedAs = await signedCalls(harness)
const person = {
  externalUserId: 'user-42',
  email: 'mei@example.com',
  phone: '+60 12-345',
  displayName: 'Mei Lin',
}
const meiId = (await signedAs(bank.partner)('POST', '/integrations/users', person)).body.userId as string
const aliId = (await signedAs(telco.partner)('POST', '/integrations/users', { externalUserId: 'ali' })).body
  .userId
const byMei = (await kopi.redeem(harness.as(bank.mint({ sub: 'user-42' })), coffee.id)).body
const byAli = (await teh.redeem(harness.as(telco.mint({ sub: 'ali' })), tea.id)).body
const [event] = (await admin('GET', `/admin/deliveries?partnerId=${bank.id}`)).body.items

const refused = await kopi.redeem(harness.as(bank.mint({ sub: 'user-42' })), coffee.id)
const requestId = refused.headers['x-request-id'] as string

const keyOf = async (access: object) =>
  as((await admin('POST', '/admin/keys', { name: 'key', ...access })).body.key)
const support = await keyOf({ role: 'support' })
const merchant = await keyOf({ role: 'merchant', merchantIds: [kopi.merchant.id] })
const partner = await keyOf({ role: 'partner', partnerId: bank.id })

type Hit = Record<string, string | null>
const search = async (q: string, call = admin, filter: Record<string, string> = {}): Promise<Hit[]> => {
  const { status, body } = await call('GET', `/admin/search?${new URLSearchParams({ q, ...filter })}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.items
}
const found = async (q: string, call = admin) => (await search(q, call)).map(({ type, id }) => [type, id])

test.each<[what: string, q: string, type: string, id: string]>([
  ['a user by external id', 'USER-42', 'user', meiId],
  ['a user by part of the e-mail', 'mei@exam', 'user', meiId],
  ['a user by phone', '12-345', 'user', meiId],
  ['a user by name', 'mei lin', 'user', meiId],
  ['a user by id', meiId, 'user', meiId],
  ['a redemption by id', byMei.id, 'redemption', byMei.id],
  ['a redemption by its generated code', byMei.code, 'redemption', byMei.id],
  [
    'a code in lower case without hyphens',
    byMei.code.toLowerCase().replaceAll('-', ''),
    'redemption',
    byMei.id,
  ],
  ['a redemption by its uploaded code', 'tea-0042', 'redemption', byAli.id],
  ['a merchant by name', 'kopi cor', 'merchant', kopi.merchant.id],
  ['a merchant by slug', 'teh-house', 'merchant', teh.merchant.id],
  ['a merchant by id', kopi.merchant.id, 'merchant', kopi.merchant.id],
  ['a voucher by its title without markup', 'free coffee', 'voucher', coffee.id],
  ['a voucher by id', tea.id, 'voucher', tea.id],
  ['a partner by name', 'acme ba', 'partner', bank.id],
  ['a partner by slug', 'other-telco', 'partner', telco.id],
  ['a partner by id', bank.id, 'partner', bank.id],
  ['a delivery by event id', event.eventId, 'delivery', event.id],
  ['a failed request by its id', requestId, 'request', requestId],
])('200: %s', async (_what, q, type, id) => {
  expect(await found(q)).toEqual([[type, id]])
  expect(await found(`  ${q} `, support)).toEqual([[type, id]])
})

test('200: hits say what they are and carry the ids that a link needs', async () => {
  expect(await search('mei@example.com')).toEqual([
    {
      ...{ type: 'user', id: meiId, title: 'Mei Lin' },
      subtitle: 'Acme Bank · user-42 · mei@example.com · +60 12-345',
      ...{ state: null, merchantId: null, partnerId: bank.id, userId: meiId },
    },
  ])
  expect(await search(byMei.code)).toEqual([
    {
      ...{ type: 'redemption', id: byMei.id, title: 'Free coffee' },
      subtitle: `Acme Bank · user-42 · Kopi Corner · ${byMei.code}`,
      ...{ state: null, merchantId: kopi.merchant.id, partnerId: bank.id, userId: meiId },
    },
  ])
  expect(await search(event.eventId)).toEqual([
    {
      ...{ type: 'delivery', id: event.id, title: 'REDEMPTION_CREATED', subtitle: 'Acme Bank' },
      ...{ state: 'PENDING', merchantId: null, partnerId: bank.id, userId: meiId },
    },
  ])
  expect(await search(requestId)).toEqual([
    {
      ...{ type: 'request', id: requestId, title: 'POST /me/redemptions' },
      subtitle: 'Acme Bank · user-42 · 422 · limit_reached',
      ...{ state: null, merchantId: null, partnerId: bank.id, userId: null },
    },
  ])
})

test('200: users of two partners with the same external id show their partner, and can be filtered by it', async () => {
  const { body } = await signedAs(telco.partner)('POST', '/integrations/users', { externalUserId: 'user-42' })
  const namesakes = async (call = admin, filter = {}) =>
    (await search('user-42', call, filter)).map(({ id, subtitle }) => [id, subtitle])
  const mei = [meiId, 'Acme Bank · user-42 · mei@example.com · +60 12-345']
  expect(await namesakes()).toEqual([[body.userId, 'Telco'], mei])
  expect(await namesakes(admin, { partnerId: bank.id })).toEqual([mei])
  expect(await namesakes(support, { partnerId: telco.id.toUpperCase() })).toEqual([[body.userId, 'Telco']])
  expect(await namesakes(partner, { partnerId: bank.id })).toEqual([mei])
  expect(await namesakes(partner, { partnerId: telco.id })).toEqual([])
})

test('200: the filter by partner applies to every type: no merchants and vouchers, no other partner', async () => {
  const ofBank = { partnerId: bank.id }
  const own = [meiId, byMei.id, byMei.code, event.eventId, bank.id]
  const foreign = [aliId, byAli.id, 'tea-0042', telco.id, kopi.merchant.id, coffee.id]
  const lengths = (await Promise.all(own.map((q) => search(q, support, ofBank)))).map((hits) => hits.length)
  expect(lengths).toEqual(own.map(() => 1))
  expect((await Promise.all(foreign.map((q) => search(q, support, ofBank)))).flat()).toEqual([])
})

test('200: a redemption names neither its partner nor its user to a merchant', async () => {
  expect((await search(byMei.code, merchant))[0]?.subtitle).toBe(`Kopi Corner · ${byMei.code}`)
})

test('200: a merchant finds its own merchant, vouchers and redemptions, and nothing else', async () => {
  const own = [kopi.merchant.id, coffee.id, byMei.id, byMei.code]
  const foreign = [
    teh.merchant.id,
    tea.id,
    byAli.id,
    'tea-0042',
    meiId,
    'user-42',
    bank.id,
    event.eventId,
    requestId,
  ]
  expect((await Promise.all(own.map((q) => search(q, merchant)))).map((hits) => hits.length)).toEqual([
    1, 1, 1, 1,
  ])
  expect((await Promise.all(foreign.map((q) => search(q, merchant)))).flat()).toEqual([])
})

test('200: a partner finds itself, its users, redemptions and deliveries, and nothing else', async () => {
  const own = [bank.id, meiId, 'mei lin', byMei.id, byMei.code, event.eventId, requestId]
  const foreign = [telco.id, 'telco', aliId, 'ali', byAli.id, 'tea-0042', kopi.merchant.id, coffee.id, 'kopi']
  const lengths = (await Promise.all(own.map((q) => search(q, partner)))).map((hits) => hits.length)
  expect(lengths).toEqual(own.map(() => 1))
  expect((await Promise.all(foreign.map((q) => search(q, partner)))).flat()).toEqual([])
})

test('200: nothing for an unknown id, blanks, or text with % and quotes', async () => {
  for (const q of [randomUUID(), '   ', '%', "'; drop table users; --", '\\', 'no such thing']) {
    expect([q, await search(q)]).toEqual([q, []])
  }
})

test('200: at most 5 of each type, newest first', async () => {
  const market = openMarket(admin)
  const ids: string[] = []
  for (let i = 0; i < 7; i += 1) ids.push((await market.merchant({ name: `Bakery ${i}` })).id)
  expect(await found('bakery')).toEqual(
    ids
      .toReversed()
      .slice(0, 5)
      .map((id) => ['merchant', id]),
  )
})

test('400 validation_failed: no text, or too much of it', async () => {
  for (const path of ['/admin/search', '/admin/search?q=', `/admin/search?q=${'x'.repeat(201)}`]) {
    const response = await admin('GET', path)
    expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
  }
})
