import { getRedemption, listRedemptions, reviewRedemption } from '@counterfoil/contract/admin/redemptions.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { searchOf } from '../routing/search.ts'
import { rootRoute } from '../shell/root-route.ts'
import { REDEMPTION_WORDS, REVIEW_WORDS } from '../words/redemptions.ts'

const getParentRoute = () => rootRoute

export const redemptionsRoute = createRoute({
  getParentRoute,
  path: '/redemptions',
  validateSearch: searchOf(listRedemptions),
  staticData: { title: REDEMPTION_WORDS.title, needs: listRedemptions },
  component: lazyScreen(() => import('./redemption-list.tsx'), 'RedemptionList'),
})

export const redemptionRoute = createRoute({
  getParentRoute,
  path: '/redemptions/$id',
  staticData: { title: REDEMPTION_WORDS.one, needs: getRedemption },
  component: lazyScreen(() => import('./redemption-detail.tsx'), 'RedemptionDetail'),
})

export const reviewRoute = createRoute({
  getParentRoute,
  path: '/review',
  validateSearch: searchOf(listRedemptions, ['open']),
  staticData: { title: REVIEW_WORDS.title, needs: reviewRedemption },
  component: lazyScreen(() => import('./review-queue.tsx'), 'ReviewQueue'),
})
