import { listRequests } from '@counterfoil/contract/admin-requests.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { searchOf } from '../routing/search.ts'
import { rootRoute } from '../shell/root-route.ts'
import { REQUEST_WORDS as words } from '../words/requests.ts'

export const requestsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/requests',
  validateSearch: searchOf(listRequests),
  staticData: { title: words.title, needs: listRequests },
  component: lazyScreen(() => import('./request-list.tsx'), 'RequestList'),
})
