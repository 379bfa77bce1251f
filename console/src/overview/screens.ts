import { getStats } from '@counterfoil/contract/admin/stats.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { searchOf } from '../routing/search.ts'
import { rootRoute } from '../shell/root-route.ts'
import { OVERVIEW_WORDS as words } from '../words/overview-page.ts'

export const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/overview',
  validateSearch: searchOf(getStats),
  staticData: { title: words.title, needs: getStats },
  component: lazyScreen(() => import('./overview.tsx'), 'Overview'),
})
