import { getFeatured } from '@counterfoil/contract/admin/merchants.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { rootRoute } from '../shell/root-route.ts'
import { FEATURED_WORDS as words } from '../words/featured.ts'

export const featuredRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/featured',
  staticData: { title: words.title, needs: getFeatured },
  component: lazyScreen(() => import('./featured-order.tsx'), 'FeaturedOrder'),
})
