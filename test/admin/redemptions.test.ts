import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { describe, expect, onTestFinished, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call, createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { NEAR, openTill, PIN } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness({}, { attemptsPerMinute: 1000 })
const { db, clock, served, server, logs } = harness
const as = (key: string): Call => heldToContract(served, harness.as(key))
const admin = as(ADMIN_KEY)
const market = openMarket(admin)

const [bank, telco] = [await onboardIssuer(harness), await onboardIssuer(harness)]
const [kopi, teh] = [await openTill(harness, { name: 'Kopi' }), await openTill(harness, { name: 'Teh' })]
const unlocated = await market.outlet(kopi.merchant.id, { name: 'Anywhere', pin: PIN })
const plenty = { redemptionCount: 1000 }
const [coffee, cake, tea] = [
  await kopi.offer({ title: 'Free kopi', ...plenty }),
  await kopi.offer({ title: '=1+1, "cake"', codeSource: 'AUTO', ...plenty }),
  await teh.offer({ title: 'Free teh', ...plenty }),
]
const [mei, ali] = [visitorsOf(harness, bank)('mei'), visitorsOf(harness, telco)('@ali')]

const MINUTE_MS = 60_000
/** The redemptions, a minute apart, oldest first. */
const created: Record<string, string>[] = []
async function redeem(by: Call, till: typeof kopi, voucherId: string, changes = {}) {
  clock.advance(MINUTE_MS)
  const { status, body } = await till.redeem(by, voucherId, changes)
  if (status !== 201) throw new Error(JSON.stringify(body))
  created.push(body)
  return body
}
const withoutLocation = { consumerLat: undefined, consumerLng: undefined }
const first = await redeem(mei, kopi, coffee.id, { gpsAccuracyMeters: 12.5 })
const flagged = await redeem(mei, kopi, coffee.id, withoutLocation)
const anywhere = await redeem(mei, kopi, cake.id, { outletId: unlocated.id })
const ofTelco = await redeem(ali, kopi, cake.id)
const atTeh = await redeem(ali, teh, tea.id, withoutLocation)
const last = await redeem(mei, teh, tea.id)
const [meiId, aliId] = [first.userId, ofTelco.userId]
const reviewed = await admin('POST', `/admin/redemptions/${flagged.id}/review`, { outcome: 'ACCEPTED' })

const keyOf = async (access: object) =>
  as((await admin('POST', '/admin/keys', { name: 'Key', ...access })).body.key)
const asKopi = await keyOf({ role: 'merchant', merchantIds: [kopi.merchant.id] })
const asBank = await keyOf({ role: 'partner', partnerId: bank.id })
const asSupport = await keyOf({ role: 'support' })

const listed = async (filter: object = {}, call = admin): Promise<string[]> => {
  const response = await call('GET', `/admin/redemptions?${new URLSearchParams({ ...filter })}`)
  expect(response.status).toBe(200)
  return response.body.items.map(({ id }: { id: string }) => id)
}
const exported = async (filter: object = {}, call = admin): Promise<Record<string, string>[]> => {
  const response = await call('GET', `/admin/redemptions.csv?${new URLSearchParams({ ...filter })}`)
  expect([response.status, response.headers['content-type']]).toEqual([
    200,
    'text/csv; charset=utf-8; header=present',
  ])
  return parse(response.body, { columns: true, relax_column_count: false })
}
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
const named = (...redemptions: { id: string }[]) => ids(redemptions)

test('200: all redemptions, newest first, each with user, place and the data that was sent', async () => {
  expect(await listed()).toEqual(named(last, atTeh, ofTelco, anywhere, flagged, first))
  const { body } = await admin('GET', `/admin/redemptions/${first.id}`)
  const { remaining: _, verifyCode: __, ...consumers } = first
  expect(body).toEqual({
    ...consumers,
    partnerId: bank.id,
    externalUserId: 'mei',
    ...NEAR,
    gpsAccuracyMeters: 12.5,
    redemptionValue: null,
    statementMonth: first.redeemedAt?.slice(0, 7),
    ...{ method: 'PIN', device: null },
    voidReason: null,
    review: null,
  })
})

const FILTERS: [title: string, filter: object, expected: { id: string }[]][] = [
  ['partnerId', { partnerId: telco.id }, [atTeh, ofTelco]],
  ['merchantId', { merchantId: teh.merchant.id }, [last, atTeh]],
  ['outletId', { outletId: unlocated.id }, [anywhere]],
  ['voucherId', { voucherId: cake.id }, [ofTelco, anywhere]],
  ['userId', { userId: meiId }, [last, anywhere, flagged, first]],
  ['status', { status: 'FLAGGED' }, [atTeh, flagged]],
  ['flagReason', { flagReason: 'outlet_not_geolocated' }, [anywhere]],
  ['from, itself included', { from: atTeh.redeemedAt }, [last, atTeh]],
  ['to, itself excluded', { to: flagged.redeemedAt }, [first]],
  ['a period', { from: flagged.redeemedAt, to: ofTelco.redeemedAt }, [anywhere, flagged]],
  ['reviewed', { reviewed: true }, [flagged]],
  ['not reviewed', { reviewed: false }, [last, atTeh, ofTelco, anywhere, first]],
  ['voided: none of them', { voided: true }, []],
  ['not voided', { voided: false, merchantId: teh.merchant.id }, [last, atTeh]],
  ['waiting for a review', { status: 'FLAGGED', reviewed: false }, [atTeh]],
  ['partner and merchant', { partnerId: telco.id, merchantId: kopi.merchant.id }, [ofTelco]],
  ['user and voucher', { userId: meiId, voucherId: coffee.id }, [flagged, first]],
  ['a voucher at an outlet of another merchant: none', { voucherId: tea.id, outletId: unlocated.id }, []],
  ['ids in capitals', { voucherId: tea.id.toUpperCase() }, [last, atTeh]],
  ['somebody unknown: none', { userId: randomUUID() }, []],
  [
    'all filters together',
    {
      ...{ partnerId: bank.id, merchantId: kopi.merchant.id, outletId: kopi.outlet.id, voucherId: coffee.id },
      ...{ userId: meiId, status: 'FLAGGED', flagReason: 'gps_unavailable', reviewed: true },
      ...{ from: first.redeemedAt, to: last.redeemedAt },
    },
    [flagged],
  ],
]

test.each(FILTERS)('200: %s, in the list and in the export alike', async (_title, filter, expected) => {
  expect(await listed(filter)).toEqual(ids(expected))
  expect(ids((await exported(filter)) as { id: string }[])).toEqual(ids(expected))
})

test('200: pages are complete to the last, also if several redemptions have the same time', async () => {
  const outlet = { pin: PIN }
  for (let i = 0; i < 5; i += 1) await kopi.redeem(mei, coffee.id, outlet)
  const filter = { userId: meiId, voucherId: coffee.id }
  const whole = await listed(filter)
  expect(whole).toHaveLength(7)
  const paged: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = new URLSearchParams({ ...filter, limit: '2', ...(cursor && { cursor }) })
    const { body }: Awaited<ReturnType<Call>> = await admin('GET', `/admin/redemptions?${query}`)
    expect(body.items.length).toBeLessThanOrEqual(2)
    paged.push(...ids(body.items))
    cursor = body.nextCursor
  }
  expect(paged).toEqual(whole)
  await db`delete from redemptions where id = any(${whole.slice(0, 5)})`
})

test.each([
  'status=VOIDED',
  'flagReason=x',
  'userId=nonsense',
  'from=yesterday',
  'reviewed=1',
  'voided=1',
  'limit=0',
  'limit=201',
  'cursor=x',
])('400 validation_failed: %s', async (query) => {
  const response = await admin('GET', `/admin/redemptions?${query}`)
  expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
})

describe('visibility', () => {
  test('a merchant’s key sees only redemptions of its own vouchers, whatever the filter', async () => {
    expect(await listed({}, asKopi)).toEqual(named(ofTelco, anywhere, flagged, first))
    expect(await listed({ merchantId: teh.merchant.id }, asKopi)).toEqual([])
    expect(await listed({ userId: aliId }, asKopi)).toEqual([ofTelco.id])
    expect(await exported({ merchantId: teh.merchant.id }, asKopi)).toEqual([])
    expect(ids((await exported({}, asKopi)) as { id: string }[])).toEqual(await listed({}, asKopi))
  })

  test('a partner’s key sees only redemptions of its own users, whatever the filter', async () => {
    expect(await listed({}, asBank)).toEqual(named(last, anywhere, flagged, first))
    expect(await listed({ partnerId: telco.id }, asBank)).toEqual([])
    expect(await listed({ merchantId: teh.merchant.id }, asBank)).toEqual([last.id])
    expect(await exported({ userId: aliId }, asBank)).toEqual([])
  })

  test('404 not_found: a redemption of somebody else, unknown, or a malformed id', async () => {
    for (const [call, id] of [
      [asKopi, atTeh.id],
      [asBank, ofTelco.id],
      [asSupport, randomUUID()],
      [admin, 'nonsense'],
    ] as const) {
      const response = await call('GET', `/admin/redemptions/${id}`)
      expect([response.status, response.body]).toEqual([404, { error: 'not_found' }])
    }
    for (const call of [asKopi, asBank, asSupport])
      expect((await call('GET', `/admin/redemptions/${first.id}`)).status).toBe(200)
  })
})

describe('review', () => {
  test('200: reviewer, time and outcome; a later review replaces it, and the audit log has both', async () => {
    const { review } = reviewed.body
    expect(review).toEqual({
      outcome: 'ACCEPTED',
      note: null,
      reviewedBy: 'key:ADMIN_API_KEY',
      reviewedByName: 'ADMIN_API_KEY',
      reviewedAt: last.redeemedAt,
    })
    const path = `/admin/redemptions/${ofTelco.id}`
    const key = (await admin('POST', '/admin/keys', { name: 'Second', role: 'admin' })).body
    await admin('POST', `${path}/review`, { outcome: 'ACCEPTED', note: 'Fine.' })
    const second = await as(key.key)('POST', `${path}/review`, { outcome: 'REJECTED', note: 'Not fine.' })
    expect(second.body).toMatchObject({
      review: { outcome: 'REJECTED', note: 'Not fine.', reviewedBy: `key:${key.id}` },
    })
    expect((await admin('GET', path)).body).toEqual(second.body)
    const { items } = (await admin('GET', `/admin/audit?target=redemption:${ofTelco.id}`)).body
    expect(items).toMatchObject([
      {
        action: 'redemption.review',
        before: { review: { outcome: 'ACCEPTED', hasNote: true } },
        after: { review: { outcome: 'REJECTED', hasNote: true, reviewedBy: `key:${key.id}` } },
      },
      { action: 'redemption.review', before: { review: null }, after: { review: { outcome: 'ACCEPTED' } } },
    ])
  })

  test('a review changes neither status nor quota', async () => {
    const before = await db`select * from user_quotas order by 1, 2, 3`
    const { body } = await admin('GET', `/admin/redemptions/${flagged.id}`)
    expect(body).toMatchObject({ status: 'FLAGGED', voidedAt: null })
    await admin('POST', `/admin/redemptions/${flagged.id}/review`, { outcome: 'REJECTED' })
    expect(await db`select * from user_quotas order by 1, 2, 3`).toEqual(before)
  })

  test.each([
    ['an outcome of no such name', { outcome: 'MAYBE' }],
    ['no outcome', { note: 'x' }],
    ['a blank note', { outcome: 'ACCEPTED', note: ' ' }],
    ['an unknown property', { outcome: 'ACCEPTED', by: 'me' }],
  ])('400 validation_failed: %s', async (_title, body) => {
    const response = await admin('POST', `/admin/redemptions/${first.id}/review`, body)
    expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
  })
})

describe('export', () => {
  test('200: a header line and every field, with text unchanged', async () => {
    const [row] = await exported({ voucherId: coffee.id, to: flagged.redeemedAt })
    expect(row).toEqual({
      ...{ id: first.id, redeemedAt: first.redeemedAt, voucherTitle: 'Free kopi', outletName: 'Kopi Corner' },
      ...{ status: 'SUCCESS', flagReason: '', code: '', cycleKey: 'ONE_TIME', externalUserId: 'mei' },
      ...{ partnerId: bank.id, userId: meiId, merchantId: kopi.merchant.id, voucherId: coffee.id },
      ...{
        outletId: kopi.outlet.id,
        gpsAvailable: 'true',
        gpsDistanceMeters: String(first.gpsDistanceMeters),
      },
      ...{ gpsAccuracyMeters: '12.5', consumerLat: '3.1589', consumerLng: '101.7116' },
      ...{
        voidedAt: '',
        voidReason: '',
        reviewOutcome: '',
        reviewNote: '',
        reviewedBy: '',
        reviewedByName: '',
        reviewedAt: '',
      },
      ...{ redemptionValue: '', redemptionCurrency: '', statementMonth: first.redeemedAt?.slice(0, 7) },
      method: 'PIN',
    })
  })

  test('200: formulas are escaped, quotes and commas are kept', async () => {
    const [row] = await exported({ partnerId: telco.id, voucherId: cake.id })
    expect(row).toMatchObject({ voucherTitle: `'=1+1, "cake"`, externalUserId: "'@ali", code: ofTelco.code })
  })

  test('200: the title has no markup, and a voided redemption says VOIDED', async () => {
    const marked = await kopi.offer({ title: '{b}Free{/b} {R}cake{/r}' })
    const { body } = await kopi.redeem(mei, marked.id)
    await admin('POST', `/admin/redemptions/${body.id}/void`, { reason: 'By mistake.' })
    const [row] = await exported({ voucherId: marked.id })
    expect(row).toMatchObject({ voucherTitle: 'Free cake', status: 'VOIDED', voidReason: 'By mistake.' })
  })

  test('200: only the header line if nothing matches', async () => {
    const { body } = await admin('GET', `/admin/redemptions.csv?userId=${randomUUID()}`)
    expect(body).toMatch(/^"id","redeemedAt","voucherTitle",[A-Za-z,"]+\r\n$/)
  })

  test('400 validation_failed: a page of an export, or an unknown status', async () => {
    const response = await admin('GET', '/admin/redemptions.csv?status=VOIDED')
    expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
  })
})

describe('a large export', () => {
  const MANY = 30_000
  const from = new Date(clock.now.getTime() - 400 * 24 * 60 * MINUTE_MS)

  test('setup: insert 30,000 redemptions', async () => {
    // Triggers count each row, so on a busy machine the insert takes longer than the usual deadline.
    const patient = db.sibling({ max: 1, deadlineMs: 120_000 })
    onTestFinished(() => patient.end())
    await patient`
      insert into redemptions (id, partner_id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name,
        cycle_key, remaining, status, gps_available, redeemed_at, statement_month)
      select gen_random_uuid(), ${telco.id}, ${aliId}, ${tea.id}, ${teh.outlet.id}, ${teh.merchant.id}, 'Free teh',
        'Kopi Corner', 'ONE_TIME', 0, 'SUCCESS', false, ${from}::timestamptz + (n / 7) * interval '1 second',
        to_char(${from}::timestamptz at time zone 'UTC', 'YYYY-MM')
      from generate_series(1, ${MANY}) as n`
    await db`analyze redemptions`
  })

  const filter = () => ({
    voucherId: tea.id,
    to: new Date(from.getTime() + 24 * 60 * MINUTE_MS).toISOString(),
  })

  test('200: every row once, in order, across many pages and equal times', async () => {
    const rows = await exported(filter())
    expect(rows).toHaveLength(MANY)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(MANY)
    const times = rows.map(({ redeemedAt }) => redeemedAt as string)
    expect(times).toEqual(times.toSorted().reverse())
  })

  test('pages are fetched as the client reads them, and none after it has disconnected', async () => {
    if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.server.address() as AddressInfo
    const path = `/admin/redemptions.csv?${new URLSearchParams(filter())}`
    const headers = { authorization: `Bearer ${ADMIN_KEY}` }
    let pages = 0
    harness.deps.db = new Proxy(db, {
      apply(target, self, args) {
        if (String(args[0]).includes('order by redeemed_at desc, r.id desc')) pages += 1
        return Reflect.apply(target, self, args)
      },
    })
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      sendRequest({ port, path, headers }, resolve).on('error', reject).end(),
    )
    await once(response.pause(), 'readable')
    const settled = async () => {
      let before = -1
      while (before !== pages) {
        before = pages
        await setTimeout(500)
      }
      return pages
    }
    const whilePaused = await settled()
    expect(whilePaused).toBeLessThan(MANY / 1000)
    response.destroy()
    await setTimeout(500)
    expect(await settled()).toBe(whilePaused)
    harness.deps.db = db
    expect(logs.filter((line) => line.includes('"level":60'))).toEqual([])
  })
})
