import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { createHarness } from '../support/harness.ts'
import { idsOf, openMarket } from '../support/market.ts'

const harness = await createHarness()
const { as, db, clock, served } = harness
const admin = heldToContract(served, harness.admin)
const market = openMarket(admin)
const merchant = await market.shop()
const listed = `/admin/merchants/${merchant.id}/vouchers`
const post = (changes: object = {}) => admin('POST', listed, { title: 'Free kopi', ...changes })
const patch = (id: string, changes: object, headers = {}) =>
  admin('PATCH', `/admin/vouchers/${id}`, changes, headers)
const get = (id: string) => admin('GET', `/admin/vouchers/${id}`)
const issuesOf = ({ body }: { body: { issues: { path: string; message: string }[] } }) =>
  body.issues.map(({ path, message }) => `${path} ${message}`)
const audit = (id: string) =>
  db`select action, before, after from audit_log where target = ${`voucher:${id}`} order by id`
const written = () => db`
  select (select json_agg(v order by id) from vouchers v) as vouchers, (select count(*) from audit_log) as audited`
const keyOf = async (merchantId: string) =>
  heldToContract(
    served,
    as(
      (await admin('POST', '/admin/keys', { name: 'Shop', role: 'merchant', merchantIds: [merchantId] })).body
        .key,
    ),
  )

test('201: a DRAFT with defaults for all omitted fields', async () => {
  const created = await post()
  expect([created.status, created.headers.etag]).toEqual([201, '"1"'])
  expect(created.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    merchantId: merchant.id,
    title: 'Free kopi',
    description: null,
    terms: null,
    imagePath: null,
    valueType: null,
    redemptionValue: null,
    codeSource: 'NONE',
    claimFlow: 'WALLET',
    favoritesOnly: false,
    redemptionCount: 1,
    cycle: 'ONE_TIME',
    globalRedemptionCap: null,
    validFrom: null,
    validUntil: null,
    applicableFrom: null,
    applicableUntil: null,
    outletIds: null,
    translations: {},
    status: 'DRAFT',
    publishAt: null,
    unpublishAt: null,
    scheduleFailure: null,
    publishedAt: null,
    createdAt: clock.now.toISOString(),
    updatedAt: clock.now.toISOString(),
    version: 1,
  })
  expect((await get(created.body.id)).body).toEqual(created.body)
  expect(await audit(created.body.id)).toEqual([
    { action: 'voucher.create', before: null, after: created.body },
  ])
})

test('201: every field as given, the markup of the title included, times in UTC', async () => {
  const { id: outletId } = await market.outlet(merchant.id)
  const input = {
    title: '{b}Free{/b} kopi {r}today{/r}',
    description: 'One hot or iced kopi.',
    terms: 'Dine-in only.',
    imagePath: '/uploads/kopi.webp',
    valueType: 'FREE_ITEM',
    codeSource: 'MANUAL',
    claimFlow: 'INSTANT',
    favoritesOnly: true,
    redemptionCount: 1000,
    cycle: 'BIWEEKLY',
    globalRedemptionCap: 2_147_483_647,
    outletIds: [outletId],
  }
  const { status, body } = await post({
    ...input,
    validFrom: '2026-11-01T00:00:00+08:00',
    validUntil: '2026-12-31T15:59:59.999Z',
    applicableUntil: '2026-12-24T00:00:00Z',
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    ...input,
    validFrom: '2026-10-31T16:00:00.000Z',
    validUntil: '2026-12-31T15:59:59.999Z',
    applicableFrom: null,
    applicableUntil: '2026-12-24T00:00:00.000Z',
  })
})

test.each([
  ['2026-12-31T23:59:59.1239999999999Z', '2026-12-31T23:59:59.124Z'],
  ['2026-12-31t23:59:60z', '2027-01-01T00:00:00.000Z'],
  ['2026-12-31 23:59:59+0800', '2026-12-31T15:59:59.000Z'],
  ['9999-12-31T23:59:59+08:00', '9999-12-31T15:59:59.000Z'],
  ['0050-01-01T00:00:00.5+01:00', '0049-12-31T23:00:00.500Z'],
])('201: the time %s is %s', async (validUntil, moment) => {
  const { status, body } = await post({ validUntil })
  expect([status, body.validUntil]).toEqual([201, moment])
})

test('201: a time older than time zones, whatever time zone the database has', async () => {
  const [{ name } = { name: '' }] = await db<{ name: string }[]>`select current_database() as name`
  await db.unsafe(`alter database ${name} set timezone = 'Asia/Kuala_Lumpur'`)
  const node = await harness.startNode()
  const validFrom = '1850-01-01T00:00:00.000Z'
  const draft = { title: 'Old', validFrom }
  const { status, body } = await node.admin('POST', `/admin/merchants/${merchant.id}/vouchers`, draft)
  expect([status, body.validFrom]).toEqual([201, validFrom])
})

const stranger = await market.shop()
const strangersOutlet = await market.outlet(stranger.id)
const ownOutlet = await market.outlet(merchant.id)

test.each<[string, object, string]>([
  ['no title', { title: undefined }, '/title is required'],
  ['an empty title', { title: '' }, '/title'],
  ['a title of tags only', { title: '{b}{/b}' }, '/title must contain a visible character'],
  ['a title of tags and spaces', { title: '{B} {s}\u200b{/S}' }, '/title must contain a visible character'],
  ['a title of blanks that count as letters', { title: '\u3164' }, '/title must contain a visible character'],
  ['a title of 301 characters', { title: '😀'.repeat(301) }, '/title'],
  ['an image path that is neither', { imagePath: 'http://example.com/a.png' }, '/imagePath must be a path'],
  ['an unknown codeSource', { codeSource: 'OTHER' }, '/codeSource must be one of NONE, MANUAL, AUTO'],
  ['a redemptionCount of 0', { redemptionCount: 0 }, '/redemptionCount'],
  ['a redemptionCount as text', { redemptionCount: '1' }, '/redemptionCount must be integer'],
  ['a cap of 0', { globalRedemptionCap: 0 }, '/globalRedemptionCap'],
  ['an empty list of outlets', { outletIds: [] }, '/outletIds'],
  ['an outlet twice', { outletIds: [ownOutlet.id, ownOutlet.id] }, '/outletIds'],
  [
    'an outlet twice, in upper and lower case',
    { outletIds: [ownOutlet.id, ownOutlet.id.toUpperCase()] },
    '/outletIds contains an outlet twice',
  ],
  [
    'the outlet of another merchant',
    { outletIds: [ownOutlet.id, strangersOutlet.id] },
    `/outletIds ${strangersOutlet.id} is not an outlet of this merchant`,
  ],
  ['a validity without a day', { validFrom: '2026-13-01T00:00:00Z' }, '/validFrom must be an ISO 8601'],
  ['an offset into the year 0', { validFrom: '0001-01-01T00:00:00+01:00' }, '/validFrom must be an ISO 8601'],
  [
    'an offset into the year 10000',
    { validUntil: '9999-12-31T23:59:59-01:00' },
    '/validUntil must be an ISO',
  ],
  [
    'a fraction that rounds into the year 10000',
    { validFrom: '9999-12-31T23:59:59.9999999Z' },
    '/validFrom must be an ISO',
  ],
  ['a leap second into the year 10000', { validFrom: '9999-12-31T23:59:60Z' }, '/validFrom must be an ISO'],
  [
    'a validity period that ends before it starts',
    { validFrom: '2026-12-01T00:00:00Z', validUntil: '2026-11-30T00:00:00Z' },
    '/validUntil must be after validFrom',
  ],
  [
    'a window that ends when it starts',
    { applicableFrom: '2026-12-01T00:00:00Z', applicableUntil: '2026-12-01T08:00:00+08:00' },
    '/applicableUntil must be after applicableFrom',
  ],
  ['a status', { status: 'PUBLISHED' }, '/status is not a known property'],
])('400 validation_failed: %s; nothing written', async (_name, changes, issue) => {
  const before = await written()
  const response = await post(changes)
  expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
  expect(issuesOf(response).join('\n')).toContain(issue)
  expect(await written()).toEqual(before)
})

test('400: lists every outlet that is not the merchant’s', async () => {
  const unknown = randomUUIDv7()
  const response = await post({ outletIds: [strangersOutlet.id, ownOutlet.id, unknown] })
  expect(issuesOf(response)).toEqual([
    `/outletIds ${strangersOutlet.id} is not an outlet of this merchant`,
    `/outletIds ${unknown} is not an outlet of this merchant`,
  ])
})

test('200: PATCH changes only the given fields, and the audit log shows the changes', async () => {
  const { body: before } = await post({ description: 'Old', redemptionCount: 2 })
  clock.advance(1000)
  const changed = await patch(before.id, { description: null, outletIds: [ownOutlet.id] })
  expect(changed.body).toEqual({
    ...before,
    description: null,
    outletIds: [ownOutlet.id],
    updatedAt: clock.now.toISOString(),
    version: 2,
  })
  expect(changed.headers.etag).toBe('"2"')
  expect((await audit(before.id))[1]).toEqual({
    action: 'voucher.update',
    before: { description: 'Old', outletIds: null },
    after: { description: null, outletIds: [ownOutlet.id] },
  })
})

test('400: PATCH of one end so that a window ends before it starts; nothing changed', async () => {
  const window = { validFrom: '2026-11-01T00:00:00.000Z', validUntil: '2026-12-01T00:00:00.000Z' }
  const { body } = await post({ ...window, applicableFrom: '2026-11-15T00:00:00Z' })
  for (const changes of [
    { validFrom: '2026-12-02T00:00:00Z' },
    { validUntil: '2026-10-31T00:00:00Z' },
    { applicableUntil: '2026-11-14T00:00:00Z' },
  ]) {
    expect((await patch(body.id, changes)).status).toBe(400)
  }
  expect((await get(body.id)).body).toEqual(body)
  expect((await patch(body.id, { validFrom: null, validUntil: '2026-10-31T00:00:00Z' })).status).toBe(200)
})

test('400: PATCH with another merchant’s outlet, an unknown property or nothing at all', async () => {
  const { body } = await post()
  expect((await patch(body.id, { outletIds: [strangersOutlet.id] })).status).toBe(400)
  expect((await patch(body.id, { merchantId: stranger.id })).status).toBe(400)
  expect((await patch(body.id, {})).status).toBe(400)
  expect((await get(body.id)).body).toEqual(body)
})

test('412 version_conflict: an older If-Match; without it the change applies', async () => {
  const { body } = await post()
  expect((await patch(body.id, { title: 'Second' }, { 'if-match': '"1"' })).body.version).toBe(2)
  const stale = await patch(body.id, { title: 'Third' }, { 'if-match': '"1"' })
  expect([stale.status, stale.body]).toEqual([412, { error: 'version_conflict' }])
  expect((await patch(body.id, { title: 'Third' })).body).toMatchObject({ title: 'Third', version: 3 })
})

test('422 voucher_published: codeSource, claimFlow and cycle after a publication, also if unpublished since', async () => {
  const voucher = await market.offer(merchant.id, { codeSource: 'AUTO', cycle: 'MONTHLY' })
  const refused = async () => {
    for (const change of [{ codeSource: 'NONE' }, { claimFlow: 'INSTANT' }, { cycle: 'ONE_TIME' }]) {
      const response = await patch(voucher.id, { ...change, title: 'Changed' })
      expect([response.status, response.body]).toEqual([422, { error: 'voucher_published' }])
    }
    expect((await get(voucher.id)).body.title).toBe(voucher.title)
  }
  await refused()
  await market.unpublish(voucher.id)
  await refused()
  const same = await patch(voucher.id, { codeSource: 'AUTO', claimFlow: 'WALLET', cycle: 'MONTHLY' })
  expect(same.status).toBe(200)
})

test('200: a draft’s codeSource, claimFlow and cycle change freely', async () => {
  const { body } = await post()
  const changes = { codeSource: 'AUTO', claimFlow: 'INSTANT', cycle: 'MONTHLY' }
  expect((await patch(body.id, changes)).body).toMatchObject(changes)
})

test('422 voucher_incomplete: a live voucher keeps its image; an unpublished one may lose it', async () => {
  const voucher = await market.offer(merchant.id)
  const response = await patch(voucher.id, { imagePath: null })
  expect([response.status, response.body.error, issuesOf(response)]).toEqual([
    422,
    'voucher_incomplete',
    ['/imagePath needs an image while it is published: unpublish it first'],
  ])
  await market.unpublish(voucher.id)
  expect((await patch(voucher.id, { imagePath: null })).status).toBe(200)
})

test('200: the list is the merchant’s own, newest first, page by page', async () => {
  const shop = await market.shop()
  const ids = []
  for (let i = 0; i < 5; i += 1) ids.unshift((await market.draft(shop.id)).id)
  const path = `/admin/merchants/${shop.id}/vouchers`
  const pages: string[][] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await admin('GET', `${path}?limit=2${cursor && `&cursor=${cursor}`}`)
    pages.push(idsOf({ ...page, body: page.body.items }))
    cursor = page.body.nextCursor
  }
  expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
})

test('200: the search ignores markup and case of titles', async () => {
  const shop = await market.shop()
  const { id } = await market.draft(shop.id, { title: '{b}Free{/B} kopi 100%' })
  await market.draft(shop.id, { title: 'Half-price toast {b}' })
  const found = async (q: string) =>
    (await admin('GET', `/admin/merchants/${shop.id}/vouchers?q=${encodeURIComponent(q)}`)).body.items.map(
      (item: { id: string }) => item.id,
    )
  expect(await found('FREE KOPI')).toEqual([id])
  expect(await found('100%')).toEqual([id])
  expect(await found('{b}')).toEqual([])
  expect(await found('_ree')).toEqual([])
})

test('404 not_found: unknown ids, and another merchant’s voucher with a merchant’s key; nothing changed', async () => {
  const own = await keyOf(merchant.id)
  const { id } = await market.draft(stranger.id)
  const before = await written()
  for (const [call, voucherId, merchantId] of [
    [admin, randomUUIDv7(), randomUUIDv7()],
    [admin, 'nonsense', 'nonsense'],
    [own, id, stranger.id],
  ] as const) {
    const responses = [
      await call('GET', `/admin/vouchers/${voucherId}`),
      await call('PATCH', `/admin/vouchers/${voucherId}`, { title: 'Mine' }),
      await call('POST', `/admin/vouchers/${voucherId}/publish`),
      await call('POST', `/admin/vouchers/${voucherId}/unpublish`),
      await call('GET', `/admin/merchants/${merchantId}/vouchers`),
      await call('POST', `/admin/merchants/${merchantId}/vouchers`, { title: 'Mine' }),
    ]
    for (const { status, body } of responses) expect([status, body]).toEqual([404, { error: 'not_found' }])
  }
  expect(await written()).toEqual(before)
})

test('a merchant’s key creates, changes, publishes and unpublishes its own voucher', async () => {
  const own = await keyOf(merchant.id)
  const { status, body } = await own('POST', listed, { title: 'Ours', imagePath: '/uploads/ours.webp' })
  expect(status).toBe(201)
  expect((await own('PATCH', `/admin/vouchers/${body.id}`, { title: 'Ours too' })).status).toBe(200)
  expect((await own('POST', `/admin/vouchers/${body.id}/publish`)).body.status).toBe('PUBLISHED')
  expect((await own('POST', `/admin/vouchers/${body.id}/unpublish`)).body.status).toBe('UNPUBLISHED')
})
