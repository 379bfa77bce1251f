import { getRedeemability } from '@counterfoil/contract/admin/redeemability.ts'
import { getUser, listUsers } from '@counterfoil/contract/admin/users.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { searchOf } from '../routing/search.ts'
import { rootRoute } from '../shell/root-route.ts'
import { USER_WORDS as words } from '../words/users.ts'

const getParentRoute = () => rootRoute

export const usersRoute = createRoute({
  getParentRoute,
  path: '/users',
  validateSearch: searchOf(listUsers),
  staticData: { title: words.title, needs: listUsers },
  component: lazyScreen(() => import('./user-list.tsx'), 'UserList'),
})

export const userRoute = createRoute({
  getParentRoute,
  path: '/users/$id',
  validateSearch: searchOf(getRedeemability, ['tab', 'cursor']),
  staticData: { title: words.one, needs: getUser },
  component: lazyScreen(() => import('./user-detail.tsx'), 'UserDetail'),
})
