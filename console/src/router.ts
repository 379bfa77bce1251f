import { createRouter } from '@tanstack/react-router'
import { Loading } from './kit/loading.tsx'
import { parseSearch, stringifySearch } from './routing/search.ts'
import { SCREENS } from './screens.ts'
import { BrokenScreen } from './shell/broken-screen.tsx'
import { rootRoute } from './shell/root-route.ts'

export const router = createRouter({
  routeTree: rootRoute.addChildren(SCREENS),
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
