import { createRoute, redirect } from '@tanstack/react-router'
import { getSessionState } from '../session/session-store.ts'
import { landingOf } from './menu.ts'
import { rootRoute } from './root-route.ts'

/** `/console/` leads to the page that the role works on. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    const state = getSessionState()
    if (state.status === 'signed-in') throw redirect({ to: landingOf(state.session.role), replace: true })
  },
})
