import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call, createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { openTwin } from '../support/sandbox-scene.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { clock, db } = harness
const as = (key: string): Call => heldToContract(harness.served, harness.as(key))
const admin = as(ADMIN_KEY)
const market = openMarket(admin)

clock.now = new Date('2026-11-10T08:00:00.000Z')
const [bank, telco] = [await onboardIssuer(harness), await onboardIssuer(harness)]
const [kopi, teh] = [await market.merchant(), await market.merchant()]
for (const { id } of [kopi, teh]) await market.outlet(id)
const coffee = await market.offer(kopi.id, { title: '{b}Free{/b} kopi' })
const cake = await market.offer(kopi.id)
const tea = await market.offer(teh.id)
const [mei, ali] = [visitorsOf(harness, bank)('mei'), visitorsOf(harness, telco)('=ali')]
const twin = await openTwin(harness)

async function claim(by: Call, voucherId: string): Promise<string> {
  clock.advance(60_000)
  const { status, body } = await by('POST', '/me/claims', { voucherId })
  expect(status).toBe(201)
  return body.id
}
const meiCoffee = await claim(mei, coffee.id)
const meiTea = await claim(mei, tea.id)
const aliCoffee = await claim(ali, coffee.id)
const aliCake = await claim(ali, cake.id)
const tested = await claim(await twin.user(), twin.scenario('wallet-only').voucherId)
const [{ userId: meiId }] = (await db`select id as user_id from users where external_user_id = 'mei'`) as [
  { userId: string },
]

const idsOf = async (query: object = {}, call = admin): Promise<string[]> => {
  const { status, body } = await call('GET', `/admin/claims?${new URLSearchParams({ ...query })}`)
  expect([status, body.error]).toEqual([200, undefined])
  return body.items.map(({ id }: { id: string }) => id)
}
const keyOf = async (access: object) =>
  as((await admin('POST', '/admin/keys', { name: 'Key', ...access })).body.key)

test('200: newest first, with voucher, merchant, partner and user', async () => {
  const { body } = await admin('GET', '/admin/claims')
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual([aliCake, aliCoffee, meiTea, meiCoffee])
  expect(body.items[3]).toEqual({
    ...{ id: meiCoffee, userId: meiId, voucherId: coffee.id, claimedAt: '2026-11-10T08:01:00.000Z' },
    ...{ voucherTitle: '{b}Free{/b} kopi', merchantId: kopi.id, partnerId: bank.id, externalUserId: 'mei' },
  })
})

test.each([
  ['partner', { partnerId: bank.id }, [meiTea, meiCoffee]],
  ['merchant', { merchantId: kopi.id }, [aliCake, aliCoffee, meiCoffee]],
  ['voucher', { voucherId: coffee.id }, [aliCoffee, meiCoffee]],
  ['user', { userId: meiId }, [meiTea, meiCoffee]],
  ['partner and merchant', { partnerId: bank.id, merchantId: kopi.id }, [meiCoffee]],
  ['start', { from: '2026-11-10T08:03:00Z' }, [aliCake, aliCoffee]],
  ['end', { to: '2026-11-10T08:02:00Z' }, [meiCoffee]],
  ['test partner', { partnerId: twin.partner.id }, [tested]],
  ['test voucher', { voucherId: twin.scenario('wallet-only').voucherId }, [tested]],
] as const)('200: by %s', async (_, query, expected) => {
  expect(await idsOf(query)).toEqual(expected)
})

test('200: a cursor continues after the last claim; 400 validation_failed: a cursor of another list', async () => {
  const first = (await admin('GET', '/admin/claims?limit=3')).body
  expect(first.items).toHaveLength(3)
  expect(await idsOf({ limit: '3', cursor: first.nextCursor })).toEqual([meiCoffee])
  const foreign = Buffer.from('redemptions|2026-11-10T08:00:00.000Z|x').toString('base64url')
  expect((await admin('GET', `/admin/claims?cursor=${foreign}`)).body.error).toBe('validation_failed')
})

test('a merchant sees claims of its vouchers, a partner those of its users, whatever the filter', async () => {
  const asKopi = await keyOf({ role: 'merchant', merchantIds: [kopi.id] })
  expect(await idsOf({}, asKopi)).toEqual([aliCake, aliCoffee, meiCoffee])
  expect(await idsOf({ merchantId: teh.id }, asKopi)).toEqual([])
  const asBank = await keyOf({ role: 'partner', partnerId: bank.id })
  expect(await idsOf({}, asBank)).toEqual([meiTea, meiCoffee])
  expect(await idsOf({ partnerId: telco.id }, asBank)).toEqual([])
  expect(await idsOf({}, as(twin.partner.apiKey))).toEqual([tested])
})

test('the list has as many claims as the stats count, in total and by filter', async () => {
  // The end of the period is exclusive.
  clock.advance(1)
  for (const filter of [
    {},
    { merchantId: kopi.id },
    { partnerId: telco.id },
    { partnerId: twin.partner.id },
  ]) {
    const { body } = await admin('GET', `/admin/stats?${new URLSearchParams({ ...filter })}`)
    expect([filter, body.claims]).toEqual([filter, (await idsOf(filter)).length])
  }
})

test('CSV: the same claims, titles without markup, formulas as text', async () => {
  const { status, headers, body } = await admin('GET', `/admin/claims.csv?voucherId=${coffee.id}`)
  expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="claims.csv"'])
  const [header, ...lines] = body.trimEnd().split('\r\n')
  expect(header).toBe(
    '"id","claimedAt","voucherTitle","externalUserId","partnerId","userId","merchantId","voucherId"',
  )
  expect(lines.map((line: string) => line.split(',').slice(0, 4))).toEqual([
    [`"${aliCoffee}"`, '"2026-11-10T08:03:00.000Z"', '"Free kopi"', `"'=ali"`],
    [`"${meiCoffee}"`, '"2026-11-10T08:01:00.000Z"', '"Free kopi"', '"mei"'],
  ])
})
