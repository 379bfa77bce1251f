import type { listAudit } from '@counterfoil/contract/admin-audit.ts'
import type { listCategories } from '@counterfoil/contract/admin-categories.ts'
import type { getMerchant, listMerchants } from '@counterfoil/contract/admin-merchants.ts'
import type { listOutlets } from '@counterfoil/contract/admin-outlets.ts'
import type { listPartners } from '@counterfoil/contract/admin-partners.ts'
import type { listVouchers, publishVoucher, unpublishVoucher } from '@counterfoil/contract/admin-vouchers.ts'
import type { Input, Output } from '@counterfoil/contract/route.ts'

type Called =
  | typeof getMerchant
  | typeof listAudit
  | typeof listCategories
  | typeof listMerchants
  | typeof listOutlets
  | typeof listPartners
  | typeof listVouchers
  | typeof publishVoucher
  | typeof unpublishVoucher

/** Held to the contract by type alone: its schemas stay out of the bundle, and a route that moves breaks the build. */
const ROUTES: { [R in Called as R['id']]: Pick<R, 'method' | 'path'> } = {
  getMerchant: { method: 'GET', path: '/admin/merchants/{id}' },
  listAudit: { method: 'GET', path: '/admin/audit' },
  listCategories: { method: 'GET', path: '/admin/categories' },
  listMerchants: { method: 'GET', path: '/admin/merchants' },
  listOutlets: { method: 'GET', path: '/admin/merchants/{id}/outlets' },
  listPartners: { method: 'GET', path: '/admin/partners' },
  listVouchers: { method: 'GET', path: '/admin/merchants/{id}/vouchers' },
  publishVoucher: { method: 'POST', path: '/admin/vouchers/{id}/publish' },
  unpublishVoucher: { method: 'POST', path: '/admin/vouchers/{id}/unpublish' },
}

export type RouteId = Called['id']
type RouteOf<Id extends RouteId> = Extract<Called, { id: Id }>

/** What the route must be given, and nothing that it does not take. */
export type Given<Id extends RouteId> = {
  [K in 'params' | 'query' as undefined extends Input<RouteOf<Id>>[K] ? never : K]: Input<RouteOf<Id>>[K]
}

export type Answered<Id extends RouteId> = Extract<Output<RouteOf<Id>>, { status: 200 }>['body']

/** The one place where an address of the API is put together. */
export function requestLine<Id extends RouteId>(id: Id, given: Given<Id>): { method: string; path: string } {
  const { method, path } = ROUTES[id]
  const { params = {}, query = {} } = given as Record<string, Record<string, unknown>>
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return { method, path: search.size > 0 ? `${filled}?${search}` : filled }
}
