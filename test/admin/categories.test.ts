import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'

const { admin, as, clock, deps } = await createHarness()
const { homeDb: db } = deps

const put = (slug: string, body: unknown) => admin('PUT', `/admin/categories/${slug}`, body)
const listed = async (slug: string) =>
  (await admin('GET', '/admin/categories')).body.items.find((item: { slug: string }) => item.slug === slug)
const audit = (slug: string) =>
  db`select action, before, after from audit_log where target = ${`category:${slug}`} order by id`
const state = () => db`
  select (select json_agg(c order by slug) from categories c) as categories,
         (select json_agg(s order by id) from sub_categories s) as sub_categories,
         (select count(*) from audit_log) as audited`

let count = 0
const newSlug = () => `TEST_${++count}`

async function keyWithRole(role: 'merchant' | 'partner' | 'support') {
  const { body: merchant } = await admin('POST', '/admin/merchants', {
    name: 'Kopi',
    slug: `m-${role}`,
    category: 'F_AND_B',
  })
  const { body: partner } = await admin('POST', '/admin/partners', {
    slug: `p-${role}`,
    name: 'Bank',
    displayName: 'Bank',
    logoPath: '/uploads/a.png',
    jwtIssuer: role,
    jwksUrl: 'https://bank.example.com/keys',
  })
  const owner = { merchant: { merchantIds: [merchant.id] }, partner: { partnerId: partner.id }, support: {} }[
    role
  ]
  return as((await admin('POST', '/admin/keys', { name: role, role, ...owner })).body.key)
}

test('200: a new database has nine categories, sorted by name, on one page', async () => {
  const { status, body } = await admin('GET', '/admin/categories')
  expect([status, body.nextCursor]).toEqual([200, null])
  const slugs = body.items.map(({ slug }: { slug: string }) => slug)
  expect(slugs).toContain('F_AND_B')
  expect(slugs).toHaveLength(9)
  const names = body.items.map(({ name }: { name: string }) => name)
  expect(names).toEqual(names.toSorted())
  expect(body.items[0]).toMatchObject({ subCategories: [], version: 1 })
})

test('201: a new category keeps the order of its sub-categories and any character in their names', async () => {
  const slug = newSlug()
  const names = ['Tea, "Kopi" \\ {NULL}', 'NULL', 'Ångström 🍜']
  const created = await put(slug, { name: 'Drinks', subCategories: names.map((name) => ({ name })) })
  expect([created.status, created.headers.etag]).toEqual([201, '"1"'])
  expect(created.body).toMatchObject({ slug, name: 'Drinks', version: 1 })
  expect(created.body.subCategories.map(({ name }: { name: string }) => name)).toEqual(names)
  expect(await listed(slug)).toEqual(created.body)
  const { createdAt, updatedAt, version, ...content } = created.body
  expect(await audit(slug)).toEqual([
    { action: 'category.create', before: null, after: expect.objectContaining(content) },
  ])
})

test('200: one PUT keeps, renames, reorders, adds and removes sub-categories', async () => {
  const slug = newSlug()
  const { body: first } = await put(slug, {
    name: 'Before',
    subCategories: [{ name: 'Coffee' }, { name: 'Tea' }, { name: 'Juice' }],
  })
  const [coffee, tea] = first.subCategories
  clock.advance(1000)
  const changed = await put(slug, {
    name: 'After',
    subCategories: [
      { name: 'Cake' },
      { id: tea.id.toUpperCase(), name: 'Coffee' },
      { id: coffee.id, name: 'Tea' },
    ],
  })
  expect([changed.status, changed.body.version, changed.body.name]).toEqual([200, 2, 'After'])
  expect(changed.body.subCategories).toEqual([
    { id: expect.any(String), name: 'Cake', translations: {} },
    { id: tea.id, name: 'Coffee', translations: {} },
    { id: coffee.id, name: 'Tea', translations: {} },
  ])
  expect(changed.body.createdAt).toBe(first.createdAt)
  expect(changed.body.updatedAt).toBe(clock.now.toISOString())
  expect(await listed(slug)).toEqual(changed.body)
  expect((await audit(slug)).at(-1)).toEqual({
    action: 'category.update',
    before: { name: 'Before', subCategories: first.subCategories },
    after: { name: 'After', subCategories: changed.body.subCategories },
  })
})

test('409 sub_category_in_use: the PUT omits a sub-category that a merchant has, nothing changed', async () => {
  const slug = newSlug()
  const { body } = await put(slug, { name: 'Drinks', subCategories: [{ name: 'Coffee' }, { name: 'Tea' }] })
  const [coffee, tea] = body.subCategories
  const merchant = { name: 'Kopi', slug: 'tagged', category: slug, subCategoryIds: [coffee.id] }
  const { body: tagged } = await admin('POST', '/admin/merchants', merchant)
  const before = await state()
  const refused = await put(slug, { name: 'Other', subCategories: [tea] })
  expect([refused.status, refused.body]).toEqual([409, { error: 'sub_category_in_use' }])
  expect(await state()).toEqual(before)
  await admin('PATCH', `/admin/merchants/${tagged.id}`, { subCategoryIds: [] })
  expect((await put(slug, { name: 'Other', subCategories: [tea] })).body.subCategories).toEqual([tea])
})

test.each([
  ['an id of another category', (other: string) => [{ id: other, name: 'X' }], '/subCategories/0/id'],
  ['an unknown id', () => [{ name: 'X' }, { id: randomUUIDv7(), name: 'Y' }], '/subCategories/1/id'],
  ['an id that is not a UUID', () => [{ id: 'coffee', name: 'X' }], '/subCategories/0/id'],
  [
    'an id twice',
    (_other: string, own: string) => [
      { id: own, name: 'X' },
      { id: own.toUpperCase(), name: 'Y' },
    ],
    '/subCategories/1/id',
  ],
  ['a name twice', () => [{ name: 'X' }, { name: 'X' }], '/subCategories'],
  ['an empty name', () => [{ name: '' }], '/subCategories/0/name'],
  ['an unknown property', () => [{ name: 'X', icon: 'cup' }], '/subCategories/0/icon'],
])('400 validation_failed: %s, nothing changed', async (_name, subCategories, path) => {
  const [slug, otherSlug] = [newSlug(), newSlug()]
  const { body } = await put(slug, { name: 'Own', subCategories: [{ name: 'Coffee' }] })
  const { body: other } = await put(otherSlug, { name: 'Other', subCategories: [{ name: 'Shoes' }] })
  const before = await state()
  const input = subCategories(other.subCategories[0].id, body.subCategories[0].id)
  const refused = await put(slug, { name: 'Renamed', subCategories: input })
  expect([refused.status, refused.body.error]).toEqual([400, 'validation_failed'])
  expect(refused.body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  expect(await state()).toEqual(before)
})

test('404 not_found: an invalid slug, nothing changed', async () => {
  const before = await state()
  for (const slug of ['f_and_b', '1ST', 'F-AND-B', 'A'.repeat(64)]) {
    expect((await put(slug, { name: 'X', subCategories: [] })).status, slug).toBe(404)
  }
  expect(await state()).toEqual(before)
})

test('403 forbidden: only an admin may change categories; every role may read them', async () => {
  const slug = newSlug()
  for (const role of ['merchant', 'partner', 'support'] as const) {
    const call = await keyWithRole(role)
    expect((await call('GET', '/admin/categories')).status, role).toBe(200)
    const refused = await call('PUT', `/admin/categories/${slug}`, { name: 'X', subCategories: [] })
    expect([refused.status, refused.body], role).toEqual([403, { error: 'forbidden' }])
  }
  expect(await listed(slug)).toBeUndefined()
})

test('201 once, 200 seven times: eight concurrent PUTs of a new category, each in the audit log', async () => {
  const slug = newSlug()
  const subCategories = [{ name: 'Coffee' }]
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, each) => put(slug, { name: `Name ${each}`, subCategories })),
  )
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
  expect(await listed(slug)).toMatchObject({ version: 8, subCategories: [{ name: 'Coffee' }] })
  expect(await audit(slug)).toHaveLength(8)
})

test('a merchant is tagged while the sub-category is removed: exactly one of the two is refused', async () => {
  const slug = newSlug()
  const merchant = { name: 'Kopi', slug: 'racer', category: slug }
  await put(slug, { name: 'Drinks', subCategories: [] })
  const { body: racer } = await admin('POST', '/admin/merchants', merchant)
  const tag = (subCategoryIds: string[]) => admin('PATCH', `/admin/merchants/${racer.id}`, { subCategoryIds })
  for (let round = 0; round < 30; round += 1) {
    const { body } = await put(slug, { name: 'Drinks', subCategories: [{ name: 'Coffee' }, { name: 'Tea' }] })
    const ids: string[] = body.subCategories.map(({ id }: { id: string }) => id)
    const [tagged, removed] = await Promise.all([tag(ids), put(slug, { name: 'Drinks', subCategories: [] })])
    expect(['200 409', '400 200']).toContain(`${tagged.status} ${removed.status}`)
    await tag([])
  }
})

test('a change is announced once, at its commit; a refused change is not', async () => {
  const heard: string[] = []
  await db.listen('catalog', (payload) => void heard.push(payload))
  const slug = newSlug()
  await put(slug, { name: 'Drinks', subCategories: [{ name: 'Coffee' }] })
  await put(slug, { name: 'Drinks', subCategories: [{ name: 'Coffee' }, { name: 'Coffee' }] })
  await db`select pg_notify('catalog', 'end')`
  await expect.poll(() => heard).toEqual(['', 'end'])
})
