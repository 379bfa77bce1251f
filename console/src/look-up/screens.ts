import { searchRecords } from '@counterfoil/contract/admin/search.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { searchOf } from '../routing/search.ts'
import { rootRoute } from '../shell/root-route.ts'
import { LOOK_UP_WORDS as words } from '../words/look-up-page.ts'

export const lookUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/look-up',
  validateSearch: searchOf(searchRecords),
  staticData: { title: words.title, needs: searchRecords },
  component: lazyScreen(() => import('./look-up.tsx'), 'LookUp'),
})
