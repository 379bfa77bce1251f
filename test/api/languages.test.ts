import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin } = harness
const market = openMarket(admin)
const issuer = await onboardIssuer(harness)
const call = visitorsOf(harness, issuer)()
const inLanguage = (acceptLanguage: string, path: string, headers = {}) =>
  call('GET', path, undefined, { 'accept-language': acceptLanguage, ...headers })

const category = await market.category('Coffee')
const [subCategoryId] = category.subCategoryIds
await admin('PUT', `/admin/categories/${category.slug}`, {
  name: 'Food',
  translations: { ms: { name: 'Makanan' }, 'zh-Hans': { name: '美食' } },
  subCategories: [{ id: subCategoryId, name: 'Coffee', translations: { ms: { name: 'Kopi' } } }],
})
const kopi = await market.merchant({
  name: 'Kopi Corner',
  category: category.slug,
  description: 'Coffee and toast',
  translations: {
    ms: { description: 'Kopi dan roti bakar' },
    'zh-Hans': { name: '咖啡角', description: '咖啡与吐司' },
    ar: { description: 'قهوة وخبز محمص' },
  },
})
await market.outlet(kopi.id, {
  name: 'Suria',
  city: 'Kuala Lumpur',
  translations: { 'zh-Hans': { name: '阳光广场', city: '吉隆坡' } },
})
const free = await market.offer(kopi.id, {
  title: '{b}Free{/b} kopi',
  description: 'One kopi',
  terms: 'Dine-in only',
  translations: {
    ms: { title: 'Kopi {b}percuma{/b}', description: 'Satu kopi', terms: 'Makan di kedai sahaja' },
    'zh-Hans': { title: '{b}免费{/b}咖啡' },
  },
})
const plain = await market.merchant({ name: 'Plain', category: category.slug, description: 'No translation' })
const list = `/merchants?category=${category.slug}`

const MS = 'Kopi dan roti bakar'
const ZH = '咖啡与吐司'
const EN = 'Coffee and toast'

test.each([
  ['ms', 'ms', MS],
  ['ms-MY', 'ms', MS],
  ['MS-my', 'ms', MS],
  ['zh-Hans', 'zh-Hans', ZH],
  ['zh-CN', 'zh-Hans', ZH],
  ['zh-SG', 'zh-Hans', ZH],
  ['zh_CN', 'zh-Hans', ZH],
  ['zh', 'zh-Hans', ZH],
  ['zh-TW', 'en', EN],
  ['zh-TW, ms;q=0.5', 'ms', MS],
  ['fr, ms;q=0.4, zh;q=0.8', 'zh-Hans', ZH],
  ['ms;q=0, zh;q=0.1', 'zh-Hans', ZH],
  ['en, ms', 'en', EN],
  ['en-GB, ms;q=0.9', 'en', EN],
  ['*', 'en', EN],
  ['fr, *;q=0.5, ms;q=0.1', 'en', EN],
  ['fr', 'en', EN],
  ['', 'en', EN],
  [';;;q=,,=ms;q=9', 'en', EN],
  [`${'x'.repeat(3000)}, ms`, 'ms', MS],
])('200: Accept-Language "%.30s" is answered in %s', async (accepted, chosen, description) => {
  const response = await inLanguage(accepted, list)
  expect([response.status, response.body[0].description]).toEqual([200, description])
  expect(response.headers).toMatchObject({ 'content-language': chosen, vary: 'accept-language' })
})

test.each([
  ['ms', 'ms', MS],
  ['zh-CN', 'zh-Hans', ZH],
  ['zh_CN', 'zh-Hans', ZH],
  ['fr', 'en', EN],
  ['en', 'en', EN],
])('200: ?lang=%s wins over Accept-Language', async (lang, chosen, description) => {
  const response = await inLanguage('ar', `${list}&lang=${lang}`)
  expect([response.headers['content-language'], response.body[0].description]).toEqual([chosen, description])
})

test.each(['%20', 'a', '1234', 'ms!', 'x'.repeat(36)])('400 validation_failed: ?lang=%s', async (lang) => {
  for (const path of [
    list,
    `/merchants/${kopi.id}?`,
    `/vouchers/${free.id}?`,
    '/categories?',
    '/me/claims?',
    '/home?',
    '/me/wallet?',
  ]) {
    const { status, body } = await call('GET', `${path}&lang=${lang}`)
    expect([status, body.issues[0].path]).toEqual([400, '/lang'])
  }
})

test('200: each field without a translation is in the base language', async () => {
  const ms = await inLanguage('ms', list)
  expect(ms.body).toMatchObject([
    { name: 'Kopi Corner', description: MS, topVoucher: { title: 'Kopi {b}percuma{/b}' } },
    { name: 'Plain', description: 'No translation', topVoucher: null },
  ])
  const zh = await inLanguage('zh', `/merchants/${kopi.id}`)
  expect(zh.body).toMatchObject({
    name: '咖啡角',
    topVoucher: { title: '{b}免费{/b}咖啡' },
    outlets: [{ name: '阳光广场', city: '吉隆坡', addressLine: '1 Market Street' }],
  })
  expect((await inLanguage('zh', `/vouchers/${free.id}`)).body).toMatchObject({
    title: '{b}免费{/b}咖啡',
    description: 'One kopi',
    terms: 'Dine-in only',
  })
})

test('200: the order of merchants does not depend on the language, and pages keep it', async () => {
  const first = await call('GET', `${list}&limit=1&lang=zh-Hans`)
  expect(first.body.map(({ id }: { id: string }) => id)).toEqual([kopi.id])
  const [, next = ''] = first.headers.link?.match(/<([^>]+)>/) ?? []
  expect(next).toContain('lang=zh-Hans')
  const second = await call('GET', next)
  expect([second.body[0].id, second.headers['content-language']]).toEqual([plain.id, 'zh-Hans'])
})

test('the entity tag differs by language; 304 only for the same language', async () => {
  for (const path of [list, `/merchants/${kopi.id}`, `/merchants?category=${category.slug}&isNew=true`]) {
    const tags = new Map<string, string>()
    for (const language of ['', 'en', 'ms', 'zh-Hans', 'ar']) {
      const headers: Record<string, string> = language ? { 'accept-language': language } : {}
      const { etag = '' } = (await call('GET', path, undefined, headers)).headers
      tags.set(etag, language)
      const again = await call('GET', path, undefined, { ...headers, 'if-none-match': etag })
      expect([again.status, again.headers['content-language']]).toEqual([304, language || undefined])
    }
    expect(tags.size).toBe(5)
    const [some = ''] = tags.keys()
    expect((await inLanguage('ms', path, { 'if-none-match': some })).status).toBe(200)
  }
})

test('vary names both accept-language and accept-encoding for a compressed response', async () => {
  for (let n = 0; n < 8; n += 1) await market.merchant({ description: 'x'.repeat(300) })
  const headersSent = {
    authorization: `Bearer ${issuer.mint()}`,
    'accept-language': 'ms',
    'accept-encoding': 'gzip',
  }
  const { headers } = await harness.server.inject({ url: '/merchants', headers: headersSent })
  expect([headers['content-encoding'], headers.vary]).toEqual(['gzip', 'accept-language, accept-encoding'])
})

test('200: vouchers, categories, claims and favorites in the language; a change shows at once', async () => {
  await call('POST', '/me/claims', { voucherId: free.id })
  await call('POST', '/me/favorites', { merchantId: kopi.id })
  const texts = async (language: string) => {
    const bodies = []
    for (const path of [
      `/merchants/${kopi.id}/vouchers`,
      '/me/claims',
      '/me/favorites',
      `/categories?lang=${language}`,
    ]) {
      const response = await inLanguage(language, path)
      expect(response.headers['content-language']).toBe(language)
      bodies.push(
        response.body.find(({ slug }: { slug?: string }) => slug === category.slug) ?? response.body[0],
      )
    }
    const [voucher, claim, favorite, food] = bodies
    return [voucher.terms, claim.voucherTitle, favorite.name, food.name, food.subCategories[0].name]
  }
  expect(await texts('ms')).toEqual([
    'Makan di kedai sahaja',
    'Kopi {b}percuma{/b}',
    'Kopi Corner',
    'Makanan',
    'Kopi',
  ])
  expect(await texts('zh-Hans')).toEqual(['Dine-in only', '{b}免费{/b}咖啡', '咖啡角', '美食', 'Coffee'])
  await market.change(`/admin/merchants/${kopi.id}`, {
    translations: { ...kopi.translations, 'zh-Hans': { name: '新名', description: ZH } },
  })
  expect((await texts('zh-Hans'))[2]).toBe('新名')
  expect((await inLanguage('zh', list)).body[0].name).toBe('新名')
})

test('200: similar tags of different merchants are all used', async () => {
  const own = await market.category()
  const one = {
    name: 'One',
    category: own.slug,
    description: 'One',
    translations: { 'zh-CN': { description: '一' } },
  }
  const two = {
    ...one,
    name: 'Two',
    slug: 'two-languages',
    translations: { 'zh-Hans': { description: '二' } },
  }
  await market.merchant(one)
  await market.merchant(two)
  const { body, headers } = await inLanguage('zh-CN', `/merchants?category=${own.slug}`)
  expect(body.map(({ description }: { description: string }) => description)).toEqual(['一', '二'])
  expect(headers['content-language']).toBe('zh-CN')
})

test('a redemption shows its texts translated until the voucher changes, then the base texts of its time; events have base texts', async () => {
  const till = await openTill(harness)
  const tea = await till.offer({ title: 'Free tea', translations: { ms: { title: 'Teh percuma' } } })
  await market.change(`/admin/outlets/${till.outlet.id}`, { translations: { ms: { name: 'Sudut Kopi' } } })
  const redeemed = await till.redeem(call, tea.id, {}, { 'accept-language': 'ms' })
  expect([redeemed.status, redeemed.body.voucherTitle]).toEqual([201, 'Teh percuma'])
  const history = async () => {
    const [{ voucherTitle, outletName }] = (await inLanguage('ms', '/me/redemptions')).body
    return [voucherTitle, outletName]
  }
  expect(await history()).toEqual(['Teh percuma', 'Sudut Kopi'])
  await market.change(`/admin/vouchers/${tea.id}`, { title: 'Free iced tea' })
  expect(await history()).toEqual(['Free tea', 'Sudut Kopi'])
  const events = await harness.db<{ type: string; body: string }[]>`select type, body from events order by id`
  const texts = events.map(({ type, body }) => [type, JSON.parse(body).data.voucherTitle])
  expect(texts).toEqual([
    ['CLAIM_CREATED', '{b}Free{/b} kopi'],
    ['REDEMPTION_CREATED', 'Free tea'],
  ])
})

test('a node remembers no more than a fixed number of header values and languages', async () => {
  for (let n = 0; n < 600; n += 1) expect((await inLanguage(`x${n}, ms`, list)).body[0].description).toBe(MS)
  const own = await market.category()
  const tags = ['af', 'bg', 'cs', 'da', 'de', 'el', 'es', 'et', 'fi', 'fr', 'hr', 'hu', 'is', 'it', 'ja']
  const translations = Object.fromEntries(tags.map((tag) => [tag, { description: `in ${tag}` }]))
  await market.merchant({ category: own.slug, translations })
  for (const round of [1, 2]) {
    for (const tag of tags) {
      const { body } = await inLanguage(tag, `/merchants?category=${own.slug}`)
      expect([round, body[0].description]).toEqual([round, `in ${tag}`])
    }
  }
})
