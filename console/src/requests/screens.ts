import { getRequest, listRequests } from '@counterfoil/contract/admin/requests.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { searchOf } from '../routing/search.ts'
import { rootRoute } from '../shell/root-route.ts'
import { REQUEST_WORDS as words } from '../words/requests.ts'

const getParentRoute = () => rootRoute

export const requestsRoute = createRoute({
  getParentRoute,
  path: '/requests',
  validateSearch: searchOf(listRequests),
  staticData: { title: words.title, needs: listRequests },
  component: lazyScreen(() => import('./request-list.tsx'), 'RequestList'),
})

export const requestRoute = createRoute({
  getParentRoute,
  path: '/requests/$id',
  staticData: { title: words.one, needs: getRequest },
  component: lazyScreen(() => import('./request-detail.tsx'), 'RequestDetail'),
})
