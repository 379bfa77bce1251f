import { getDelivery, listDeliveries } from '@counterfoil/contract/admin/deliveries.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { searchOf } from '../routing/search.ts'
import { rootRoute } from '../shell/root-route.ts'
import { DELIVERY_WORDS as words } from '../words/deliveries.ts'

const getParentRoute = () => rootRoute

export const deliveriesRoute = createRoute({
  getParentRoute,
  path: '/deliveries',
  validateSearch: searchOf(listDeliveries, ['open']),
  staticData: { title: words.title, needs: listDeliveries },
  component: lazyScreen(() => import('./delivery-list.tsx'), 'DeliveryList'),
})

export const deliveryRoute = createRoute({
  getParentRoute,
  path: '/deliveries/$id',
  staticData: { title: words.one, needs: getDelivery },
  component: lazyScreen(() => import('./delivery-detail.tsx'), 'DeliveryDetail'),
})
