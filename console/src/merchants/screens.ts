import { createMerchant, getMerchant, listMerchants } from '@counterfoil/contract/admin/merchants.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { searchOf } from '../routing/search.ts'
import { rootRoute } from '../shell/root-route.ts'
import { MERCHANT_WORDS as words } from '../words/merchants.ts'

const getParentRoute = () => rootRoute

export const merchantsRoute = createRoute({
  getParentRoute,
  path: '/merchants',
  validateSearch: searchOf(listMerchants),
  staticData: { title: words.title, needs: listMerchants },
  component: lazyScreen(() => import('./merchant-list.tsx'), 'MerchantList'),
})

export const newMerchantRoute = createRoute({
  getParentRoute,
  path: '/merchants/new',
  staticData: { title: words.createTitle, needs: createMerchant },
  component: lazyScreen(() => import('./new-merchant.tsx'), 'NewMerchant'),
})

export const merchantRoute = createRoute({
  getParentRoute,
  path: '/merchants/$id',
  validateSearch: searchOf(listMerchants, ['tab']),
  staticData: { title: words.one, needs: getMerchant },
  component: lazyScreen(() => import('./merchant-detail.tsx'), 'MerchantDetail'),
})
