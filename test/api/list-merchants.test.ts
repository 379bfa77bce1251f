import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createHarness } from '../harness.ts'
import { idsOf, namesOf, openMarket, visitorsOf } from '../market.ts'
import { signedCalls } from '../signing.ts'
import { onboardIssuer } from '../tokens.ts'

const harness = await createHarness()
const { admin, clock, db, server } = harness
const market = openMarket(admin)
const issuer = await onboardIssuer(harness)
const visitor = visitorsOf(harness, issuer)
const call = visitor()

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

test('200: a merchant as everyone sees it, and nothing more', async () => {
  const { slug, subCategoryIds } = await market.category('Coffee', 'Tea')
  const given = {
    name: 'Kopi "Corner" \\ </script> 🦊',
    slug: 'kopi-corner',
    category: slug,
    subCategoryIds,
    logoPath: '/uploads/kopi.webp',
    bannerPath: 'https://img.example.com/banner.jpg',
    description: 'Line one\nline two\u2028three',
    isNew: true,
  }
  const { id } = await market.merchant({ ...given, timezone: 'Asia/Kuala_Lumpur' })
  await market.outlet(id, { pin: '4821' })
  const { id: voucherId } = await market.offer(id, { title: '{b}Free{/b} "kopi"' })
  const imagePath = 'https://img.example.com/offer.jpg'
  const answer = await list({ slug })
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.body).toEqual([
    {
      ...given,
      id,
      subCategoryIds: subCategoryIds.toSorted(),
      favorited: false,
      topVoucher: { id: voucherId, title: '{b}Free{/b} "kopi"', imagePath },
    },
  ])
})

test('200: a merchant that has nothing of its own yet', async () => {
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

test('200: by name whatever its case, accents beside their letters, ties by id', async () => {
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
  const made = []
  for (const name of names) made.push(await market.merchant({ name, category: category.slug }))
  const answer = await list(category)
  const rest = ['banana', 'eclair', 'Éclair', 'Zebra', 'zoo']
  expect(namesOf(answer)).toEqual(['7up', 'ahorn', 'Ähre', 'APPLE', 'apple', 'Apple', ...rest])
  const apples = made.filter(({ name }) => /^apple$/i.test(name)).map(({ id }) => id)
  expect(idsOf(answer).slice(3, 6)).toEqual(apples.toSorted())
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
  const made: Awaited<ReturnType<typeof market.merchant>>[] = []
  for (let i = 0; i < 16; i += 1) {
    const { slug, subCategoryIds } = categories[i % 2] as (typeof categories)[number]
    const merchant = await market.merchant({
      // Neither in the order of their making nor of their distance.
      name: `Combination ${(i * 7) % 16}`,
      category: slug,
      subCategoryIds: subCategoryIds.filter((_, place) => (i >> place) & 2),
      isNew: i % 3 === 0,
    })
    // Some are nowhere.
    if (i % 5 > 0) await market.outlet(merchant.id, { latitude: 10 + ((i * 5) % 16) / 100, longitude: 20 })
    made.push({ ...merchant, away: i % 5 > 0 ? (i * 5) % 16 : Infinity })
  }
  const featured = made.filter((_, i) => i % 4 < 2).map(({ id }) => id)
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
    const expected = made
      .filter(
        (merchant) =>
          (!isFeatured || featured.includes(merchant.id)) &&
          (!isNew || merchant.isNew) &&
          (!inCategory || merchant.category === categories[0]?.slug) &&
          (!inSub || merchant.subCategoryIds.includes(subCategories[1])),
      )
      .sort((a, b) =>
        isNear && a.away !== b.away
          ? a.away - b.away
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

test('200: featured in the curated order, which a new order replaces; inactive ones are left out', async () => {
  const made = [await market.merchant(), await market.merchant(), await market.merchant()]
  const [a, b, c] = made.map(({ id }) => id)
  await feature(c, a, b)
  expect(idsOf(await call('GET', '/merchants?featured=true'))).toEqual([c, a, b])
  await market.change(`/admin/merchants/${a}`, { isActive: false })
  expect(idsOf(await call('GET', '/merchants?featured=true'))).toEqual([c, b])
  await feature(b)
  expect(idsOf(await call('GET', '/merchants?featured=true'))).toEqual([b])
  await feature()
  expect((await call('GET', '/merchants?featured=true')).body).toEqual([])
})

test('200: a filter that nothing fits, and a sub-category in capitals', async () => {
  const { slug, subCategoryIds } = await market.category('Coffee')
  const { id } = await market.merchant({ category: slug, subCategoryIds })
  expect((await call('GET', '/merchants?category=NOWHERE')).body).toEqual([])
  expect((await call('GET', `/merchants?category=${slug.toLowerCase()}`)).body).toEqual([])
  expect((await call('GET', '/merchants?subCategoryId=00000000-0000-0000-0000-000000000000')).body).toEqual(
    [],
  )
  expect(idsOf(await call('GET', `/merchants?subCategoryId=${subCategoryIds[0]?.toUpperCase()}`))).toEqual([
    id,
  ])
})

test('200: distanceMeters in whole metres to the nearest active outlet, nearest first, the rest by name', async () => {
  const category = await market.category()
  const of = (name: string) => market.merchant({ name, category: category.slug })
  const [far, near, none, closed, both] = [
    await of('A far'),
    await of('Z near'),
    await of('b nowhere'),
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
  const answer = await list(category, '&lat=3&lng=100')
  expect(
    answer.body.map(({ name, distanceMeters }: Record<string, unknown>) => [name, distanceMeters]),
  ).toEqual([
    ['Z near', 111],
    ['M both', 1110],
    ['A far', 111_195],
    ['B closed', null],
    ['b nowhere', null],
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
  // As JavaScript writes what is this small.
  expect(await only(category, '&lat=5e-7&lng=0.000001234567890123456')).toMatchObject({
    distanceMeters: 10_007_448,
  })
})

test('200: topVoucher is the most recently published live one, unless another was picked and is live', async () => {
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

test('200: topVoucher gives way at the very moment its validity ends, with nothing but the clock moved', async () => {
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

test('200: topVoucher follows a change of its title and its image', async () => {
  const category = await market.category()
  const { id } = await market.shop({ category: category.slug })
  const voucher = await market.offer(id)
  const changed = { title: 'New title', imagePath: '/uploads/new.webp' }
  await market.change(`/admin/vouchers/${voucher.id}`, changed)
  expect((await only(category)).topVoucher).toEqual({ id: voucher.id, ...changed })
})

test('200: a scope shows the merchants and the categories that it names, and a change of it is seen at once', async () => {
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

test('200: a scope narrows every order and filter alike', async () => {
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
    const answer = await narrowed('GET', `/merchants${query}`)
    expect([query, idsOf(answer)]).toEqual([query, [inside.id]])
    expect(answer.headers.link).toBeUndefined()
  }
  expect((await narrowed('GET', '/merchants?category=F_AND_B')).body).toEqual([])
})

test('200: favorited is the caller’s own, and browsing creates no user', async () => {
  const category = await market.category()
  const { id } = await market.merchant({ category: category.slug })
  const path = `/merchants?category=${category.slug}`
  const favoritedFor = async (sub: string, visit = visitor) =>
    (await visit(sub)('GET', path)).body[0].favorited
  expect(await favoritedFor('fan')).toBe(false)
  expect(await db`select from users where external_user_id = 'fan'`).toHaveLength(0)
  await visitor('fan')('POST', '/me/favorites', { merchantId: id })
  expect(await favoritedFor('fan')).toBe(true)
  expect(await favoritedFor('stranger')).toBe(false)
  const other = visitorsOf(harness, await onboardIssuer(harness))
  expect(await favoritedFor('fan', other)).toBe(false)
  await visitor('fan')('DELETE', `/me/favorites/${id}`)
  expect(await favoritedFor('fan')).toBe(false)
  expect(await db`select from users where external_user_id = 'stranger'`).toHaveLength(0)
})

test.each(['NULL', '{a,b}', 'a"b\\c', "o'hara", ' ', ',', '🦊', '\u0001', 'x'.repeat(255)])(
  '200: favorited of a user whom the partner calls %j',
  async (sub) => {
    const category = await market.category()
    const { id } = await market.merchant({ category: category.slug })
    expect((await visitor(sub)('POST', '/me/favorites', { merchantId: id })).status).toBe(201)
    expect((await visitor(sub)('GET', `/merchants?category=${category.slug}`)).body[0].favorited).toBe(true)
    expect(await db`select from users where external_user_id = ${sub}`).toHaveLength(1)
  },
)

test('200: browsing goes on for an anonymised user, who is as good as unknown until revived', async () => {
  const category = await market.category()
  const { id } = await market.merchant({ category: category.slug })
  const partnerCall = (await signedCalls(harness))(issuer.partner)
  const gone = visitor('gone')
  await gone('POST', '/me/favorites', { merchantId: id })
  const path = `/merchants?category=${category.slug}`
  expect((await gone('GET', path)).body[0].favorited).toBe(true)
  await partnerCall('DELETE', '/integrations/users/gone')
  expect((await gone('GET', path)).body[0].favorited).toBe(false)
  await partnerCall('POST', '/integrations/users', { externalUserId: 'gone' })
  expect((await gone('GET', path)).body[0].favorited).toBe(true)
})

test('304: to whoever names the state they have, until something in it changes', async () => {
  const category = await market.category()
  const { id } = await market.merchant({ category: category.slug })
  const path = `/merchants?category=${category.slug}`
  const { etag = '' } = (await call('GET', path)).headers
  expect(etag).toMatch(/^W\/"[\w-]+"$/)
  for (const known of [etag, etag.slice(2), '*', `"other", ${etag}`, `W/"other",${etag} `]) {
    const answer = await call('GET', path, undefined, { 'if-none-match': known })
    expect([known, answer.status, answer.body]).toEqual([known, 304, ''])
    expect(answer.headers).toMatchObject({ etag, 'cache-control': 'private, no-cache' })
  }
  const compressing = await call('GET', path, undefined, {
    'if-none-match': etag,
    'accept-encoding': 'br, gzip',
  })
  expect([compressing.status, compressing.body]).toEqual([304, ''])
  expect((await call('GET', path, undefined, { 'if-none-match': '"other"' })).status).toBe(200)

  let last = etag
  const expectChange = async () => {
    const answer = await call('GET', path, undefined, { 'if-none-match': last })
    expect(answer.status).toBe(200)
    expect(answer.headers.etag).not.toBe(last)
    last = answer.headers.etag ?? ''
    expect((await call('GET', path, undefined, { 'if-none-match': last })).status).toBe(304)
  }
  await call('POST', '/me/favorites', { merchantId: id })
  await expectChange()
  await market.change(`/admin/merchants/${id}`, { name: 'Renamed' })
  await expectChange()
  await market.merchant({ category: category.slug })
  await expectChange()
  await call('DELETE', `/me/favorites/${id}`)
  await expectChange()
})

test('200, not 304: a page whose merchants are the same and which has a next one now', async () => {
  const category = await market.category()
  await market.merchant({ name: 'First', category: category.slug })
  const page = (known = '') =>
    call('GET', `/merchants?category=${category.slug}&limit=1`, undefined, { 'if-none-match': known })
  const last = await page()
  expect(last.headers.link).toBeUndefined()
  const second = await market.merchant({ name: 'Second', category: category.slug })
  const { status, headers } = await page(last.headers.etag)
  expect([status, headers.link]).toEqual([200, expect.stringContaining('rel="next"')])
  expect((await page(headers.etag)).status).toBe(304)
  await market.change(`/admin/merchants/${second.id}`, { isActive: false })
  expect((await page(headers.etag)).status).toBe(200)
})

test('HEAD: what GET would say, without its body', async () => {
  const headers = { authorization: `Bearer ${issuer.mint()}` }
  const ask = (method: 'GET' | 'HEAD', more = {}) =>
    server.inject({ method, url: '/merchants', headers: { ...headers, ...more } })
  const [get, head] = [await ask('GET'), await ask('HEAD')]
  const { 'x-request-id': _, date: __, ...said } = get.headers
  expect(head.headers).toMatchObject(said)
  expect([head.statusCode, head.body]).toEqual([200, ''])
  expect((await ask('HEAD', { 'if-none-match': String(get.headers.etag) })).statusCode).toBe(304)
})

test('304: no longer once a voucher has ended, by the clock alone', async () => {
  const category = await market.category()
  const { id } = await market.shop({ category: category.slug })
  await market.outlet(id, { latitude: 10, longitude: 20 })
  await market.offer(id, { validUntil: inDays(1) })
  for (const more of ['', '&lat=10&lng=20.5', '&limit=1']) {
    const path = `/merchants?category=${category.slug}${more}`
    const { etag = '' } = (await call('GET', path)).headers
    expect((await call('GET', path, undefined, { 'if-none-match': etag })).status).toBe(304)
    clock.advance(DAY_MS)
    const answer = await call('GET', path, undefined, { 'if-none-match': etag })
    expect([answer.status, answer.body[0].topVoucher]).toEqual([200, null])
    clock.advance(-DAY_MS)
    // Another voucher each time: the clock of a catalogue does not run backwards.
    await market.offer(id, { validUntil: inDays(1) })
  }
})

test('304: from whichever node, since all name a state alike, and another position is another state', async () => {
  const category = await market.category()
  const { id } = await market.merchant({ category: category.slug })
  await market.outlet(id, { latitude: 10, longitude: 20 })
  const elsewhere = visitorsOf({ ...harness, as: (await harness.startNode()).as }, issuer)()
  const path = `/merchants?category=${category.slug}`
  for (const more of ['', '&lat=10&lng=20']) {
    const { etag = '' } = (await call('GET', path + more)).headers
    const there = await elsewhere('GET', path + more, undefined, { 'if-none-match': etag })
    expect([there.status, there.headers.etag]).toEqual([304, etag])
    const moved = await elsewhere('GET', `${path}&lat=10&lng=20.1`, undefined, { 'if-none-match': etag })
    expect([moved.status, moved.body[0].distanceMeters]).toEqual([200, 10951])
  }
})

test('304: a page keeps its link to the next', async () => {
  const category = await market.category()
  await market.merchant({ category: category.slug })
  await market.merchant({ category: category.slug })
  const first = await list(category, '&limit=1')
  expect(first.headers.link).toBeDefined()
  const again = await call('GET', `/merchants?category=${category.slug}&limit=1`, undefined, {
    'if-none-match': first.headers.etag ?? '',
  })
  expect([again.status, again.headers.link]).toEqual([304, first.headers.link])
})

test('200 compressed over 1 KiB when asked, and as it is otherwise', async () => {
  const category = await market.category()
  const get = (headers: Record<string, string>) =>
    server.inject({
      url: `/merchants?category=${category.slug}`,
      headers: { authorization: `Bearer ${issuer.mint()}`, ...headers },
    })
  await market.merchant({ category: category.slug })
  expect((await get({ 'accept-encoding': 'br, gzip' })).headers['content-encoding']).toBeUndefined()
  for (let i = 0; i < 4; i += 1) {
    await market.merchant({ category: category.slug, description: 'Kopi and toast. '.repeat(20) })
  }
  const plain = await get({})
  expect(plain.rawPayload.length).toBeGreaterThan(1024)
  expect(plain.headers['content-encoding']).toBeUndefined()
  for (const [accepted, encoding, open] of [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip;q=1, br;q=0', 'gzip', gunzipSync],
  ] as const) {
    const answer = await get({ 'accept-encoding': accepted })
    expect([accepted, answer.headers['content-encoding']]).toEqual([accepted, encoding])
    expect(answer.headers.vary).toMatch(/accept-encoding/i)
    expect(answer.headers.etag).toBe(plain.headers.etag)
    expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    expect(open(answer.rawPayload).toString()).toBe(plain.body)
  }
  for (const accepted of ['identity', 'deflate', 'zstd']) {
    expect((await get({ 'accept-encoding': accepted })).body, accepted).toBe(plain.body)
  }
})

test('any origin may read it, preflight included', async () => {
  const answer = await call('GET', '/merchants?limit=1', undefined, { origin: 'https://app.example.com' })
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'retry-after, link, etag, idempotency-replayed, x-request-id',
  })
  expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
  const preflight = await server.inject({
    method: 'OPTIONS',
    url: '/merchants',
    headers: { origin: 'https://app.example.com', 'access-control-request-method': 'GET' },
  })
  expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, '*'])
  expect(preflight.headers['access-control-allow-headers']).toContain('if-none-match')
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
  const answer = await call('GET', `/merchants?${query}`)
  expect([answer.status, answer.body.error]).toEqual([400, 'validation_failed'])
  expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
})

test('401 missing_token: without a token nothing is shown', async () => {
  const answer = await harness.as(undefined)('GET', '/merchants')
  expect([answer.status, answer.body]).toEqual([401, { error: 'missing_token' }])
  expect(answer.headers['access-control-allow-origin']).toBe('*')
})

test('503 unavailable with retry-after: the database is gone', async () => {
  const broken = await createHarness()
  const visit = visitorsOf(broken, await onboardIssuer(broken))()
  expect((await visit('GET', '/merchants')).status).toBe(200)
  await broken.db.end({ timeout: 0 })
  for (const path of ['/merchants', '/me', '/me/claims']) {
    const answer = await visit('GET', path)
    expect([path, answer.status, answer.body]).toEqual([path, 503, { error: 'unavailable' }])
    expect(answer.headers['retry-after']).toBe('1')
  }
})
