import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { idsOf, namesOf, openMarket, visitorsOf } from '../support/market.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, clock } = harness
const market = openMarket(admin)
const call = visitorsOf(harness, await onboardIssuer(harness))()

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(clock.now.getTime() + days * DAY_MS).toISOString()
const feature = (...merchantIds: string[]) => admin('PUT', '/admin/featured', { merchantIds })
const list = (category: { slug: string }, more = '') =>
  call('GET', `/merchants?category=${category.slug}${more}`)

/** The one merchant of a category. */
const only = async (category: { slug: string }, more = '') => {
  const { body } = await list(category, more)
  expect(body).toHaveLength(1)
  return body[0]
}

test('200: a merchant has exactly the public fields', async () => {
  const { slug, subCategoryIds } = await market.category('Coffee', 'Tea')
  const fields = {
    name: 'Kopi "Corner" \\ </script> 🦊',
    slug: 'kopi-corner',
    category: slug,
    subCategoryIds,
    logoPath: '/uploads/kopi.webp',
    bannerPath: 'https://img.example.com/banner.jpg',
    description: 'Line one\nline two\u2028three',
    isNew: true,
  }
  const { id } = await market.merchant({ ...fields, timezone: 'Asia/Kuala_Lumpur' })
  await market.outlet(id, { pin: '4821' })
  const { id: voucherId } = await market.offer(id, { title: '{b}Free{/b} "kopi"' })
  const imagePath = 'https://img.example.com/offer.jpg'
  const response = await list({ slug })
  expect(response.status).toBe(200)
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(response.body).toEqual([
    {
      ...fields,
      id,
      subCategoryIds: subCategoryIds.toSorted(),
      favorited: false,
      topVoucher: { id: voucherId, title: '{b}Free{/b} "kopi"', imagePath },
    },
  ])
})

test('200: the optional fields of a new merchant are null or empty', async () => {
  const category = await market.category()
  await market.merchant({ category: category.slug })
  expect(await only(category)).toMatchObject({
    subCategoryIds: [],
    logoPath: null,
    bannerPath: null,
    description: null,
    isNew: false,
    topVoucher: null,
  })
})

test('200: sorted by name ignoring case, accented letters next to plain ones, ties by id', async () => {
  const category = await market.category()
  const names = [
    'Zebra',
    'zoo',
    'APPLE',
    'Éclair',
    'eclair',
    'apple',
    'banana',
    'Apple',
    'Ähre',
    'ahorn',
    '7up',
  ]
  const merchants = []
  for (const name of names) merchants.push(await market.merchant({ name, category: category.slug }))
  const response = await list(category)
  const rest = ['banana', 'eclair', 'Éclair', 'Zebra', 'zoo']
  expect(namesOf(response)).toEqual(['7up', 'ahorn', 'Ähre', 'APPLE', 'apple', 'Apple', ...rest])
  const apples = merchants.filter(({ name }) => /^apple$/i.test(name)).map(({ id }) => id)
  expect(idsOf(response).slice(3, 6)).toEqual(apples.toSorted())
})

test('200: an inactive merchant is left out until it is active again', async () => {
  const category = await market.category()
  const { id } = await market.merchant({ category: category.slug })
  await market.change(`/admin/merchants/${id}`, { isActive: false })
  expect((await list(category)).body).toEqual([])
  await market.change(`/admin/merchants/${id}`, { isActive: true })
  expect(idsOf(await list(category))).toEqual([id])
})

test('200: every combination of filters and orders', async () => {
  const categories = [await market.category('a', 'b'), await market.category('c')]
  const subCategories = categories.flatMap(({ subCategoryIds }) => subCategoryIds)
  const merchants: Awaited<ReturnType<typeof market.merchant>>[] = []
  for (let i = 0; i < 16; i += 1) {
    const { slug, subCategoryIds } = categories[i % 2] as (typeof categories)[number]
    const merchant = await market.merchant({
      // The names follow neither the order of creation nor the distance.
      name: `Combination ${(i * 7) % 16}`,
      category: slug,
      subCategoryIds: subCategoryIds.filter((_, place) => (i >> place) & 2),
      isNew: i % 3 === 0,
    })
    // Every fifth has no outlet.
    if (i % 5 > 0) await market.outlet(merchant.id, { latitude: 10 + ((i * 5) % 16) / 100, longitude: 20 })
    merchants.push({ ...merchant, distance: i % 5 > 0 ? (i * 5) % 16 : Infinity })
  }
  const featured = merchants.filter((_, i) => i % 4 < 2).map(({ id }) => id)
  featured.reverse()
  await feature(...featured)
  const byName = new Intl.Collator('en').compare

  for (let bits = 0; bits < 32; bits += 1) {
    const [isFeatured, isNew, isNear, inCategory, inSub] = [1, 2, 4, 8, 16].map((bit) => (bits & bit) > 0)
    const query = new URLSearchParams({
      ...(isFeatured && { featured: 'true' }),
      ...(isNew && { isNew: 'true' }),
      ...(isNear && { lat: '10', lng: '20' }),
      ...(inCategory && { category: String(categories[0]?.slug) }),
      ...(inSub && { subCategoryId: String(subCategories[1]) }),
    })
    const expected = merchants
      .filter(
        (merchant) =>
          (!isFeatured || featured.includes(merchant.id)) &&
          (!isNew || merchant.isNew) &&
          (!inCategory || merchant.category === categories[0]?.slug) &&
          (!inSub || merchant.subCategoryIds.includes(subCategories[1])),
      )
      .sort((a, b) =>
        isNear && a.distance !== b.distance
          ? a.distance - b.distance
          : isFeatured && !isNear
            ? featured.indexOf(a.id) - featured.indexOf(b.id)
            : byName(a.name, b.name),
      )
      .map(({ name }) => name)
    const names = namesOf(await call('GET', `/merchants?${query}`)).filter((name) => /^Comb/.test(name))
    expect(names, String(query)).toEqual(expected)
    expect(expected.length, String(query)).toBeGreaterThan(0)
  }
})

test('200: featured merchants in the curated order, without inactive ones; a new order replaces it', async () => {
  const merchants = [await market.merchant(), await market.merchant(), await market.merchant()]
  const [a, b, c] = merchants.map(({ id }) => id)
  await feature(c, a, b)
  expect(idsOf(await call('GET', '/merchants?featured=true'))).toEqual([c, a, b])
  await market.change(`/admin/merchants/${a}`, { isActive: false })
  expect(idsOf(await call('GET', '/merchants?featured=true'))).toEqual([c, b])
  await feature(b)
  expect(idsOf(await call('GET', '/merchants?featured=true'))).toEqual([b])
  await feature()
  expect((await call('GET', '/merchants?featured=true')).body).toEqual([])
})

test('200: an empty list if no merchant matches; a sub-category id in capitals matches', async () => {
  const { slug, subCategoryIds } = await market.category('Coffee')
  const { id } = await market.merchant({ category: slug, subCategoryIds })
  expect((await call('GET', '/merchants?category=NO_SUCH')).body).toEqual([])
  expect((await call('GET', `/merchants?category=${slug.toLowerCase()}`)).body).toEqual([])
  expect((await call('GET', '/merchants?subCategoryId=00000000-0000-0000-0000-000000000000')).body).toEqual(
    [],
  )
  expect(idsOf(await call('GET', `/merchants?subCategoryId=${subCategoryIds[0]?.toUpperCase()}`))).toEqual([
    id,
  ])
})

test('200: distanceMeters in whole meters to the nearest active outlet, nearest first, the rest by name', async () => {
  const category = await market.category()
  const of = (name: string) => market.merchant({ name, category: category.slug })
  const [far, near, none, closed, both] = [
    await of('A far'),
    await of('Z near'),
    await of('b unlocated'),
    await of('B closed'),
    await of('M both'),
  ]
  await market.outlet(far.id, { latitude: 4, longitude: 100 })
  await market.outlet(near.id, { latitude: 3.001, longitude: 100 })
  await market.outlet(none.id)
  await market.outlet(closed.id, { latitude: 3, longitude: 100, isActive: false })
  await market.outlet(both.id, { latitude: 80, longitude: 10 })
  await market.outlet(both.id, { latitude: 3, longitude: 100.01 })
  await market.outlet(both.id, { latitude: 3, longitude: 100, isActive: false })
  const response = await list(category, '&lat=3&lng=100')
  expect(
    response.body.map(({ name, distanceMeters }: Record<string, unknown>) => [name, distanceMeters]),
  ).toEqual([
    ['Z near', 111],
    ['M both', 1110],
    ['A far', 111_195],
    ['B closed', null],
    ['b unlocated', null],
  ])
  expect((await list(category)).body.some((merchant: object) => 'distanceMeters' in merchant)).toBe(false)
})

test('200: distances at zero, across the date line and over a pole', async () => {
  const category = await market.category()
  const { id } = await market.merchant({ category: category.slug })
  const { id: outletId } = await market.outlet(id, { latitude: 0, longitude: 179.999 })
  expect(await only(category, '&lat=0&lng=179.999')).toMatchObject({ distanceMeters: 0 })
  expect(await only(category, '&lat=0&lng=-179.999')).toMatchObject({ distanceMeters: 222 })
  expect(await only(category, '&lat=0&lng=-0.001')).toMatchObject({ distanceMeters: 20_015_114 })
  await market.change(`/admin/outlets/${outletId}`, { latitude: 89.999, longitude: 10 })
  expect(await only(category, '&lat=89.999&lng=-170')).toMatchObject({ distanceMeters: 222 })
  // JavaScript clients write such small numbers with an exponent.
  expect(await only(category, '&lat=5e-7&lng=0.000001234567890123456')).toMatchObject({
    distanceMeters: 10_007_448,
  })
})

test('200: topVoucher is the chosen voucher while it is live, otherwise the live voucher published last', async () => {
  const category = await market.category()
  const { id } = await market.shop({ category: category.slug })
  const top = async () => (await only(category)).topVoucher?.id ?? null
  await market.draft(id)
  expect(await top()).toBeNull()
  const first = await market.offer(id, { title: 'First' })
  expect(await top()).toBe(first.id)
  clock.advance(1000)
  const second = await market.offer(id, { title: 'Second' })
  expect(await top()).toBe(second.id)

  await market.change(`/admin/merchants/${id}`, { topVoucherId: first.id })
  expect(await top()).toBe(first.id)
  await market.unpublish(first.id)
  expect(await top()).toBe(second.id)
  await market.unpublish(second.id)
  expect(await top()).toBeNull()
  await admin('POST', `/admin/vouchers/${first.id}/publish`)
  expect(await top()).toBe(first.id)

  const draft = await market.draft(id)
  await market.change(`/admin/merchants/${id}`, { topVoucherId: draft.id })
  expect(await top()).toBe(first.id)
})

test('200: topVoucher is replaced at the exact end of its validity, with only the clock moved', async () => {
  const category = await market.category()
  const { id } = await market.shop({ category: category.slug })
  const top = async () => (await only(category)).topVoucher?.title ?? null
  await market.offer(id, { title: 'Evergreen', validUntil: inDays(3) })
  clock.advance(1000)
  await market.offer(id, { title: 'Latest', validUntil: inDays(2) })
  const picked = await market.offer(id, { title: 'Picked', validUntil: inDays(1), validFrom: inDays(0.5) })
  await market.change(`/admin/merchants/${id}`, { topVoucherId: picked.id })
  const start = clock.now.getTime()
  expect(await top()).toBe('Picked')
  clock.advance(DAY_MS - 1)
  expect(await top()).toBe('Picked')
  clock.advance(1)
  expect(await top()).toBe('Latest')
  clock.advance(DAY_MS)
  expect(await top()).toBe('Evergreen')
  clock.advance(start + 3 * DAY_MS - clock.now.getTime())
  expect(await top()).toBeNull()
})

test('200: topVoucher shows its changed title and image', async () => {
  const category = await market.category()
  const { id } = await market.shop({ category: category.slug })
  const voucher = await market.offer(id)
  const changed = { title: 'New title', imagePath: '/uploads/new.webp' }
  await market.change(`/admin/vouchers/${voucher.id}`, changed)
  expect((await only(category)).topVoucher).toEqual({ id: voucher.id, ...changed })
})

test('200: a scope limits the list to its merchants and categories; a changed scope applies at once', async () => {
  const [one, two] = [await market.category(), await market.category()]
  const inOne = await market.merchant({ name: 'In one', category: one.slug })
  const inTwo = await market.merchant({ name: 'In two', category: two.slug })
  const alsoTwo = await market.merchant({ name: 'Also two', category: two.slug })
  const narrow = await onboardIssuer(harness, { scope: { merchantIds: [], categories: [] } })
  const seen = async () => namesOf(await visitorsOf(harness, narrow)()('GET', '/merchants'))
  const rescope = (scope: object | null) => market.change(`/admin/partners/${narrow.id}`, { scope })
  expect(await seen()).toEqual([])
  await rescope({ merchantIds: [inTwo.id.toUpperCase()], categories: [] })
  expect(await seen()).toEqual(['In two'])
  await rescope({ merchantIds: [], categories: [two.slug] })
  expect(await seen()).toEqual(['Also two', 'In two'])
  await rescope({ merchantIds: [inOne.id, alsoTwo.id], categories: [two.slug] })
  expect(await seen()).toEqual(['Also two', 'In one', 'In two'])
  await market.change(`/admin/merchants/${inOne.id}`, { category: two.slug })
  await rescope({ merchantIds: [], categories: [one.slug] })
  expect(await seen()).toEqual([])
  await rescope(null)
  expect(await seen()).toEqual(expect.arrayContaining(['Also two', 'In one', 'In two']))
})

test('200: a scope applies to every order and filter', async () => {
  const { slug } = await market.category()
  const inside = await market.merchant({ name: 'Inside', category: slug, isNew: true })
  const outside = await market.merchant({ name: 'Outside', isNew: true })
  for (const { id } of [inside, outside]) await market.outlet(id, { latitude: 50, longitude: 50 })
  await feature(outside.id, inside.id)
  const narrow = await onboardIssuer(harness, { scope: { merchantIds: [], categories: [slug] } })
  const narrowed = visitorsOf(harness, narrow)()
  for (const query of [
    '',
    '?featured=true',
    '?isNew=true',
    '?lat=50&lng=50',
    '?featured=true&lat=50&lng=50',
    '?limit=1',
  ]) {
    const response = await narrowed('GET', `/merchants${query}`)
    expect([query, idsOf(response)]).toEqual([query, [inside.id]])
    expect(response.headers.link).toBeUndefined()
  }
  expect((await narrowed('GET', '/merchants?category=F_AND_B')).body).toEqual([])
})

test.each([
  ['lat=3', '/lng'],
  ['lng=3', '/lat'],
  ['lat=91&lng=0', '/lat'],
  ['lat=-90.0001&lng=0', '/lat'],
  ['lat=0&lng=180.1', '/lng'],
  ['lat=NaN&lng=0', '/lat'],
  ['lat=Infinity&lng=0', '/lat'],
  ['lat=abc&lng=0', '/lat'],
  ['lat=&lng=0', '/lat'],
  ['lat=0x10&lng=0', '/lat'],
  ['lat=1e400&lng=0', '/lat'],
  ['lat=1,5&lng=0', '/lat'],
  ['lat=1&lat=2&lng=0', '/lat'],
  ['featured=false', '/featured'],
  ['featured=', '/featured'],
  ['featured=TRUE', '/featured'],
  ['featured=1', '/featured'],
  ['isNew=false', '/isNew'],
  ['isNew=yes', '/isNew'],
  ['limit=0', '/limit'],
  ['limit=201', '/limit'],
  ['limit=-1', '/limit'],
  ['limit=1.5', '/limit'],
  ['limit=ten', '/limit'],
  ['subCategoryId=coffee', '/subCategoryId'],
  ['subCategoryId=', '/subCategoryId'],
  ['subCategoryId=0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9', '/subCategoryId'],
  ['category=A&category=B', '/category'],
  ['category=%00', '/category'],
])('400 validation_failed: %s', async (query, path) => {
  const response = await call('GET', `/merchants?${query}`)
  expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
  expect(response.body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
})

test('401 missing_token: no token', async () => {
  const response = await harness.as(undefined)('GET', '/merchants')
  expect([response.status, response.body]).toEqual([401, { error: 'missing_token' }])
  expect(response.headers['access-control-allow-origin']).toBe('*')
})

test('503 unavailable with retry-after: the database is unavailable', async () => {
  const broken = await createHarness()
  const visit = visitorsOf(broken, await onboardIssuer(broken))()
  expect((await visit('GET', '/merchants')).status).toBe(200)
  await broken.db.end({ timeout: 0 })
  for (const path of ['/merchants', '/me', '/me/claims']) {
    const response = await visit('GET', path)
    expect([path, response.status, response.body]).toEqual([path, 503, { error: 'unavailable' }])
    expect(response.headers['retry-after']).toBe('1')
  }
})
