import { listRefusals } from '@counterfoil/contract/admin/refusals.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { searchOf } from '../routing/search.ts'
import { rootRoute } from '../shell/root-route.ts'
import { REFUSAL_WORDS as words } from '../words/refusals.ts'

export const refusalsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/refusals',
  validateSearch: searchOf(listRefusals),
  staticData: { title: words.title, needs: listRefusals },
  component: lazyScreen(() => import('./refusal-list.tsx'), 'RefusalList'),
})
