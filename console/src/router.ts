import { createRouter } from '@tanstack/react-router'
import { auditRoute } from './audit/screens.ts'
import { Loading } from './kit/loading.tsx'
import { merchantRoute, merchantsRoute, newMerchantRoute } from './merchants/screens.ts'
import { partnersRoute } from './partners/screens.ts'
import { parseSearch, stringifySearch } from './routing/search.ts'
import { BrokenScreen } from './shell/broken-screen.tsx'
import { homeRoute } from './shell/home-route.ts'
import { rootRoute } from './shell/root-route.ts'
import { staffRoute } from './staff/screens.ts'

const routeTree = rootRoute.addChildren([
  homeRoute,
  merchantsRoute,
  newMerchantRoute,
  merchantRoute,
  partnersRoute,
  auditRoute,
  staffRoute,
])

export const router = createRouter({
  routeTree,
  basepath: '/console',
  parseSearch,
  stringifySearch,
  defaultErrorComponent: BrokenScreen,
  defaultPendingComponent: Loading,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
