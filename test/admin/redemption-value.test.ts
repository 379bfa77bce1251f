import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call, createHarness } from '../support/harness.ts'
import { visitorsOf } from '../support/market.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness({}, { attemptsPerMinute: 1000 })
const { db, clock, served } = harness
const as = (key: string): Call => heldToContract(served, harness.as(key))
const admin = as(ADMIN_KEY)
const till = await openTill(harness, { timezone: 'Asia/Kuala_Lumpur' })
const bank = await onboardIssuer(harness)
const visitor = visitorsOf(harness, bank)

const keyOf = async (access: object) =>
  as((await admin('POST', '/admin/keys', { name: 'Key', ...access })).body.key)
const asMerchant = await keyOf({ role: 'merchant', merchantIds: [till.merchant.id] })
const asPartner = await keyOf({ role: 'partner', partnerId: bank.id })

const FIVE = { amount: '5.00', currency: 'MYR' }
const SIX = { amount: '6.50', currency: 'MYR' }
const offer = (redemptionValue: object | null = FIVE) => till.offer({ redemptionValue, redemptionCount: 100 })
const setValue = (id: string, redemptionValue: unknown, by = admin) =>
  by('PATCH', `/admin/vouchers/${id}`, { redemptionValue })
const redeemed = async (voucherId: string, user = 'mei') => {
  const { status, body } = await till.redeem(visitor(user), voucherId)
  expect([status, body.error]).toEqual([201, undefined])
  return body
}

test('a voucher keeps its value in the decimals of the currency; null means no money, 0.00 is a value', async () => {
  const { id, redemptionValue } = await offer()
  expect(redemptionValue).toEqual(FIVE)
  for (const [value, stored] of [
    [
      { amount: '7', currency: 'MYR' },
      { amount: '7.00', currency: 'MYR' },
    ],
    [
      { amount: '500', currency: 'JPY' },
      { amount: '500', currency: 'JPY' },
    ],
    [
      { amount: '1.250', currency: 'KWD' },
      { amount: '1.250', currency: 'KWD' },
    ],
    [
      { amount: '999999999999.9999', currency: 'CLF' },
      { amount: '999999999999.9999', currency: 'CLF' },
    ],
    [
      { amount: '0.00', currency: 'MYR' },
      { amount: '0.00', currency: 'MYR' },
    ],
    [null, null],
  ]) {
    expect((await setValue(id, value)).body.redemptionValue).toEqual(stored)
    expect((await admin('GET', `/admin/vouchers/${id}`)).body.redemptionValue).toEqual(stored)
  }
})

test.each([
  ['three decimals of MYR', { amount: '5.001', currency: 'MYR' }, '/redemptionValue/amount'],
  ['decimals of JPY', { amount: '5.5', currency: 'JPY' }, '/redemptionValue/amount'],
  ['a negative amount', { amount: '-5.00', currency: 'MYR' }, '/redemptionValue/amount'],
  ['13 digits', { amount: '1234567890123', currency: 'MYR' }, '/redemptionValue/amount'],
  ['a number', { amount: 5, currency: 'MYR' }, '/redemptionValue/amount'],
  ['an unknown currency', { amount: '5.00', currency: 'XYZ' }, '/redemptionValue/currency'],
  ['a currency in lower case', { amount: '5.00', currency: 'myr' }, '/redemptionValue/currency'],
  ['no currency', { amount: '5.00' }, '/redemptionValue'],
  ['plain text', '5.00 MYR', '/redemptionValue'],
])('400 names the field: %s', async (_, value, path) => {
  const { id } = await offer()
  for (const response of [
    await setValue(id, value),
    await admin('POST', `/admin/merchants/${till.merchant.id}/vouchers`, {
      title: 'New',
      redemptionValue: value,
    }),
  ]) {
    expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
    expect(response.body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  }
  expect((await admin('GET', `/admin/vouchers/${id}`)).body.redemptionValue).toEqual(FIVE)
})

test('403 forbidden: a merchant reads the value and cannot set it', async () => {
  const { id } = await offer()
  for (const value of [SIX, FIVE, null]) {
    const { status, body } = await setValue(id, value, asMerchant)
    expect([status, body.error]).toEqual([403, 'forbidden'])
  }
  const path = `/admin/merchants/${till.merchant.id}/vouchers`
  expect((await asMerchant('POST', path, { title: 'New', redemptionValue: SIX })).status).toBe(403)
  expect((await asMerchant('POST', path, { title: 'New', redemptionValue: null })).status).toBe(201)
  expect((await asMerchant('GET', `/admin/vouchers/${id}`)).body.redemptionValue).toEqual(FIVE)
})

test('each redemption keeps the value and the statement month of its moment', async () => {
  clock.now = new Date('2026-10-31T15:59:59.999Z')
  const { id } = await offer()
  const first = await redeemed(id)
  clock.advance(1)
  await setValue(id, SIX)
  const second = await redeemed(id)
  await setValue(id, null)
  const third = await redeemed(id)
  await admin('PATCH', `/admin/merchants/${till.merchant.id}`, { timezone: 'America/St_Johns' })
  const fourth = await redeemed(id)
  await admin('PATCH', `/admin/merchants/${till.merchant.id}`, { timezone: 'Asia/Kuala_Lumpur' })
  const expected = [
    [first.id, FIVE, '2026-10'],
    [second.id, SIX, '2026-11'],
    [third.id, null, '2026-11'],
    [fourth.id, null, '2026-10'],
  ]
  for (const call of [admin, asMerchant, asPartner]) {
    for (const [redemption, value, month] of expected) {
      const { body } = await call('GET', `/admin/redemptions/${redemption}`)
      expect([body.redemptionValue, body.statementMonth]).toEqual([value, month])
    }
  }
})

test('consumers never see the value: not in vouchers, redemptions or events', async () => {
  const { id } = await offer({ amount: '98765.43', currency: 'MYR' })
  const user = visitor('curious')
  const redemption = await redeemed(id, 'curious')
  const seen = [
    redemption,
    (await user('GET', `/vouchers/${id}`)).body,
    (await user('GET', `/merchants/${till.merchant.id}/vouchers`)).body,
    (await user('GET', '/me/redemptions')).body,
    await db`select body from events where body like ${`%${redemption.id}%`}`,
  ]
  expect(JSON.stringify(seen)).not.toMatch(/98765|redemptionValue|statementMonth/)
})

test('lists and CSV filter by statement month, value and outcome of the review', async () => {
  clock.now = new Date('2027-01-15T00:00:00Z')
  const { id: voucherId } = await offer()
  const five = await redeemed(voucherId)
  await setValue(voucherId, null)
  const none = await redeemed(voucherId)
  await setValue(voucherId, SIX)
  const six = await redeemed(voucherId)
  await admin('POST', `/admin/redemptions/${six.id}/review`, { outcome: 'REJECTED' })
  await admin('POST', `/admin/redemptions/${five.id}/review`, { outcome: 'ACCEPTED' })
  const listed = async (filter: Record<string, string>) => {
    const query = new URLSearchParams({ voucherId, ...filter })
    const { body } = await admin('GET', `/admin/redemptions?${query}`)
    const csv = await admin('GET', `/admin/redemptions.csv?${query}`)
    const rows: Record<string, string>[] = parse(csv.body, { columns: true })
    const ids = body.items.map((item: { id: string }) => item.id)
    expect(rows.map((row) => row.id)).toEqual(ids)
    return ids
  }
  expect(await listed({ statementMonth: '2027-01' })).toEqual([six.id, none.id, five.id])
  expect(await listed({ statementMonth: '2026-12' })).toEqual([])
  expect(await listed({ value: '5.00 MYR' })).toEqual([five.id])
  expect(await listed({ value: '6.5 MYR' })).toEqual([six.id])
  expect(await listed({ value: 'none' })).toEqual([none.id])
  expect(await listed({ reviewOutcome: 'REJECTED' })).toEqual([six.id])
  expect(await listed({ reviewOutcome: 'ACCEPTED', value: '5.00 MYR' })).toEqual([five.id])
  for (const value of ['5.001 MYR', '5.00 XYZ', '5.00', 'MYR 5.00']) {
    const { status, body } = await admin('GET', `/admin/redemptions?value=${encodeURIComponent(value)}`)
    expect([status, body.issues[0].path]).toEqual([400, '/value'])
  }
  const csv = await admin('GET', `/admin/redemptions.csv?voucherId=${voucherId}&value=5.00%20MYR`)
  const [row] = parse<Record<string, string>>(csv.body, { columns: true })
  expect(row).toMatchObject({ redemptionValue: '5.00', redemptionCurrency: 'MYR', statementMonth: '2027-01' })
})

test.each([
  ['2027-03-01T03:29:59.999Z', '2027-02'],
  ['2027-03-01T03:30:00.000Z', '2027-03'],
  ['2027-04-01T02:29:59.999Z', '2027-03'],
  ['2027-04-01T02:30:00.000Z', '2027-04'],
  ['2027-11-01T02:29:59.999Z', '2027-10'],
  ['2027-11-01T02:30:00.000Z', '2027-11'],
  ['2027-12-01T03:29:59.999Z', '2027-11'],
  ['2027-12-01T03:30:00.000Z', '2027-12'],
])('a month with a day of 23 or 25 hours ends at the merchant’s midnight: %s is in %s', async (at, month) => {
  clock.now = new Date('2027-02-01T00:00:00Z')
  await admin('PATCH', `/admin/merchants/${till.merchant.id}`, { timezone: 'America/St_Johns' })
  const { id } = await offer()
  clock.now = new Date(at)
  const redemption = await redeemed(id)
  expect((await admin('GET', `/admin/redemptions/${redemption.id}`)).body.statementMonth).toBe(month)
})
