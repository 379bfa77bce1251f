import { ROLES, routesOf } from '../define-route.ts'
import { OneOf, Text, Timestamp } from '../shapes/fields.ts'
import { SavedFilterId } from '../shapes/ids.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'
import { listAllClaims } from './claims.ts'
import { listDeliveries } from './deliveries.ts'
import { listMerchants } from './merchants.ts'
import { listRedemptions } from './redemptions.ts'
import { listRefusals } from './refusals.ts'
import { listRequests } from './requests.ts'
import { ById, Page } from './shapes.ts'
import { listAllVouchers } from './voucher-list.ts'

/** The lists with saved filters, and the routes whose query a filter holds. */
export const FILTERED_LISTS = {
  redemptions: listRedemptions,
  claims: listAllClaims,
  refusals: listRefusals,
  merchants: listMerchants,
  vouchers: listAllVouchers,
  requests: listRequests,
  deliveries: listDeliveries,
} as const

export type FilteredList = keyof typeof FILTERED_LISTS

/** They say which page is read, or name a user: a saved filter has no personal data. */
export const NOT_SAVED: readonly string[] = ['limit', 'cursor', 'count', 'userId', 'externalUserId']

const list = OneOf(Object.keys(FILTERED_LISTS) as FilteredList[], { examples: ['redemptions'] })
const name = Text(80, { examples: ['Rejected, not voided'] })
const isShared = Type.Boolean({
  description: 'Colleagues see it as well: the operator’s people, or those of the same merchant or partner.',
  examples: [false],
})
const search = Type.Unsafe<Record<string, string | number | boolean>>({
  type: 'object',
  additionalProperties: { type: ['string', 'number', 'boolean'], maxLength: 500 },
  minProperties: 1,
  maxProperties: 20,
  description: 'Parameters of the list’s query, without those of the page and those that name a user.',
  examples: [{ reviewOutcome: 'REJECTED', voided: false }],
})

export const SavedFilter = Type.Object(
  {
    id: SavedFilterId,
    list,
    name,
    search,
    isShared,
    ownerName: Text(200, { examples: ['Aina Rahman'] }),
    isOwn: Type.Boolean({ examples: [true] }),
    createdAt: Timestamp,
  },
  { title: 'SavedFilter' },
)

/** A viewer changes nothing, not even its own filters: it uses shared ones. */
const SAVING = ['admin', 'support', 'merchant', 'partner', 'partner-support'] as const

const defineRoute = routesOf('admin', 'Saved filters')

export const listSavedFilters = defineRoute({
  id: 'listSavedFilters',
  method: 'GET',
  path: '/admin/saved-filters',
  summary: 'List your own and the shared filters, by name',
  query: Type.Object({ list: Type.Optional(list) }),
  responses: { 200: { description: 'All of them, on one page.', body: Page(SavedFilter) } },
  roles: ROLES,
})

export const saveFilter = defineRoute({
  id: 'saveFilter',
  method: 'POST',
  path: '/admin/saved-filters',
  summary: 'Save a filter under a name',
  description:
    'Replaces your own filter of this name. Only people have filters: an API key gets 403. At most 100 for each person.',
  body: Strict({ list, name, search, isShared }, { title: 'NewSavedFilter' }),
  responses: { 201: { description: 'Saved.', body: SavedFilter } },
  roles: SAVING,
})

export const deleteSavedFilter = defineRoute({
  id: 'deleteSavedFilter',
  method: 'DELETE',
  path: '/admin/saved-filters/{id}',
  summary: 'Delete a saved filter',
  description: 'Your own. Admins may delete shared ones as well.',
  params: ById,
  responses: { 204: { description: 'Deleted.', body: null } },
  errors: ['not_found'],
  roles: SAVING,
})
