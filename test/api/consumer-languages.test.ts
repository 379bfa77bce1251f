import { ROUTES } from '@counterfoil/contract/routes.ts'
import { expect, test } from 'vitest'
import { type ApiResponse, type Call, createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { openTwin } from '../support/sandbox-scene.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin } = harness
const market = openMarket(admin)
const visitor = visitorsOf(harness, await onboardIssuer(harness))
const call = visitor()

const CATEGORY = { name: 'Food', translations: { ms: { name: 'Makanan' } } }
const MERCHANT = { name: 'Kopi Corner', translations: { ms: { name: 'Sudut Kopi' } } }
const OUTLET = { name: 'Suria', translations: { ms: { name: 'Matahari' } } }
const VOUCHER = { title: 'Free kopi', translations: { ms: { title: 'Kopi percuma' } } }
const BASE_TEXTS = ['Food', 'Kopi Corner', 'Suria', 'Free kopi']

const { slug: category } = await market.category()
await admin('PUT', `/admin/categories/${category}`, { ...CATEGORY, subCategories: [] })
const till = await openTill(harness, { ...MERCHANT, category })
await market.change(`/admin/outlets/${till.outlet.id}`, { ...OUTLET, redeemBy: 'BOTH' })
const instant = await till.offer({ ...VOUCHER, redemptionCount: 100 })
const validUntil = new Date(harness.clock.now.getTime() + 86_400_000).toISOString()
const claimable = await market.offer(till.merchant.id, { ...VOUCHER, validUntil })
await admin('PUT', '/admin/featured', { merchantIds: [till.merchant.id] })
await call('POST', '/me/claims', { voucherId: claimable.id })
await call('POST', '/me/favorites', { merchantId: till.merchant.id })
await till.redeem(call, instant.id, {}, { 'idempotency-key': 'listed' })

/** `texts` are the texts of the catalog in a response, in the order of `MS` and `EN`. */
type Consumer = {
  path: string
  body?: object
  headers?: Record<string, string>
  texts?: (body: ApiResponse['body']) => string[]
}

const { id: merchantId } = till.merchant
const shownItem = ({ title, voucher, merchant, outlets }: ApiResponse['body']) => [
  ...[title, voucher.title, merchant.name, outlets[0].name],
]
const shownVoucher = ({ title }: { title: string }) => [title]
const shownRedemption = ({ voucherTitle, outletName }: { voucherTitle: string; outletName: string }) => [
  voucherTitle,
  outletName,
]

/** Every consumer route by its id. The response of a route without `texts` has no text of the catalog. */
const CONSUMERS: Record<string, Consumer> = {
  browseMerchants: {
    path: `/merchants?category=${category}`,
    texts: ([{ name, topVoucher }]) => [name, topVoucher.title],
  },
  viewMerchant: {
    path: `/merchants/${merchantId}`,
    texts: ({ name, topVoucher, outlets }) => [name, topVoucher.title, outlets[0].name],
  },
  browseVouchers: { path: `/merchants/${merchantId}/vouchers`, texts: ([first]) => shownVoucher(first) },
  viewVoucher: { path: `/vouchers/${instant.id}`, texts: shownVoucher },
  viewMerchantScreen: {
    path: `/merchants/${merchantId}/screen`,
    texts: ({ merchant, categoryName, vouchers: [first] }) => [
      ...[merchant.name, merchant.outlets[0].name, categoryName],
      ...shownVoucher(first),
    ],
  },
  viewVoucherScreen: {
    path: `/vouchers/${instant.id}/screen`,
    texts: ({ merchant, voucher }) => [merchant.name, ...shownVoucher(voucher)],
  },
  browseCategories: {
    path: '/categories',
    texts: (body) => [body.find(({ slug }: { slug: string }) => slug === category).name],
  },
  viewHome: {
    path: '/home',
    texts: ({ categories, featured, wallet }) => [
      categories.find(({ slug }: { slug: string }) => slug === category).name,
      featured[0].name,
      ...shownItem(wallet.endsSoon[0]),
    ],
  },
  searchCatalog: {
    path: '/search?q=kopi',
    texts: ({ merchants: [{ name, topVoucher }], vouchers: [voucher] }) => [
      ...[name, topVoucher.title],
      ...[voucher.title, voucher.merchantName],
    ],
  },
  viewBranding: { path: '/branding' },
  viewMe: { path: '/me' },
  listClaims: { path: '/me/claims', texts: ([{ voucherTitle }]) => [voucherTitle] },
  listWallet: { path: '/me/wallet', texts: ({ items }) => shownItem(items[0]) },
  claimVoucher: { path: '/me/claims', body: { voucherId: claimable.id } },
  listFavorites: { path: '/me/favorites', texts: ([{ name }]) => [name] },
  addFavorite: { path: '/me/favorites', body: { merchantId } },
  removeFavorite: { path: `/me/favorites/${merchantId}` },
  listMyRedemptions: { path: '/me/redemptions', texts: ([first]) => shownRedemption(first) },
  redeemVoucher: { path: '/me/redemptions', body: till.bodyFor(instant.id), texts: shownRedemption },
  viewRedemptionByKey: { path: '/me/redemptions/by-key/listed', texts: shownRedemption },
  previewRedemption: { path: '/me/redemptions/preview', body: { voucherId: instant.id } },
  issueRedemptionCode: {
    path: '/me/redemption-codes',
    body: { voucherId: instant.id, outletId: till.outlet.id },
    headers: { 'idempotency-key': 'shown' },
  },
}

const MS: Record<string, string> = {
  Food: 'Makanan',
  'Kopi Corner': 'Sudut Kopi',
  Suria: 'Matahari',
  'Free kopi': 'Kopi percuma',
}

const consumerRoutes = ROUTES.filter(({ surface }) => surface === 'consumer')

test('the table of this file names every consumer route', () => {
  expect(Object.keys(CONSUMERS).sort()).toEqual(consumerRoutes.map(({ id }) => id).sort())
})

test.each(consumerRoutes)('$id answers in the language that the request asks for', async ({ id, method }) => {
  const { path, body, headers: own, texts } = CONSUMERS[id] as Consumer
  const send = (suffix = '', headers = {}) => call(method, path + suffix, body, { ...own, ...headers })
  const plain = await send()
  const ms = await send('', { 'accept-language': 'ms' })
  expect(plain.headers['content-language']).toBeUndefined()
  if (!texts) {
    expect(ms.headers['content-language']).toBeUndefined()
    for (const text of BASE_TEXTS) expect(JSON.stringify(plain.body)).not.toContain(text)
    return
  }
  const lang = `${path.includes('?') ? '&' : '?'}lang=`
  const english = texts(plain.body)
  const malay = english.map((text) => MS[text])
  expect(BASE_TEXTS).toEqual(expect.arrayContaining(english))
  for (const response of [ms, await send(`${lang}ms`, { 'accept-language': 'en' })]) {
    expect([texts(response.body), response.headers['content-language']]).toEqual([malay, 'ms'])
    expect(response.headers.vary).toContain('accept-language')
  }
  const en = await send(`${lang}en`, { 'accept-language': 'ms' })
  expect([texts(en.body), en.headers['content-language']]).toEqual([english, 'en'])
})

test('a replay has the language of its own request, as long as the texts are the same', async () => {
  const by = visitor('replayer')
  const { id } = await till.offer(VOUCHER)
  const redeem = async (language: string) => {
    const headers = { 'idempotency-key': 'one', 'accept-language': language }
    const response = await till.redeem(by, id, {}, headers)
    return [shownRedemption(response.body), response.headers['content-language']]
  }
  expect(await redeem('en')).toEqual([['Free kopi', 'Suria'], 'en'])
  expect(await redeem('ms')).toEqual([['Kopi percuma', 'Matahari'], 'ms'])
  expect(await redeem('en')).toEqual([['Free kopi', 'Suria'], 'en'])
  await market.change(`/admin/vouchers/${id}`, { title: 'Free tea', translations: { ms: { title: 'Teh' } } })
  expect(await redeem('ms')).toEqual([['Free kopi', 'Matahari'], 'ms'])
})

test('requests with one key that arrive together each get their language', async () => {
  const by = visitor('hurried')
  const { id } = await till.offer(VOUCHER)
  const responses = await Promise.all(
    ['ms', 'en', 'ms'].map((language) =>
      till.redeem(by, id, {}, { 'idempotency-key': 'two', 'accept-language': language }),
    ),
  )
  expect(responses.map(({ body }) => body.voucherTitle)).toEqual([
    'Kopi percuma',
    'Free kopi',
    'Kopi percuma',
  ])
})

test('a test partner has the languages of its own sandbox', async () => {
  const twin = await openTwin(harness)
  const { voucherId } = twin.scenario('succeeds')
  await market.change(`/admin/vouchers/${voucherId}`, { translations: { fr: { title: 'Café offert' } } })
  const user = await twin.user()
  const inFrench: Call = (method, path, body) => user(method, path, body, { 'accept-language': 'fr' })
  expect((await inFrench('GET', `/vouchers/${voucherId}`)).body.title).toBe('Café offert')
  expect((await twin.redeem(inFrench, 'succeeds')).body.voucherTitle).toBe('Café offert')
  expect((await inFrench('GET', '/me/redemptions')).body[0].voucherTitle).toBe('Café offert')
})
