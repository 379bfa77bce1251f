import {
  createPartner,
  getPartner,
  listPartners,
  updatePartner,
} from '@counterfoil/contract/admin/partners.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { searchOf } from '../routing/search.ts'
import { rootRoute } from '../shell/root-route.ts'
import { PARTNER_WORDS as words } from '../words/partners.ts'

const getParentRoute = () => rootRoute

export const partnersRoute = createRoute({
  getParentRoute,
  path: '/partners',
  validateSearch: searchOf(listPartners),
  staticData: { title: words.title, needs: listPartners },
  component: lazyScreen(() => import('./partner-list.tsx'), 'PartnerList'),
})

export const newPartnerRoute = createRoute({
  getParentRoute,
  path: '/partners/new',
  staticData: { title: words.createTitle, needs: createPartner },
  component: lazyScreen(() => import('./new-partner.tsx'), 'NewPartner'),
})

export const partnerRoute = createRoute({
  getParentRoute,
  path: '/partners/$id',
  validateSearch: searchOf(listPartners, ['tab', 'open']),
  staticData: { title: words.one, needs: getPartner },
  component: lazyScreen(() => import('./partner-detail.tsx'), 'PartnerDetail'),
})

/** The steps after the partner exists. The address carries the step, so the work can be left and resumed. */
export const partnerSetupRoute = createRoute({
  getParentRoute,
  path: '/partners/$id/setup',
  validateSearch: searchOf(listPartners, ['step', 'open']),
  staticData: { title: words.setupTitle, needs: updatePartner },
  component: lazyScreen(() => import('./partner-setup.tsx'), 'PartnerSetup'),
})
