import type { Route } from '@counterfoil/contract/define-route.ts'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const market = openMarket(harness.admin)

const inside = await market.category('Inside')
const outside = await market.category('Outside')
const near = { latitude: 3, longitude: 101 }

async function shopIn({ slug, subCategoryIds }: typeof inside) {
  const { id: merchantId } = await market.merchant({ category: slug, subCategoryIds, isNew: true })
  const { id: outletId } = await market.outlet(merchantId, { ...near, pin: '4821', redeemBy: 'BOTH' })
  const { id: voucherId } = await market.offer(merchantId, { redemptionCount: 5 })
  return { merchantId, outletId, voucherId, category: slug, subCategoryId: String(subCategoryIds[0]) }
}
const seen = await shopIn(inside)
const hidden = await shopIn(outside)
await harness.admin('PUT', '/admin/featured', { merchantIds: [hidden.merchantId, seen.merchantId] })

type Shop = typeof seen
type Expected = {
  /** The request about one shop. */
  ask: (shop: Shop) => { path: string; body?: object; headers?: Record<string, string> }
  /** The response about a shop outside the scope. A list leaves it out. */
  refused: string | 'left out' | 'mentions no merchant'
}

const at = (path: (shop: Shop) => string, refused: Expected['refused']): Expected => ({
  ask: (shop) => ({ path: path(shop) }),
  refused,
})
const withBody = (path: string, body: (shop: Shop) => object, refused: string): Expected => ({
  ask: (shop) => ({ path, body: body(shop) }),
  refused,
})

/** Every consumer route has a row here: a new route must declare how it respects the partner's scope. */
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
  viewHome: [
    at(() => '/home', 'left out'),
    at(() => `/home?lat=${near.latitude}&lng=${near.longitude}`, 'left out'),
  ],
  viewMerchant: at(({ merchantId }) => `/merchants/${merchantId}`, '404 not_found'),
  browseVouchers: at(({ merchantId }) => `/merchants/${merchantId}/vouchers`, '404 not_found'),
  viewMerchantScreen: at(({ merchantId }) => `/merchants/${merchantId}/screen`, '404 not_found'),
  viewVoucherScreen: at(({ voucherId }) => `/vouchers/${voucherId}/screen`, '403 voucher_out_of_scope'),
  viewVoucher: at(({ voucherId }) => `/vouchers/${voucherId}`, '403 voucher_out_of_scope'),
  browseCategories: at(() => '/categories', 'left out'),
  searchCatalog: [
    at(() => '/search?q=Ipoh', 'left out'),
    at(() => '/search?q=Merchant', 'left out'),
    at(() => '/search?q=Offer', 'left out'),
  ],
  viewBranding: at(() => '/branding', 'mentions no merchant'),
  viewMe: at(() => '/me', 'mentions no merchant'),
  claimVoucher: withBody('/me/claims', ({ voucherId }) => ({ voucherId }), '403 voucher_out_of_scope'),
  listClaims: at(() => '/me/claims', 'left out'),
  listWallet: at(() => '/me/wallet', 'left out'),
  addFavorite: withBody('/me/favorites', ({ merchantId }) => ({ merchantId }), '403 merchant_out_of_scope'),
  listFavorites: at(() => '/me/favorites', 'left out'),
  removeFavorite: at(({ merchantId }) => `/me/favorites/${merchantId}`, '403 merchant_out_of_scope'),
  redeemVoucher: {
    ask: ({ voucherId, outletId }) => ({
      path: '/me/redemptions',
      body: { voucherId, outletId, pin: '4821' },
      headers: { 'idempotency-key': voucherId },
    }),
    refused: '403 voucher_out_of_scope',
  },
  issueRedemptionCode: {
    ask: ({ voucherId, outletId }) => ({
      path: '/me/redemption-codes',
      body: { voucherId, outletId },
      headers: { 'idempotency-key': `code-${voucherId}` },
    }),
    refused: '403 voucher_out_of_scope',
  },
  viewRedemptionByKey: at(({ voucherId }) => `/me/redemptions/by-key/${voucherId}`, '404 not_found'),
  previewRedemption: withBody(
    '/me/redemptions/preview',
    ({ voucherId }) => ({ voucherId }),
    '403 voucher_out_of_scope',
  ),
  listMyRedemptions: at(() => '/me/redemptions', 'left out'),
}

const routes = harness.served.filter(({ surface }) => surface === 'consumer')
/** Lists run after the requests that fill them; deletions run last. */
const rankOf = ({ method, id }: Route) =>
  method === 'DELETE' ? 2 : id.startsWith('list') || id === 'viewRedemptionByKey' ? 1 : 0

test('every served consumer route has a row in the table', () => {
  expect(routes.length).toBeGreaterThan(10)
  const missing = routes.filter(({ id }) => !(id in TABLE)).map(({ id }) => id)
  expect(missing, 'declare in the table of this file how the route respects the scope').toEqual([])
})

test.each([
  ['a category', { merchantIds: [], categories: [inside.slug] }],
  ['a merchant', { merchantIds: [seen.merchantId], categories: [] }],
])(
  'a scope of %s: every route refuses or leaves out a shop outside it, and serves one inside',
  async (_name, scope) => {
    const call = visitorsOf(harness, await onboardIssuer(harness, { scope }))()
    for (const route of routes.toSorted((a, b) => rankOf(a) - rankOf(b))) {
      for (const { ask, refused } of [TABLE[route.id] ?? []].flat()) {
        const outcome = async (shop: Shop) => {
          const { path, body, headers } = ask(shop)
          const response = await call(route.method, path, body, headers)
          const error = response.body?.error
          return {
            path,
            text: error ? `${response.status} ${error}` : JSON.stringify(response.body),
            status: response.status,
          }
        }
        const of = { hidden: await outcome(hidden), seen: await outcome(seen) }
        expect([of.seen.path, of.seen.status < 300]).toEqual([of.seen.path, true])
        if (/^\d/.test(refused)) {
          expect([of.hidden.path, of.hidden.text]).toEqual([of.hidden.path, refused])
          continue
        }
        expect([of.hidden.path, of.hidden.status]).toEqual([of.hidden.path, 200])
        for (const id of Object.values(hidden)) expect(of.hidden.text, of.hidden.path).not.toContain(id)
        const mentions = Object.values(seen).some((id) => of.seen.text.includes(id))
        expect([of.seen.path, mentions]).toEqual([of.seen.path, refused === 'left out'])
      }
    }
  },
)
