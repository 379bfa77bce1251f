import { listAllClaims } from '@counterfoil/contract/admin/claims.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { searchOf } from '../routing/search.ts'
import { rootRoute } from '../shell/root-route.ts'
import { CLAIM_WORDS as words } from '../words/claims.ts'

export const claimsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/claims',
  validateSearch: searchOf(listAllClaims),
  staticData: { title: words.title, needs: listAllClaims },
  component: lazyScreen(() => import('./claim-list.tsx'), 'ClaimList'),
})
