import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'

const { admin, as, db, clock } = await createHarness()

const subCategoriesOf = async (slug: string, names: string[]): Promise<string[]> => {
  const body = { name: slug, subCategories: names.map((name) => ({ name })) }
  return (await admin('PUT', `/admin/categories/${slug}`, body)).body.subCategories.map(
    ({ id }: { id: string }) => id,
  )
}
const [coffee, tea] = (await subCategoriesOf('F_AND_B', ['Coffee', 'Tea'])) as [string, string]
const [shoes] = (await subCategoriesOf('FASHION', ['Shoes'])) as [string]

let count = 0
const merchant = (changes: object = {}) => {
  count += 1
  return { name: 'Kopi Corner', slug: `kopi-${count}`, category: 'F_AND_B', ...changes }
}
const create = async (changes: object = {}) =>
  (await admin('POST', '/admin/merchants', merchant(changes))).body
const patch = (id: string, changes: object, headers = {}) =>
  admin('PATCH', `/admin/merchants/${id}`, changes, headers)
const get = async (id: string) => (await admin('GET', `/admin/merchants/${id}`)).body
const audit = (id: string) =>
  db`select action, before, after from audit_log where target = ${`merchant:${id}`} order by id`
const state = () => db`
  select (select json_agg(m order by id) from merchants m) as merchants,
         (select json_agg(t order by merchant_id, sub_category_id) from merchant_sub_categories t) as tags,
         (select count(*) from audit_log) as audited`

async function keyOf(merchantId: string) {
  const { body } = await admin('POST', '/admin/keys', {
    name: 'own',
    role: 'merchant',
    merchantIds: [merchantId],
  })
  return as(body.key)
}

async function voucherOf(merchantId: string): Promise<string> {
  const id = randomUUIDv7()
  await db`
    insert into vouchers (id, merchant_id, title, code_source, claim_flow, favorites_only, redemption_count, cycle,
                          status, created_at, updated_at)
    values (${id}, ${merchantId}, 'Free kopi', 'NONE', 'WALLET', false, 1, 'ONE_TIME', 'DRAFT', now(), now())`
  return id
}

test('201: omitted fields get their defaults', async () => {
  const input = merchant()
  const created = await admin('POST', '/admin/merchants', input)
  expect([created.status, created.headers.etag]).toEqual([201, '"1"'])
  expect(created.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    mode: 'live',
    ...input,
    subCategoryIds: [],
    logoPath: null,
    bannerPath: null,
    description: null,
    isNew: false,
    isActive: true,
    timezone: 'UTC',
    topVoucherId: null,
    translations: {},
    createdAt: clock.now.toISOString(),
    updatedAt: clock.now.toISOString(),
    version: 1,
  })
  expect(await get(created.body.id)).toEqual(created.body)
})

test('201: every field is stored as given, sub-categories in the order of their category, all in the audit log', async () => {
  const input = merchant({
    subCategoryIds: [tea, coffee.toUpperCase()],
    logoPath: '/uploads/logo.webp',
    bannerPath: 'https://img.example.com/banner.jpg',
    description: 'Since 1968.',
    isNew: true,
    isActive: false,
    timezone: 'Asia/Kuala_Lumpur',
    topVoucherId: null,
  })
  const { status, body } = await admin('POST', '/admin/merchants', input)
  expect([status, body]).toEqual([201, expect.objectContaining({ ...input, subCategoryIds: [coffee, tea] })])
  expect(await audit(body.id)).toEqual([{ action: 'merchant.create', before: null, after: body }])
})

test('200: PATCH changes only the given fields, and the audit entry has only those', async () => {
  const before = await create({ description: 'Old', subCategoryIds: [coffee], timezone: 'Asia/Tokyo' })
  clock.advance(1000)
  const { status, body, headers } = await patch(before.id.toUpperCase(), {
    description: null,
    subCategoryIds: [tea],
    isNew: true,
  })
  expect([status, headers.etag]).toEqual([200, '"2"'])
  const updatedAt = clock.now.toISOString()
  expect(body).toEqual({
    ...before,
    description: null,
    subCategoryIds: [tea],
    isNew: true,
    updatedAt,
    version: 2,
  })
  expect(await get(before.id)).toEqual(body)
  expect((await audit(before.id)).at(-1)).toEqual({
    action: 'merchant.update',
    before: { description: 'Old', subCategoryIds: [coffee], isNew: false },
    after: { description: null, subCategoryIds: [tea], isNew: true },
  })
})

test('200: PATCH to another category with sub-categories of it, or with none', async () => {
  const { id } = await create({ subCategoryIds: [coffee] })
  const moved = await patch(id, { category: 'FASHION', subCategoryIds: [shoes] })
  expect([moved.status, moved.body.category, moved.body.subCategoryIds]).toEqual([200, 'FASHION', [shoes]])
  const emptied = await patch(id, { category: 'TRAVEL', subCategoryIds: [] })
  expect([emptied.status, emptied.body.category, emptied.body.subCategoryIds]).toEqual([200, 'TRAVEL', []])
})

test('200: the top voucher is set to a voucher of the merchant, then cleared', async () => {
  const { id } = await create()
  const topVoucherId = await voucherOf(id)
  expect((await patch(id, { topVoucherId })).body.topVoucherId).toBe(topVoucherId)
  expect((await patch(id, { topVoucherId: null })).body.topVoucherId).toBeNull()
})

test.each(['UTC', 'Asia/Kolkata', 'Asia/Calcutta', 'US/Pacific', 'Etc/GMT+8'])(
  '200: time zone %s',
  async (timezone) => {
    expect(await create({ timezone })).toMatchObject({ timezone })
  },
)

const bad: [string, object, string][] = [
  ['an unknown category', { category: 'NO_SUCH' }, '/category'],
  ['a category in lower case', { category: 'f_and_b' }, '/category'],
  ['a sub-category of another category', { subCategoryIds: [coffee, shoes] }, '/subCategoryIds'],
  ['an unknown sub-category', { subCategoryIds: [randomUUIDv7()] }, '/subCategoryIds'],
  ['a sub-category twice', { subCategoryIds: [coffee, coffee] }, '/subCategoryIds'],
  [
    'a sub-category twice in two spellings',
    { subCategoryIds: [coffee, coffee.toUpperCase()] },
    '/subCategoryIds',
  ],
  ['a sub-category id that is not a UUID', { subCategoryIds: ['coffee'] }, '/subCategoryIds/0'],
  ['an unknown time zone', { timezone: 'Asia/Atlantis' }, '/timezone'],
  ['an offset as time zone', { timezone: '+08:00' }, '/timezone'],
  ['a time zone in the wrong case', { timezone: 'Asia/kuala_lumpur' }, '/timezone'],
  ['a null time zone', { timezone: null }, '/timezone'],
  ['an image over http', { logoPath: 'http://example.com/a.png' }, '/logoPath'],
  ['an image path with two dots', { bannerPath: '/uploads/../secrets.key' }, '/bannerPath'],
  ['an image path outside /uploads/', { bannerPath: '/images/a.png' }, '/bannerPath'],
  ['a javascript: URL as image', { logoPath: 'javascript:alert(1)' }, '/logoPath'],
  ['an unknown top voucher', { topVoucherId: randomUUIDv7() }, '/topVoucherId'],
  ['a slug with a capital', { slug: 'Kopi' }, '/slug'],
  ['an empty name', { name: '' }, '/name'],
  ['isActive as text', { isActive: 'true' }, '/isActive'],
  ['an unknown property', { featured: true }, '/featured'],
  ['a read-only property', { version: 7 }, '/version'],
]

test.each(bad)('400 validation_failed on POST: %s, nothing written', async (_name, changes, path) => {
  const before = await state()
  const refused = await admin('POST', '/admin/merchants', merchant(changes))
  expect([refused.status, refused.body.error]).toEqual([400, 'validation_failed'])
  expect(refused.body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  expect(await state()).toEqual(before)
})

test.each(bad)('400 validation_failed on PATCH: %s, nothing changed', async (_name, changes, path) => {
  const { id } = await create({ subCategoryIds: [tea] })
  const before = await state()
  const refused = await patch(id, { description: 'Changed too', ...changes })
  expect([refused.status, refused.body.error]).toEqual([400, 'validation_failed'])
  expect(refused.body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  expect(await state()).toEqual(before)
})

test('400 validation_failed: another category with sub-categories of the old one, nothing changed', async () => {
  const { id } = await create({ subCategoryIds: [coffee] })
  const before = await state()
  const refused = await patch(id, { category: 'FASHION' })
  expect([refused.status, refused.body.issues[0].path]).toEqual([400, '/category'])
  const mixed = await patch(id, { category: 'FASHION', subCategoryIds: [coffee] })
  expect([mixed.status, mixed.body.issues[0].path]).toEqual([400, '/subCategoryIds'])
  expect(await state()).toEqual(before)
})

test('400 validation_failed: a top voucher of another merchant, nothing changed', async () => {
  const [own, other] = [await create(), await create()]
  const topVoucherId = await voucherOf(other.id)
  const before = await state()
  const refused = await patch(own.id, { topVoucherId })
  expect([refused.status, refused.body.issues[0].path]).toEqual([400, '/topVoucherId'])
  expect(await state()).toEqual(before)
})

test('400 validation_failed: an empty PATCH', async () => {
  const { id } = await create()
  expect((await patch(id, {})).status).toBe(400)
})

test('409 slug_taken on POST and PATCH: nothing changed', async () => {
  const [first, second] = [await create(), await create()]
  const before = await state()
  const created = await admin('POST', '/admin/merchants', merchant({ slug: first.slug }))
  expect([created.status, created.body]).toEqual([409, { error: 'slug_taken' }])
  const patched = await patch(second.id, { slug: first.slug })
  expect([patched.status, patched.body]).toEqual([409, { error: 'slug_taken' }])
  expect(await state()).toEqual(before)
})

test('412 version_conflict: If-Match of an older version; without it the change applies', async () => {
  const { id } = await create()
  expect((await patch(id, { name: 'Second' }, { 'if-match': '"1"' })).body.version).toBe(2)
  const before = await state()
  const stale = await patch(id, { name: 'Third' }, { 'if-match': '"1"' })
  expect([stale.status, stale.body]).toEqual([412, { error: 'version_conflict' }])
  expect(await state()).toEqual(before)
  expect((await patch(id, { name: 'Third' })).body).toMatchObject({ name: 'Third', version: 3 })
})

test('404 not_found: an unknown id, an invalid id', async () => {
  for (const id of [randomUUIDv7(), 'kopi', '0199a7f0-6c1e-7b5a-9d43', '%F0%9F%8D%9C']) {
    expect((await admin('GET', `/admin/merchants/${id}`)).body, id).toEqual({ error: 'not_found' })
    expect((await patch(id, { name: 'X' })).body, id).toEqual({ error: 'not_found' })
  }
})

test('200: filters, alone and combined', async () => {
  const active = await create({ category: 'ELECTRONICS' })
  const inactive = await create({ category: 'ELECTRONICS', isActive: false })
  const idsOf = async (query: string) =>
    (await admin('GET', `/admin/merchants?${query}`)).body.items.map(({ id }: { id: string }) => id)
  expect((await idsOf('category=ELECTRONICS')).toSorted()).toEqual([active.id, inactive.id].toSorted())
  expect(await idsOf('category=ELECTRONICS&isActive=true')).toEqual([active.id])
  expect(await idsOf('category=ELECTRONICS&isActive=false')).toEqual([inactive.id])
  expect(await idsOf('category=NO_SUCH')).toEqual([])
  expect((await admin('GET', '/admin/merchants?isActive=1')).status).toBe(400)
})

test('200: q searches name and slug, ignoring case; %, _ and \\ are plain characters', async () => {
  const names = ['50% Off Corner', 'Snake_Case', 'Back\\slash', 'Plain Café']
  const created = await Promise.all(names.map((name) => create({ name })))
  const found = async (q: string) =>
    (await admin('GET', `/admin/merchants?q=${encodeURIComponent(q)}`)).body.items.map(
      ({ id }: { id: string }) => id,
    )
  expect(await found('50% off')).toEqual([created[0].id])
  expect(await found('%')).toEqual([created[0].id])
  expect(await found('_')).toEqual([created[1].id])
  expect(await found('\\')).toEqual([created[2].id])
  expect(await found('CAFÉ')).toEqual([created[3].id])
  expect(await found(created[3].slug)).toEqual([created[3].id])
  expect(await found('no such merchant')).toEqual([])
})

test('200: pages are newest first, each merchant once, even if one is created between two pages', async () => {
  const created = await Promise.all(Array.from({ length: 7 }, () => create({ category: 'GROCERIES' })))
  const seen: string[] = []
  const sizes: number[] = []
  let cursor: string | null = null
  do {
    const path: string = `/admin/merchants?category=GROCERIES&limit=3${cursor ? `&cursor=${cursor}` : ''}`
    const { body } = await admin('GET', path)
    seen.push(...body.items.map(({ id }: { id: string }) => id))
    sizes.push(body.items.length)
    cursor = body.nextCursor
    await create({ category: 'GROCERIES' })
  } while (cursor)
  expect(sizes).toEqual([3, 3, 1])
  expect(seen).toEqual(
    created
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  )
  const refused = await admin('GET', '/admin/merchants?cursor=abc')
  expect([refused.status, refused.body.issues[0].path]).toEqual([400, '/cursor'])
})

test('404 not_found: a merchant’s key with the id of another merchant; its list has only its own', async () => {
  const [own, other] = [await create(), await create()]
  const call = await keyOf(own.id)
  expect((await call('GET', '/admin/merchants')).body).toEqual({ items: [own], nextCursor: null })
  expect((await call('GET', `/admin/merchants/${own.id}`)).body).toEqual(own)
  const before = await state()
  for (const response of [
    await call('GET', `/admin/merchants/${other.id}`),
    await call('PATCH', `/admin/merchants/${other.id}`, { name: 'Mine now' }),
  ]) {
    expect([response.status, response.body]).toEqual([404, { error: 'not_found' }])
  }
  expect(await state()).toEqual(before)
})

test('200: a merchant’s key changes its profile, and the audit log names the key', async () => {
  const { id } = await create()
  const profile = {
    name: 'New name',
    logoPath: '/uploads/a.png',
    bannerPath: null,
    description: 'New',
    timezone: 'Asia/Tokyo',
    topVoucherId: await voucherOf(id),
    subCategoryIds: [tea],
  }
  const changed = await (await keyOf(id))('PATCH', `/admin/merchants/${id}`, profile)
  expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(profile)])
  const [row] = await db`
    select actor_kind, actor_name from audit_log where target = ${`merchant:${id}`} and action = 'merchant.update'`
  expect(row).toEqual({ actorKind: 'key', actorName: 'own' })
})

test.each([
  ['slug', { slug: 'other-slug' }],
  ['category', { category: 'FASHION' }],
  ['isNew', { isNew: true }],
  ['isActive', { isActive: true }],
])(
  '403 forbidden: a merchant’s key changes %s together with an allowed field, nothing changed',
  async (_name, changes) => {
    const { id } = await create()
    const call = await keyOf(id)
    const before = await state()
    const refused = await call('PATCH', `/admin/merchants/${id}`, { name: 'New name', ...changes })
    expect([refused.status, refused.body]).toEqual([403, { error: 'forbidden' }])
    expect(await state()).toEqual(before)
  },
)

test('403 forbidden: a merchant’s key creates a merchant, nothing written', async () => {
  const call = await keyOf((await create()).id)
  const before = await state()
  expect((await call('POST', '/admin/merchants', merchant())).status).toBe(403)
  expect(await state()).toEqual(before)
})

test('200: eight concurrent changes are all applied, and each audit entry starts where the previous one ended', async () => {
  const { id } = await create()
  const changes = Array.from({ length: 8 }, (_, each) => ({
    name: `N${each}`,
    subCategoryIds: each % 2 ? [tea] : [],
  }))
  const responses = await Promise.all(changes.map((each) => patch(id, each)))
  const inOrder = responses.map(({ body }) => body).toSorted((a, b) => a.version - b.version)
  expect(inOrder.map(({ version }) => version)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
  const entries = await db<{ before: object; after: { name: string } }[]>`
    select before, after from audit_log where target = ${`merchant:${id}`} and action = 'merchant.update'`
  const states = [{ name: 'Kopi Corner', subCategoryIds: [] }, ...inOrder]
  for (const [index, { name }] of inOrder.entries()) {
    const entry = entries.find(({ after }) => after.name === name)
    const [was, is] = [states[index], states[index + 1]]
    const retagged = was.subCategoryIds.length !== is.subCategoryIds.length
    const shown = ({ name, subCategoryIds }: typeof was) => (retagged ? { name, subCategoryIds } : { name })
    expect(entry).toEqual({ before: shown(was), after: shown(is) })
  }
})

test('a change is announced once, at its commit; a refused change is not', async () => {
  const heard: string[] = []
  await db.listen('catalog', (payload) => void heard.push(payload))
  const { id } = await create()
  await patch(id, { name: 'Other' })
  await patch(id, { category: 'NO_SUCH' })
  await db`select pg_notify('catalog', 'end')`
  await expect.poll(() => heard).toEqual(['', '', 'end'])
})
