import { listPartners } from '@counterfoil/contract/admin/partners.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { searchOf } from '../routing/search.ts'
import { rootRoute } from '../shell/root-route.ts'
import { MENU_WORDS as words } from '../words/app-shell.ts'

/** Where a partner's engineer lands. Other roles have the partner's page. */
export const integrationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/integration',
  validateSearch: searchOf(listPartners, ['open']),
  staticData: { title: words.integration, needs: { roles: ['partner'] } },
  component: lazyScreen(() => import('./integration-health.tsx'), 'IntegrationHealth'),
})
