import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'

const { admin, as, db } = await createHarness()
const market = openMarket(admin)
const merchant = await market.merchant()
const outlet = await market.outlet(merchant.id)
const voucher = await market.draft(merchant.id)

const RESOURCES = [
  ['a merchant', `/admin/merchants/${merchant.id}`, { name: 'Kedai', description: 'Kopi' }],
  [
    'an outlet',
    `/admin/outlets/${outlet.id}`,
    { name: 'Cawangan', addressLine: 'Jalan 1', addressFull: 'Jalan 1, Ipoh', city: 'Ipoh', state: 'Perak' },
  ],
  [
    'a voucher',
    `/admin/vouchers/${voucher.id}`,
    { title: '{b}Percuma{/b}', description: 'Kopi', terms: 'Syarat' },
  ],
] as const

test.each(RESOURCES)(
  '200: %s carries translations; PATCH replaces all of them; {} removes them',
  async (_, path, texts) => {
    expect((await admin('GET', path)).body.translations).toEqual({})
    const translations = { ms: texts, 'zh-Hans': texts }
    const changed = await admin('PATCH', path, { translations })
    expect([changed.status, changed.body.translations]).toEqual([200, translations])
    expect((await admin('GET', path)).body.translations).toEqual(translations)
    const other = Object.keys(texts)[0] as string
    const [entry] = await db<{ before: object; after: object }[]>`
    select before, after from audit_log where after -> 'translations' is not null order by id desc limit 1`
    expect(entry).toMatchObject({ before: { translations: {} }, after: { translations } })
    const one = { ar: { [other]: 'نص' } }
    expect((await admin('PATCH', path, { translations: one })).body.translations).toEqual(one)
    expect((await admin('PATCH', path, { translations: {} })).body.translations).toEqual({})
  },
)

test('201: translations at creation, and none by default', async () => {
  const translations = { ms: { description: 'Kopi' } }
  expect((await market.merchant({ translations })).translations).toEqual(translations)
  const title = { ms: { title: 'Percuma' } }
  expect((await market.draft(merchant.id, { translations: title })).translations).toEqual(title)
  const city = { ms: { city: 'Ipoh' } }
  expect((await market.outlet(merchant.id, { translations: city })).translations).toEqual(city)
  expect((await market.merchant()).translations).toEqual({})
})

test('200: categories and sub-categories keep the translations that a PUT leaves out', async () => {
  const put = (body: object) => admin('PUT', '/admin/categories/SPA', body)
  const ms = { ms: { name: 'Spa' } }
  const created = await put({
    name: 'Spa',
    translations: ms,
    subCategories: [{ name: 'Hair', translations: ms }],
  })
  const [{ id }] = created.body.subCategories
  expect([created.status, created.body.translations, created.body.subCategories]).toEqual([
    201,
    ms,
    [{ id, name: 'Hair', translations: ms }],
  ])
  const renamed = await put({ name: 'Spas', subCategories: [{ id, name: 'Hairdo' }, { name: 'Nails' }] })
  expect(renamed.body).toMatchObject({
    name: 'Spas',
    translations: ms,
    subCategories: [
      { id, name: 'Hairdo', translations: ms },
      { name: 'Nails', translations: {} },
    ],
  })
  const cleared = await put({
    name: 'Spas',
    translations: {},
    subCategories: [{ id, name: 'Hair', translations: {} }],
  })
  expect(cleared.body).toMatchObject({ translations: {}, subCategories: [{ translations: {} }] })
  const listed = (await admin('GET', '/admin/categories')).body.items
  expect(listed.find(({ slug }: { slug: string }) => slug === 'SPA')).toEqual(cleared.body)
})

const TAG = 'must be a BCP 47 language tag in its usual form, such as ms, zh-Hans or pt-BR'

test.each([
  ['an unknown field', { ms: { slug: 'x' } }, '/translations/ms/slug', 'is not a known property'],
  [
    'a field of the base object',
    { ms: { imagePath: '/uploads/a.png' } },
    '/translations/ms/imagePath',
    'known property',
  ],
  ['an underscore', { zh_Hans: { title: 'x' } }, '/translations/zh_Hans', TAG],
  ['the wrong case', { 'zh-hans': { title: 'x' } }, '/translations/zh-hans', TAG],
  ['a word', { malay1: { title: 'x' } }, '/translations/malay1', TAG],
  ['an empty tag', { '': { title: 'x' } }, '/translations/', TAG],
  ['an extension', { 'ms-u-nu-latn': { title: 'x' } }, '/translations/ms-u-nu-latn', TAG],
  ['a slash', { 'm/s': { title: 'x' } }, '/translations/m~1s', TAG],
  ['no text', { ms: {} }, '/translations/ms', 'must have at least 1 property'],
  ['null', { ms: { title: null } }, '/translations/ms/title', 'must be string'],
  ['an empty text', { ms: { title: '' } }, '/translations/ms/title', 'must have at least 1 character'],
  ['only tags', { ms: { title: '{b}{/b}' } }, '/translations/ms/title', 'must contain a visible character'],
  ['blanks', { ms: { terms: ' \u3164 ' } }, '/translations/ms/terms', 'must contain a visible character'],
  [
    'a long title',
    { ms: { title: 'x'.repeat(301) } },
    '/translations/ms/title',
    'must have at most 300 characters',
  ],
  [
    'long terms',
    { ms: { terms: 'x'.repeat(5001) } },
    '/translations/ms/terms',
    'must have at most 5,000 characters',
  ],
  ['NUL', { ms: { title: 'a\0b' } }, '/translations/ms/title', 'NUL'],
  ['a list', [], '/translations', 'must be object'],
  [
    '21 languages',
    Object.fromEntries([...'abcdefghijklmnopqrstu'].map((letter) => [`a${letter}`, { title: 'x' }])),
    '/translations',
    'must have at most 20 properties',
  ],
])('400 validation_failed: %s; nothing changed', async (_title, translations, path, message) => {
  const before = (await admin('GET', `/admin/vouchers/${voucher.id}`)).body
  const { status, body } = await admin('PATCH', `/admin/vouchers/${voucher.id}`, { translations })
  expect([status, body.error]).toEqual([400, 'validation_failed'])
  expect(body.issues).toContainEqual(
    expect.objectContaining({
      path: expect.stringContaining(path),
      message: expect.stringContaining(message),
    }),
  )
  expect((await admin('GET', `/admin/vouchers/${voucher.id}`)).body).toEqual(before)
})

test('200: HTML is stored and returned as the text that it is', async () => {
  const title = '<script>alert(1)</script> & {b}"kopi"{/b}'
  const { body } = await admin('PATCH', `/admin/vouchers/${voucher.id}`, { translations: { ms: { title } } })
  expect(body.translations.ms.title).toBe(title)
})

test('200: 300 characters outside the BMP are within the limit of a title', async () => {
  const translations = { ms: { title: '😀'.repeat(300) } }
  expect((await admin('PATCH', `/admin/vouchers/${voucher.id}`, { translations })).status).toBe(200)
})

test('200: a merchant changes the translations of its own profile', async () => {
  const body = { name: 'Own', role: 'merchant', merchantIds: [merchant.id] }
  const { key } = (await admin('POST', '/admin/keys', body)).body
  const translations = { ms: { description: 'Kopi' } }
  const changed = await as(key)('PATCH', `/admin/merchants/${merchant.id}`, { translations })
  expect([changed.status, changed.body.translations]).toEqual([200, translations])
})
