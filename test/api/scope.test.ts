import type { Route } from '@counterfoil/contract/route.ts'
import { expect, test } from 'vitest'
import { createHarness } from '../harness.ts'
import { openMarket, visitorsOf } from '../market.ts'
import { onboardIssuer } from '../tokens.ts'

const harness = await createHarness()
const market = openMarket(harness.admin)

const inside = await market.category('Inside')
const outside = await market.category('Outside')
const near = { latitude: 3, longitude: 101 }

async function shopIn({ slug, subCategoryIds }: typeof inside) {
  const { id: merchantId } = await market.merchant({ category: slug, subCategoryIds, isNew: true })
  const { id: outletId } = await market.outlet(merchantId, { ...near, pin: '4821' })
  const { id: voucherId } = await market.offer(merchantId)
  return { merchantId, outletId, voucherId, category: slug, subCategoryId: String(subCategoryIds[0]) }
}
const seen = await shopIn(inside)
const hidden = await shopIn(outside)
await harness.admin('PUT', '/admin/featured', { merchantIds: [hidden.merchantId, seen.merchantId] })

type Shop = typeof seen
type Expected = {
  /** As asked about one shop. */
  ask: (shop: Shop) => { path: string; body?: object }
  /** What is said of one out of scope; for lists: that nothing of it is in the answer. */
  refused: string | 'left out' | 'says nothing of merchants'
}

const at = (path: (shop: Shop) => string, refused: Expected['refused']): Expected => ({
  ask: (shop) => ({ path: path(shop) }),
  refused,
})
const giving = (path: string, body: (shop: Shop) => object, refused: string): Expected => ({
  ask: (shop) => ({ path, body: body(shop) }),
  refused,
})

/** Every consumer route has its line here: a new one must say how it keeps to the partner's scope. */
const TABLE: Record<string, Expected | Expected[]> = {
  browseMerchants: [
    at(() => '/merchants', 'left out'),
    at(({ category }) => `/merchants?category=${category}`, 'left out'),
    at(({ subCategoryId }) => `/merchants?subCategoryId=${subCategoryId}`, 'left out'),
    at(() => '/merchants?featured=true', 'left out'),
    at(() => '/merchants?isNew=true', 'left out'),
    at(() => `/merchants?lat=${near.latitude}&lng=${near.longitude}`, 'left out'),
    at(() => '/merchants?limit=1', 'left out'),
  ],
  viewMerchant: at(({ merchantId }) => `/merchants/${merchantId}`, '404 not_found'),
  browseVouchers: at(({ merchantId }) => `/merchants/${merchantId}/vouchers`, '404 not_found'),
  viewVoucher: at(({ voucherId }) => `/vouchers/${voucherId}`, '403 voucher_out_of_scope'),
  browseCategories: at(() => '/categories', 'left out'),
  viewBranding: at(() => '/branding', 'says nothing of merchants'),
  viewMe: at(() => '/me', 'says nothing of merchants'),
  claimVoucher: giving('/me/claims', ({ voucherId }) => ({ voucherId }), '403 voucher_out_of_scope'),
  listClaims: at(() => '/me/claims', 'left out'),
  addFavorite: giving('/me/favorites', ({ merchantId }) => ({ merchantId }), '403 merchant_out_of_scope'),
  listFavorites: at(() => '/me/favorites', 'left out'),
  removeFavorite: at(({ merchantId }) => `/me/favorites/${merchantId}`, '403 merchant_out_of_scope'),
  redeemVoucher: giving(
    '/me/redemptions',
    ({ voucherId, outletId }) => ({ voucherId, outletId, pin: '4821' }),
    '403 voucher_out_of_scope',
  ),
  previewRedemption: giving(
    '/me/redemptions/preview',
    ({ voucherId }) => ({ voucherId }),
    '403 voucher_out_of_scope',
  ),
  listMyRedemptions: at(() => '/me/redemptions', 'left out'),
}

const routes = harness.served.filter(({ surface }) => surface === 'consumer')
/** Lists of the user's own come last, when everything was tried; what takes away comes after them. */
const inOrder = (route: Route) => (route.method === 'DELETE' ? 2 : route.id.startsWith('list') ? 1 : 0)

test('every consumer route that is served has its line in the table', () => {
  expect(routes.length).toBeGreaterThan(10)
  const missing = routes.filter(({ id }) => !(id in TABLE)).map(({ id }) => id)
  expect(missing, 'say in the table of this file how the route keeps to the scope').toEqual([])
})

test.each([
  ['a category', { merchantIds: [], categories: [inside.slug] }],
  ['a merchant', { merchantIds: [seen.merchantId], categories: [] }],
])(
  'a scope of %s: what is outside is refused or left out by every route, what is inside is not',
  async (_name, scope) => {
    const call = visitorsOf(harness, await onboardIssuer(harness, { scope }))()
    for (const route of routes.toSorted((a, b) => inOrder(a) - inOrder(b))) {
      for (const { ask, refused } of [TABLE[route.id] ?? []].flat()) {
        const outcome = async (shop: Shop) => {
          const { path, body } = ask(shop)
          const answer = await call(route.method, path, body)
          const error = answer.body?.error
          return {
            path,
            said: error ? `${answer.status} ${error}` : JSON.stringify(answer.body),
            status: answer.status,
          }
        }
        const of = { hidden: await outcome(hidden), seen: await outcome(seen) }
        expect([of.seen.path, of.seen.status < 300]).toEqual([of.seen.path, true])
        if (/^\d/.test(refused)) {
          expect([of.hidden.path, of.hidden.said]).toEqual([of.hidden.path, refused])
          continue
        }
        expect([of.hidden.path, of.hidden.status]).toEqual([of.hidden.path, 200])
        for (const id of Object.values(hidden)) expect(of.hidden.said, of.hidden.path).not.toContain(id)
        const mentions = Object.values(seen).some((id) => of.seen.said.includes(id))
        expect([of.seen.path, mentions]).toEqual([of.seen.path, refused === 'left out'])
      }
    }
  },
)
