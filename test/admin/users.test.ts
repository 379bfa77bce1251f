import { randomUUIDv7 } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { insertion } from '../../src/platform/database/sql.ts'
import { createHarness } from '../support/harness.ts'

const { admin, as, db, clock, logs } = await createHarness()
const now = clock.now.toISOString()

const partnerOf = async (slug: string): Promise<string> =>
  (
    await admin('POST', '/admin/partners', {
      slug,
      name: slug,
      displayName: slug,
      logoPath: 'https://example.com/logo.png',
      jwtIssuer: `https://${slug}.example`,
      jwksUrl: `https://${slug}.example/jwks`,
    })
  ).body.id
const [bank, shop] = [await partnerOf('bank'), await partnerOf('shop')]
const keyOf = async (partnerId: string) =>
  as((await admin('POST', '/admin/keys', { name: 'Partner', role: 'partner', partnerId })).body.key)
const [asBank, asShop] = [await keyOf(bank), await keyOf(shop)]

// Inserted directly: these tests cover only what the back office shows of users.
async function insertUser(partnerId: string, externalUserId: string, person: object = {}): Promise<string> {
  const id = randomUUIDv7()
  await db`insert into users ${insertion({ id, partnerId, externalUserId, createdAt: now, updatedAt: now, ...person })}`
  await setTimeout(2)
  return id
}
const mei = await insertUser(bank, 'user_42', {
  email: 'Mei.Tan@person.example',
  displayName: 'Mei Tan',
  phone: '+60123456789',
  countryCode: 'MY',
  locale: 'en-MY',
})
const gone = await insertUser(bank, 'user-43', { anonymizedAt: now })
const twin = await insertUser(shop, 'user_42', { displayName: '100% Ali', email: 'ali@person.example' })

const chinese = await insertUser(shop, 'zh-1', { displayName: '小林' })

const listed = async (query = '', call = admin) => {
  const { status, body } = await call('GET', `/admin/users?${query}`)
  expect(status).toBe(200)
  return body.items.map(({ id }: { id: string }) => id)
}

test('200: users of every partner, newest first, each with the data from its partner', async () => {
  expect(await listed()).toEqual([chinese, twin, gone, mei])
  const [, , anonymized, full] = (await admin('GET', '/admin/users')).body.items
  expect(full).toEqual({
    id: mei,
    partnerId: bank,
    externalUserId: 'user_42',
    email: 'Mei.Tan@person.example',
    displayName: 'Mei Tan',
    phone: '+60123456789',
    countryCode: 'MY',
    locale: 'en-MY',
    anonymizedAt: null,
    createdAt: now,
    updatedAt: now,
  })
  expect(anonymized).toMatchObject({ email: null, displayName: null, phone: null, anonymizedAt: now })
})

test.each([
  ['the external id', 'user_4', [twin, mei]],
  ['the e-mail address, ignoring case', 'mei.tan@PERSON', [mei]],
  ['the phone number', '60123', [mei]],
  ['the display name', 'mei t', [mei]],
  ['% as a plain character', '100% a', [twin]],
  ['_ as a plain character: none', 'user_43', []],
  ['words of two different fields: none', 'user_42 mei', []],
  ['one character at the start of a word', 'T', [mei]],
  ['two characters at the start of a word', 'ta', [mei]],
  ['two characters in the middle of a word: none', 'an', []],
  ['one character of three bytes anywhere', '林', [chinese]],
])('200: q finds %s', async (_title, q, expected) => {
  expect(await listed(`q=${encodeURIComponent(q)}`)).toEqual(expected)
})

test('200: partnerId filters, also across pages', async () => {
  expect(await listed(`partnerId=${bank}`)).toEqual([gone, mei])
  const first = (await admin('GET', `/admin/users?partnerId=${bank}&limit=1`)).body
  expect(first.items.map(({ id }: { id: string }) => id)).toEqual([gone])
  expect(await listed(`partnerId=${bank}&limit=1&cursor=${first.nextCursor}`)).toEqual([mei])
})

test('404 not_found: a partner’s key with a user of another partner; no filter shows one', async () => {
  expect(await listed('', asBank)).toEqual([gone, mei])
  expect(await listed('q=user_42', asShop)).toEqual([twin])
  expect(await listed(`partnerId=${shop}`, asBank)).toEqual([])
  expect((await asBank('GET', `/admin/users/${mei}`)).status).toBe(200)
  for (const id of [twin, randomUUIDv7(), 'nonsense']) {
    const response = await asBank('GET', `/admin/users/${id}`)
    expect([response.status, response.body]).toEqual([404, { error: 'not_found' }])
  }
})

test.each(['partnerId=nonsense', 'q=', 'limit=201', 'cursor=nonsense', 'q=%00'])(
  '400 validation_failed: %s',
  async (query) => {
    const response = await admin('GET', `/admin/users?${query}`)
    expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
  },
)

test('200: a user without any activity has empty lists', async () => {
  const { body } = await admin('GET', `/admin/users/${twin}`)
  expect(body).toMatchObject({ id: twin, claims: [], favorites: [], redemptions: [] })
})

test('200: a user with claims, favorites and redemptions, newest first, without those of other users', async () => {
  const merchant = await insertMerchant('kopi', 'Asia/Kuala_Lumpur')
  const other = await insertMerchant('toast', 'UTC')
  const [monthly, fortnightly, once] = [
    await insertVoucher(merchant.id, { title: 'Monthly', cycle: 'MONTHLY', redemptionCount: 3 }),
    await insertVoucher(merchant.id, { title: 'Fortnightly', cycle: 'BIWEEKLY', status: 'UNPUBLISHED' }),
    await insertVoucher(other.id, { title: 'Once' }),
  ]
  for (const [user, ...vouchers] of [
    [mei, monthly, fortnightly],
    [twin, monthly],
  ] as const) {
    for (const voucherId of vouchers) {
      await db`insert into claims ${insertion({ id: randomUUIDv7(), userId: user, voucherId, claimedAt: now })}`
      await setTimeout(2)
    }
  }
  const later = new Date(clock.now.getTime() + 1000).toISOString()
  await db`insert into favorites ${insertion([
    { userId: mei, merchantId: merchant.id, createdAt: now },
    { userId: mei, merchantId: other.id, createdAt: later },
    { userId: twin, merchantId: other.id, createdAt: later },
  ])}`
  const redeem = async (userId: string, voucherId: string, at: typeof merchant, more = {}) => {
    const id = randomUUIDv7()
    const row = {
      ...{
        id,
        partnerId: userId === mei ? bank : shop,
        userId,
        voucherId,
        outletId: at.outletId,
        merchantId: at.id,
      },
      ...{ voucherTitle: 'As it was', outletName: 'As it stood', cycleKey: '2026-11', cycleResetsAt: later },
      ...{ remaining: 2, status: 'SUCCESS', gpsAvailable: true, redeemedAt: now, statementMonth: '2026-11' },
    }
    await db`insert into redemptions ${insertion({ ...row, ...more })}`
    await setTimeout(2)
    return id
  }
  const voided = await redeem(mei, monthly, merchant, { voidedAt: later, voidReason: 'By mistake.' })
  const november = await redeem(mei, monthly, merchant, {
    status: 'FLAGGED',
    flagReason: 'gps_unavailable',
    gpsAvailable: false,
  })
  const single = await redeem(mei, once, other, {
    cycleKey: 'ONE_TIME',
    cycleResetsAt: null,
    remaining: 0,
    code: '7K3M-Q2XD-9RTV',
    gpsDistanceMeters: 41.7,
  })
  await redeem(twin, monthly, merchant)

  const { status, body } = await admin('GET', `/admin/users/${mei}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: mei, email: 'Mei.Tan@person.example' })
  expect(body.claims.map(({ id: _id, ...claim }: { id: string }) => claim)).toEqual([
    {
      voucherId: fortnightly,
      claimedAt: now,
      voucherTitle: 'Fortnightly',
      voucherIsActive: false,
      merchantId: merchant.id,
    },
    {
      voucherId: monthly,
      claimedAt: now,
      voucherTitle: 'Monthly',
      voucherIsActive: true,
      merchantId: merchant.id,
    },
  ])
  expect(body.favorites).toEqual([
    {
      merchantId: other.id,
      favoritedAt: later,
      name: 'toast',
      slug: 'toast',
      category: 'F_AND_B',
      logoPath: null,
    },
    {
      merchantId: merchant.id,
      favoritedAt: now,
      name: 'kopi',
      slug: 'kopi',
      category: 'F_AND_B',
      logoPath: null,
    },
  ])
  expect(body.redemptions[0]).toEqual({
    id: single,
    userId: mei,
    voucherId: once,
    outletId: other.outletId,
    merchantId: other.id,
    voucherTitle: 'As it was',
    outletName: 'As it stood',
    cycleKey: 'ONE_TIME',
    cycleResetsAt: null,
    status: 'SUCCESS',
    flagReason: null,
    method: 'PIN',
    gpsAvailable: true,
    gpsDistanceMeters: 41.7,
    code: '7K3M-Q2XD-9RTV',
    redeemedAt: now,
    voidedAt: null,
    remaining: 0,
    verifyCode: expect.any(String),
  })
  type Row = { id: string; remaining: number; cycleResetsAt: string | null; voidedAt: string | null }
  expect(
    body.redemptions.map((row: Row) => [row.id, row.remaining, row.cycleResetsAt, row.voidedAt]),
  ).toEqual([
    [single, 0, null, null],
    [november, 2, later, null],
    [voided, 2, later, later],
  ])
  expect((await asBank('GET', `/admin/users/${mei}`)).body).toEqual(body)
})

test('200: at most the newest 200 redemptions', async () => {
  const user = await insertUser(bank, 'busy')
  const { id: merchantId, outletId } = await insertMerchant('busy', 'UTC')
  const voucherId = await insertVoucher(merchantId, { redemptionCount: 500 })
  const ids = (
    await db<{ id: string }[]>`
      insert into redemptions (id, partner_id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name,
        remaining, cycle_key, status, gps_available, redeemed_at, statement_month)
      select overlay(uuid_v7()::text placing lpad(n::text, 12, '0') from 25)::uuid, ${bank}, ${user}, ${voucherId},
        ${outletId}, ${merchantId}, 'Voucher', 'Outlet', 500 - n, 'ONE_TIME', 'SUCCESS', true, now(),
        '2026-11'
      from generate_series(1, 205) as n
      returning id`
  )
    .map(({ id }) => id)
    .sort()
    .reverse()
  const { redemptions } = (await admin('GET', `/admin/users/${user}`)).body
  expect(redemptions.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 200))
})

test('no log line contains a search text or personal data', async () => {
  await admin('GET', '/admin/users?q=Mei.Tan%40person.example')
  await admin('GET', `/admin/users/${mei}`)
  const text = logs.join('')
  expect(text).toContain('/admin/users')
  for (const secret of ['person.example', 'Mei', '60123', 'user_42']) expect(text).not.toContain(secret)
})

async function insertMerchant(slug: string, timezone: string): Promise<{ id: string; outletId: string }> {
  const merchant = { name: slug, slug, category: 'F_AND_B', timezone }
  const { id } = (await admin('POST', '/admin/merchants', merchant)).body
  const outlet = { name: `${slug} outlet`, addressLine: 'Jalan 1', city: 'Kuala Lumpur', countryCode: 'MY' }
  const { body } = await admin('POST', `/admin/merchants/${id}/outlets`, outlet)
  return { id, outletId: body.id }
}

async function insertVoucher(merchantId: string, changes: object): Promise<string> {
  const id = randomUUIDv7()
  const voucher = {
    title: 'Voucher',
    imagePath: 'https://example.com/image.png',
    codeSource: 'NONE',
    claimFlow: 'WALLET',
    favoritesOnly: false,
    redemptionCount: 1,
    cycle: 'ONE_TIME',
    status: 'PUBLISHED',
    publishedAt: now,
  }
  await db`insert into vouchers ${insertion({ id, merchantId, createdAt: now, updatedAt: now, ...voucher, ...changes })}`
  return id
}
