import { putCategory } from '@counterfoil/contract/admin/categories.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { rootRoute } from '../shell/root-route.ts'
import { CATEGORY_WORDS as words } from '../words/categories.ts'

/** Every role reads categories, but only those who edit them need the screen. */
export const categoriesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/categories',
  staticData: { title: words.title, needs: putCategory },
  component: lazyScreen(() => import('./category-list.tsx'), 'CategoryList'),
})
