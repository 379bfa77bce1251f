import { listStaff } from '@counterfoil/contract/admin/staff.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { searchOf } from '../routing/search.ts'
import { rootRoute } from '../shell/root-route.ts'
import { STAFF_WORDS as words } from '../words/staff.ts'

export const staffRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff',
  validateSearch: searchOf(listStaff, ['tab', 'open']),
  staticData: { title: words.title, needs: listStaff },
  component: lazyScreen(() => import('./staff-and-keys.tsx'), 'StaffAndKeys'),
})
