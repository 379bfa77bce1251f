import { importOutlets } from '@counterfoil/contract/admin/outlet-import.ts'
import { createOutlet, getOutlet } from '@counterfoil/contract/admin/outlets.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { rootRoute } from '../shell/root-route.ts'
import { OUTLET_IMPORT_WORDS as importWords } from '../words/outlet-import.ts'
import { OUTLET_WORDS as words } from '../words/outlets.ts'

const getParentRoute = () => rootRoute

export const newOutletRoute = createRoute({
  getParentRoute,
  path: '/merchants/$id/outlets/new',
  staticData: { title: words.create, needs: createOutlet },
  component: lazyScreen(() => import('./new-outlet.tsx'), 'NewOutlet'),
})

export const importOutletsRoute = createRoute({
  getParentRoute,
  path: '/merchants/$id/outlets/import',
  staticData: { title: importWords.title, needs: importOutlets },
  component: lazyScreen(() => import('./import-outlets.tsx'), 'ImportOutlets'),
})

export const outletRoute = createRoute({
  getParentRoute,
  path: '/outlets/$id',
  staticData: { title: words.one, needs: getOutlet },
  component: lazyScreen(() => import('./outlet-detail.tsx'), 'OutletDetail'),
})
