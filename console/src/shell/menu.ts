import { listAlerts } from '@counterfoil/contract/admin/alerts.ts'
import { listApprovals } from '@counterfoil/contract/admin/approvals.ts'
import { listAudit } from '@counterfoil/contract/admin/audit.ts'
import { BULK_ROLES } from '@counterfoil/contract/admin/bulk-jobs.ts'
import { putCategory } from '@counterfoil/contract/admin/categories.ts'
import { listAllClaims } from '@counterfoil/contract/admin/claims.ts'
import { listDeliveries } from '@counterfoil/contract/admin/deliveries.ts'
import { getIntegrationHealth } from '@counterfoil/contract/admin/integration-health.ts'
import { listMerchants, putFeatured } from '@counterfoil/contract/admin/merchants.ts'
import { listRedemptions, reviewRedemption } from '@counterfoil/contract/admin/redemptions.ts'
import { listRefusals } from '@counterfoil/contract/admin/refusals.ts'
import { listRequests } from '@counterfoil/contract/admin/requests.ts'
import { searchRecords } from '@counterfoil/contract/admin/search.ts'
import { viewSignInSettings } from '@counterfoil/contract/admin/settings.ts'
import { listStaff } from '@counterfoil/contract/admin/staff.ts'
import { listStatements } from '@counterfoil/contract/admin/statements.ts'
import { getStats } from '@counterfoil/contract/admin/stats.ts'
import { viewCalendar } from '@counterfoil/contract/admin/voucher-calendar.ts'
import { listAllVouchers } from '@counterfoil/contract/admin/voucher-list.ts'
import type { Role, Route } from '@counterfoil/contract/define-route.ts'
import { mayCall } from '../session/use-session.ts'
import { MENU_WORDS as words } from '../words/app-shell.ts'

export type MenuEntry = {
  label: string
  to: string
  /** The filter that the screen opens with. */
  search?: Record<string, string>
  /** Further addresses that belong to the entry. */
  covers?: string[]
  /** The route that the screen opens with. A role that may not call it does not see the entry. */
  needs: Pick<Route, 'roles'>
  /** Whether the entry says how much waits. */
  hasBadge?: boolean
}

export type MenuGroup = {
  /** Null above the first group. */
  title: string | null
  entries: MenuEntry[]
}

/** The whole menu, from top to bottom. The command palette lists the same entries. */
const MENU: MenuGroup[] = [
  {
    title: null,
    entries: [
      { label: words.overview, to: '/overview', needs: getStats },
      { label: words.integration, to: '/integration', needs: { roles: ['partner'] } },
      {
        ...{ label: words.approvals, to: '/approvals', search: { state: 'PENDING' } },
        ...{ needs: listApprovals, hasBadge: true },
      },
    ],
  },
  {
    title: words.customers,
    entries: [
      { label: words.lookUp, to: '/look-up', covers: ['/users'], needs: searchRecords },
      // Without the search, users are found in their list.
      { label: words.users, to: '/users', needs: { roles: ['partner-support'] } },
      { label: words.redemptions, to: '/redemptions', needs: listRedemptions },
      { label: words.claims, to: '/claims', needs: listAllClaims },
      { label: words.review, to: '/review', needs: reviewRedemption },
      { label: words.refusals, to: '/refusals', needs: listRefusals },
      { label: words.statements, to: '/statements', needs: listStatements },
    ],
  },
  {
    title: words.catalog,
    entries: [
      { label: words.merchants, to: '/merchants', covers: ['/outlets'], needs: listMerchants },
      { label: words.vouchers, to: '/vouchers', needs: listAllVouchers },
      { label: words.calendar, to: '/calendar', needs: viewCalendar },
      { label: words.featured, to: '/featured', needs: putFeatured },
      { label: words.categories, to: '/categories', needs: putCategory },
    ],
  },
  {
    title: words.integrations,
    entries: [
      { label: words.partners, to: '/partners', needs: getIntegrationHealth },
      { label: words.requests, to: '/requests', needs: listRequests },
      { label: words.deliveries, to: '/deliveries', needs: listDeliveries },
    ],
  },
  {
    title: words.system,
    entries: [
      { label: words.alerts, to: '/alerts', needs: listAlerts },
      // A viewer may read its jobs, but starts none.
      { label: words.bulk, to: '/bulk', needs: { roles: BULK_ROLES } },
      { label: words.audit, to: '/audit', needs: listAudit },
      { label: words.staff, to: '/staff', needs: listStaff },
      { label: words.settings, to: '/settings', needs: viewSignInSettings },
    ],
  },
]

export function isInside({ to, covers = [] }: MenuEntry, pathname: string): boolean {
  return [to, ...covers].some((path) => pathname === path || pathname.startsWith(`${path}/`))
}

/** The groups in which the role has an entry. */
export function menuOf(role: Role): MenuGroup[] {
  return MENU.map(({ title, entries }) => ({
    title,
    entries: entries.filter(({ needs }) => mayCall(role, needs)),
  })).filter(({ entries }) => entries.length > 0)
}

/** Where a role lands: its own page, or the first entry of its menu while that page does not exist. */
const LANDING: Partial<Record<Role, string>> = {
  admin: '/overview',
  merchant: '/overview',
  support: '/look-up',
  viewer: '/overview',
  partner: '/integration',
  'partner-support': '/users',
}

export function landingOf(role: Role): string {
  return LANDING[role] ?? menuOf(role)[0]?.entries[0]?.to ?? '/account'
}
