import { listAlerts } from '@counterfoil/contract/admin/alerts.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { rootRoute } from '../shell/root-route.ts'
import { ALERTS_WORDS as words } from '../words/overview-page.ts'

export const alertsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alerts',
  staticData: { title: words.title, needs: listAlerts },
  component: lazyScreen(() => import('./alert-list.tsx'), 'AlertList'),
})
