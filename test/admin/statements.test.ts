import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { auditLedger } from '../../src/domain/redemptions/ledger/ledger.ts'
import { closeDueMonths } from '../../src/domain/statements/close-due-months.ts'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call, createHarness } from '../support/harness.ts'
import { visitorsOf } from '../support/market.ts'
import { openTill, type Till } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness({}, { attemptsPerMinute: 1000 })
const { db, clock, deps, served } = harness
const as = (key: string): Call => heldToContract(served, harness.as(key))
const admin = as(ADMIN_KEY)
clock.now = new Date('2027-03-10T04:00:00Z')
const [bank, telco] = [await onboardIssuer(harness), await onboardIssuer(harness)]
const kopi = await openTill(harness, { name: 'Kopi', timezone: 'Asia/Kuala_Lumpur' })
const fish = await openTill(harness, { name: 'Fish', timezone: 'America/St_Johns' })
const [mei, ali] = [visitorsOf(harness, bank)('mei'), visitorsOf(harness, telco)('ali')]
const WITHOUT_LOCATION = { consumerLat: undefined, consumerLng: undefined }

const keyOf = async (access: object) =>
  as((await admin('POST', '/admin/keys', { name: 'Key', ...access })).body.key)
const asKopi = await keyOf({ role: 'merchant', merchantIds: [kopi.merchant.id] })
const asTelco = await keyOf({ role: 'partner', partnerId: telco.id })

const offer = (till: Till, amount: string | null, currency = 'MYR') =>
  till.offer({ redemptionCount: 1000, redemptionValue: amount === null ? null : { amount, currency } })
const setValue = (id: string, amount: string, currency = 'MYR') =>
  admin('PATCH', `/admin/vouchers/${id}`, { redemptionValue: { amount, currency } })
async function redeem(till: Till, by: Call, voucherId: string, changes = {}): Promise<string> {
  const { status, body } = await till.redeem(by, voucherId, changes)
  expect([status, body.error]).toEqual([201, undefined])
  return body.id
}
const voided = (id: string) => admin('POST', `/admin/redemptions/${id}/void`, { reason: 'By mistake.' })
const reviewed = (id: string, outcome: string) =>
  admin('POST', `/admin/redemptions/${id}/review`, { outcome })
const statements = async (month: string, query = '', call = admin) => {
  const { status, body } = await call('GET', `/admin/statements?month=${month}${query}`)
  expect([status, body.error]).toEqual([200, undefined])
  return body
}
const close = (month: string, call = admin) => call('POST', `/admin/statements/${month}/close`)
const adjustments = async (month: string, call = admin) =>
  (await call('GET', `/admin/statements/${month}/adjustments`)).body
const rowOf = (body: { items: { voucherId: string }[] }, voucherId: string, at = 0) =>
  body.items.filter((item) => item.voucherId === voucherId)[at] as never
const expectExact = async () => expect(await auditLedger(db, clock.now)).toEqual([])

const coffee = await offer(kopi, '5.00')
const cod = await offer(fish, '1000', 'JPY')
const plain = await offer(kopi, null)

test('an open month is counted now: one row for each value, the net number, sums by currency', async () => {
  const first = await redeem(kopi, mei, coffee.id)
  const rejected = await redeem(kopi, mei, coffee.id)
  const both = await redeem(kopi, mei, coffee.id)
  await redeem(kopi, mei, coffee.id, WITHOUT_LOCATION)
  await setValue(coffee.id, '6.00')
  await redeem(kopi, mei, coffee.id)
  await redeem(fish, ali, cod.id)
  await redeem(kopi, ali, plain.id)
  await voided(first)
  await reviewed(rejected, 'REJECTED')
  await reviewed(both, 'REJECTED')
  await voided(both)

  const body = await statements('2027-03')
  expect([body.month, body.state, body.closedAt]).toEqual(['2027-03', 'OPEN', null])
  expect(body.closableAt).toBe('2027-04-01T03:30:00.000Z')
  expect(rowOf(body, coffee.id)).toMatchObject({
    ...{ number: null, merchantName: 'Kopi', partnerId: bank.id, timezone: 'Asia/Kuala_Lumpur' },
    ...{ redeemed: 4, voided: 2, rejected: 1, adjustments: 0, net: 1, unreviewed: 1 },
    ...{ value: { amount: '5.00', currency: 'MYR' }, total: { amount: '5.00', currency: 'MYR' } },
  })
  expect(rowOf(body, coffee.id, 1)).toMatchObject({ net: 1, total: { amount: '6.00', currency: 'MYR' } })
  expect(rowOf(body, plain.id)).toMatchObject({ net: 1, value: null, total: null })
  expect(body.totals).toEqual([
    { currency: 'JPY', net: 1, total: '1000' },
    { currency: 'MYR', net: 2, total: '11.00' },
    { currency: null, net: 1, total: null },
  ])
})

test('merchants and partners see their own statements; filters narrow rows and totals', async () => {
  const [ofKopi, ofTelco] = [
    await statements('2027-03', '', asKopi),
    await statements('2027-03', '', asTelco),
  ]
  expect(ofKopi.items.map((row: { merchantName: string }) => row.merchantName)).toEqual([
    'Kopi',
    'Kopi',
    'Kopi',
  ])
  expect(ofTelco.totals).toEqual([
    { currency: 'JPY', net: 1, total: '1000' },
    { currency: null, net: 1, total: null },
  ])
  expect(await statements('2027-03', `&merchantId=${fish.merchant.id}`, asKopi)).toMatchObject({
    items: [],
    totals: [],
  })
  expect((await statements('2027-03', `&partnerId=${bank.id}`)).totals).toEqual([
    { currency: 'MYR', net: 2, total: '11.00' },
  ])
})

test('pages follow each other without gaps, and each has the totals of all rows', async () => {
  const all = await statements('2027-03')
  const seen = []
  let cursor = ''
  do {
    const page = await statements('2027-03', `&limit=1${cursor && `&cursor=${cursor}`}`)
    expect(page.totals).toEqual(all.totals)
    seen.push(...page.items)
    cursor = page.nextCursor
  } while (cursor)
  expect(seen).toEqual(all.items)
  const { status, body } = await admin('GET', '/admin/statements?month=2027-03&cursor=nonsense')
  expect([status, body.issues[0].path]).toEqual([400, '/cursor'])
})

test('every number of a row has its redemptions', async () => {
  const { items } = await statements('2027-03')
  for (const { merchantId, partnerId, voucherId, value, ...row } of items) {
    const count = async (filter: object) => {
      const query = new URLSearchParams({
        ...{ merchantId, partnerId, voucherId, statementMonth: '2027-03', limit: '200' },
        ...{ value: value ? `${value.amount} ${value.currency}` : 'none' },
        ...filter,
      })
      return (await admin('GET', `/admin/redemptions?${query}`)).body.items.length
    }
    expect(await count({})).toBe(row.redeemed)
    expect(await count({ voided: 'true' })).toBe(row.voided)
    expect(await count({ voided: 'false', reviewOutcome: 'REJECTED' })).toBe(row.rejected)
    expect(await count({ voided: 'false', status: 'FLAGGED', reviewed: 'false' })).toBe(row.unreviewed)
  }
})

test('422 month_not_over: until one hour after the end in the last time zone in use', async () => {
  for (const time of ['2027-03-31T23:59:00Z', '2027-04-01T03:29:59.999Z']) {
    clock.now = new Date(time)
    const { status, body } = await close('2027-03')
    expect([status, body]).toEqual([
      422,
      { error: 'month_not_over', details: { closableAt: '2027-04-01T03:30:00.000Z' } },
    ])
  }
})

test('close: numbers in the order of merchants and partners, the same result again, one audit entry', async () => {
  const open = await statements('2027-03')
  clock.now = new Date('2027-04-01T03:30:00Z')
  const early = await close('2027-04')
  expect([early.status, early.body.error]).toEqual([422, 'month_not_over'])
  const { status, body } = await close('2027-03')
  expect([status, body]).toEqual([
    200,
    {
      ...{
        month: '2027-03',
        state: 'CLOSED',
        closedAt: clock.now.toISOString(),
        statements: 3,
        unreviewed: 1,
      },
      totals: open.totals,
    },
  ])
  clock.advance(60_000)
  expect((await close('2027-03')).body).toEqual(body)
  const closed = await statements('2027-03')
  expect([closed.state, closed.closedAt]).toEqual(['CLOSED', body.closedAt])
  expect(closed.items).toEqual(
    open.items.map((item: object, i: number) => ({ ...item, number: closed.items[i].number })),
  )
  expect([...new Set(closed.items.map((item: { number: number }) => item.number))]).toEqual([1, 2, 3])
  const entries = (await admin('GET', '/admin/audit?action=statements.close')).body.items
  expect(entries).toMatchObject([
    { target: 'month:2027-03', after: { statements: 3, unreviewed: 1, firstNumber: 1, lastNumber: 3 } },
  ])
  await expectExact()
})

test('a closed month keeps names, titles, zones and values', async () => {
  const before = await statements('2027-03')
  await admin('PATCH', `/admin/merchants/${kopi.merchant.id}`, { name: 'Renamed', timezone: 'UTC' })
  await admin('PATCH', `/admin/vouchers/${coffee.id}`, { title: 'Renamed' })
  await setValue(coffee.id, '9.00')
  expect(await statements('2027-03')).toEqual({ ...before, closableAt: expect.any(String) })
  await expect(db`update statement_rows set redeemed = 0`).rejects.toThrow('never change')
  await expect(db`delete from statements`).rejects.toThrow('never change')
  await expect(db`truncate statement_adjustments`).rejects.toThrow('never change')
})

test('voids and reviews after the close are adjustments of the open month, and name their redemption', async () => {
  clock.now = new Date('2027-05-02T00:00:00Z')
  await setValue(coffee.id, '5.00')
  const ids = []
  for (let i = 0; i < 5; i += 1) ids.push(await redeem(kopi, mei, coffee.id))
  const [a, b, c, d, e] = ids as [string, string, string, string, string]
  await reviewed(b, 'REJECTED')
  await reviewed(c, 'REJECTED')
  clock.now = new Date('2027-06-02T00:00:00Z')
  expect((await close('2027-05')).body).toEqual({
    error: 'earlier_month_open',
    details: { month: '2027-04' },
  })
  expect((await close('2027-04')).body).toMatchObject({ statements: 0, unreviewed: 0, totals: [] })
  await close('2027-05')
  const may = await statements('2027-05')
  clock.now = new Date('2027-06-15T00:00:00Z')
  await voided(a)
  await reviewed(b, 'ACCEPTED')
  await voided(c)
  await reviewed(d, 'REJECTED')
  await reviewed(d, 'REJECTED')
  await reviewed(e, 'ACCEPTED')

  expect(await statements('2027-05')).toEqual(may)
  const listed = await adjustments('2027-06')
  const value = { amount: '5.00', currency: 'MYR' }
  const parties = { merchantId: kopi.merchant.id, partnerId: bank.id, voucherId: coffee.id, value }
  const at = clock.now.toISOString()
  expect(listed).toEqual([
    { ...parties, redemptionId: d, redemptionMonth: '2027-05', kind: 'REJECTED', at, count: -1 },
    { ...parties, redemptionId: b, redemptionMonth: '2027-05', kind: 'ACCEPTED', at, count: 1 },
    { ...parties, redemptionId: a, redemptionMonth: '2027-05', kind: 'VOIDED', at, count: -1 },
  ])
  expect(await adjustments('2027-06', asTelco)).toEqual([])
  expect(await adjustments('2027-06', asKopi)).toEqual(listed)
  const june = await statements('2027-06')
  expect(june.items).toMatchObject([{ redeemed: 0, adjustments: -1, net: -1, total: { amount: '-5.00' } }])
  expect(june.totals).toEqual([{ currency: 'MYR', net: -1, total: '-5.00' }])
  await expectExact()

  clock.now = new Date('2027-07-02T00:00:00Z')
  expect((await close('2027-06')).body).toMatchObject({ statements: 1, totals: june.totals })
  expect((await statements('2027-06')).items).toMatchObject([{ number: 5, adjustments: -1, net: -1 }])
  await expectExact()
})

test('adjustments in pages: the link leads to the next one', async () => {
  const all = await adjustments('2027-06')
  const first = await admin('GET', '/admin/statements/2027-06/adjustments?limit=2')
  expect(first.body).toEqual(all.slice(0, 2))
  const next = /<(.+)>; rel="next"/.exec(first.headers.link ?? '')?.[1] ?? ''
  expect((await admin('GET', next)).body).toEqual(all.slice(2))
})

test('CSV: names and ids, numbers that a spreadsheet can add', async () => {
  const { status, headers, body } = await admin('GET', '/admin/statements.csv?month=2027-06')
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8; header=present'])
  expect(body).toContain(',0,0,0,-1,-1,0,5.00,-5.00,"MYR",')
  const rows: Record<string, string>[] = parse(body, { columns: true })
  expect(rows).toMatchObject([
    {
      ...{ number: '5', month: '2027-06', state: 'CLOSED', merchantName: 'Renamed', voucherTitle: 'Renamed' },
      ...{ merchantId: kopi.merchant.id, partnerId: bank.id, voucherId: coffee.id, total: '-5.00' },
    },
  ])
})

test('test partners and their merchants are in no statement, also after a void', async () => {
  const sandbox = (await admin('POST', `/admin/partners/${bank.id}/sandbox`)).body
  const [merchant] = (await admin('GET', '/admin/merchants?mode=test')).body.items
  expect([sandbox.mode ?? 'test', merchant.mode]).toEqual(['test', 'test'])
  const [{ id }] = await deps.homeDb<[{ id: string }]>`
    insert into redemptions (id, partner_id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name,
      cycle_key, remaining, status, gps_available, redeemed_at, statement_month)
    select uuid_v7(), m.sandbox_id, uuid_v7(), v.id, uuid_v7(), m.id, 'Test', 'Test', 'ONE_TIME', 0, 'SUCCESS', false,
      ${clock.now}, '2027-03'
    from merchants m join vouchers v on v.merchant_id = m.id where m.id = ${merchant.id} limit 1 returning id`
  await deps.homeDb`insert into users select user_id, partner_id, 'tester', null, null, null, null, null, null, redeemed_at, redeemed_at
    from redemptions where id = ${id}`
  expect((await voided(id)).status).toBe(200)
  expect((await statements('2027-07')).items).toEqual([])
  expect((await statements('2027-07', `&merchantId=${merchant.id}`)).items).toEqual([])
  expect(await adjustments('2027-07')).toEqual([])
  await deps.homeDb`delete from redemptions where id = ${id}`
  await deps.homeDb`delete from events where body like ${`%${id}%`}`
})

test('settings: the letterhead and the day of the close; an entry in the audit log', async () => {
  const empty = { name: null, addressLines: [], registrationNumber: null, logoPath: null }
  expect((await admin('GET', '/admin/settings/statements')).body).toMatchObject({
    issuer: empty,
    closeOnDay: null,
  })
  const issuer = { name: 'Acme', addressLines: ['1 Jalan', 'Ipoh'], registrationNumber: '42', logoPath: null }
  const put = (body: object) => admin('PUT', '/admin/settings/statements', body)
  expect((await put({ issuer, closeOnDay: 5 })).body).toMatchObject({ issuer, closeOnDay: 5 })
  for (const closeOnDay of [1, 29, '5']) expect((await put({ issuer, closeOnDay })).status).toBe(400)
  expect((await asKopi('GET', '/admin/settings/statements')).body).toMatchObject({ issuer })
  const [entry] = (await admin('GET', '/admin/audit?target=settings:statements')).body.items
  expect(entry).toMatchObject({ before: { closeOnDay: null }, after: { closeOnDay: 5, issuer } })
})

test('a worker closes a month on the day that is set, and the months before it', async () => {
  await redeem(kopi, mei, coffee.id)
  const stateOf = async (month: string) => (await statements(month)).state
  clock.now = new Date('2027-09-04T23:59:59Z')
  await closeDueMonths(deps)
  expect([await stateOf('2027-07'), await stateOf('2027-08')]).toEqual(['CLOSED', 'OPEN'])
  clock.now = new Date('2027-09-05T00:00:00Z')
  await closeDueMonths(deps)
  expect([await stateOf('2027-08'), await stateOf('2027-09')]).toEqual(['CLOSED', 'OPEN'])
  const [entry] = (await admin('GET', '/admin/audit?action=statements.close')).body.items
  expect(entry).toMatchObject({ actor: { kind: 'system' }, target: 'month:2027-08' })
  await expectExact()
})
