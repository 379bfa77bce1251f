import { createRouter } from '@tanstack/react-router'
import { accountRoute } from './account/screens.ts'
import { alertsRoute } from './alerts/screens.ts'
import { auditRoute } from './audit/screens.ts'
import { categoriesRoute } from './categories/screens.ts'
import { claimsRoute } from './claims/screens.ts'
import { deliveriesRoute, deliveryRoute } from './deliveries/screens.ts'
import { featuredRoute } from './featured/screens.ts'
import { integrationRoute } from './integration/screens.ts'
import { Loading } from './kit/loading.tsx'
import { lookUpRoute } from './look-up/screens.ts'
import { merchantRoute, merchantsRoute, newMerchantRoute } from './merchants/screens.ts'
import { importOutletsRoute, newOutletRoute, outletRoute } from './outlets/screens.ts'
import { overviewRoute } from './overview/screens.ts'
import { newPartnerRoute, partnerRoute, partnerSetupRoute, partnersRoute } from './partners/screens.ts'
import { redemptionRoute, redemptionsRoute, reviewRoute } from './redemptions/screens.ts'
import { refusalsRoute } from './refusals/screens.ts'
import { requestRoute, requestsRoute } from './requests/screens.ts'
import { parseSearch, stringifySearch } from './routing/search.ts'
import { settingsRoute } from './settings/screens.ts'
import { BrokenScreen } from './shell/broken-screen.tsx'
import { homeRoute } from './shell/home-route.ts'
import { rootRoute } from './shell/root-route.ts'
import { staffRoute } from './staff/screens.ts'
import { userRoute, usersRoute } from './users/screens.ts'
import { newVoucherRoute, voucherRoute } from './vouchers/screens.ts'

const routeTree = rootRoute.addChildren([
  homeRoute,
  overviewRoute,
  merchantsRoute,
  newMerchantRoute,
  merchantRoute,
  categoriesRoute,
  featuredRoute,
  newOutletRoute,
  importOutletsRoute,
  outletRoute,
  newVoucherRoute,
  voucherRoute,
  partnersRoute,
  lookUpRoute,
  usersRoute,
  userRoute,
  redemptionsRoute,
  redemptionRoute,
  reviewRoute,
  claimsRoute,
  refusalsRoute,
  requestsRoute,
  requestRoute,
  alertsRoute,
  newPartnerRoute,
  partnerRoute,
  partnerSetupRoute,
  deliveriesRoute,
  deliveryRoute,
  integrationRoute,
  auditRoute,
  staffRoute,
  settingsRoute,
  accountRoute,
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
