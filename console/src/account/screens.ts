import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { rootRoute } from '../shell/root-route.ts'
import { ACCOUNT_WORDS as words } from '../words/account.ts'

export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  staticData: { title: words.title },
  component: lazyScreen(() => import('./account.tsx'), 'Account'),
})
