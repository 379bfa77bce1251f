import { listPartners } from '@counterfoil/contract/admin-partners.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { searchOf } from '../routing/search.ts'
import { rootRoute } from '../shell/root-route.ts'
import { PARTNER_WORDS as words } from '../words/partners.ts'

export const partnersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/partners',
  validateSearch: searchOf(listPartners),
  staticData: { title: words.title, needs: listPartners },
  component: lazyScreen(() => import('./partner-list.tsx'), 'PartnerList'),
})
