import { viewSignInSettings } from '@counterfoil/contract/admin/settings.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { rootRoute } from '../shell/root-route.ts'
import { SETTINGS_WORDS as words } from '../words/settings.ts'

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  staticData: { title: words.title, needs: viewSignInSettings },
  component: lazyScreen(() => import('./settings.tsx'), 'Settings'),
})
