import type { Route } from '@counterfoil/contract/define-route.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The screen's name, in the title of the tab. */
    title?: string
    /** The route that the screen opens with. A role that may not call it gets a message instead of the screen. */
    needs?: Pick<Route, 'roles'>
  }
}
