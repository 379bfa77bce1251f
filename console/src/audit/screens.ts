import { listAudit } from '@counterfoil/contract/admin/audit.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { searchOf } from '../routing/search.ts'
import { rootRoute } from '../shell/root-route.ts'
import { AUDIT_WORDS as words } from '../words/audit.ts'

export const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  validateSearch: searchOf(listAudit, ['open']),
  staticData: { title: words.title, needs: listAudit },
  component: lazyScreen(() => import('./audit-list.tsx'), 'AuditList'),
})
