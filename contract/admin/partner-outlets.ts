import { routesOf } from '../define-route.ts'
import { Like } from '../shapes/fields.ts'
import { MerchantId, OutletId } from '../shapes/ids.ts'
import { merchantFields } from '../shapes/merchant.ts'
import { outletFields } from '../shapes/outlet.ts'
import { Type } from '../shapes/type.ts'
import { ById, Page, PageQuery, SearchQuery } from './shapes.ts'

export const PartnerOutlet = Type.Object(
  {
    id: OutletId,
    merchantId: MerchantId,
    merchantName: merchantFields.name,
    ...outletFields,
    isActive: Like(outletFields.isActive, { description: 'Whether the outlet and its merchant are active.' }),
  },
  { title: 'PartnerOutlet' },
)

const defineRoute = routesOf('admin', 'Partners')

export const listPartnerOutlets = defineRoute({
  id: 'listPartnerOutlets',
  method: 'GET',
  path: '/admin/partners/{id}/outlets',
  summary: 'List the outlets in a partner’s scope, newest first',
  description:
    'Lists the outlets of the merchants that users of the partner may see, active or not. It says nothing ' +
    'about PINs. `q` searches names and addresses.',
  params: ById,
  query: Type.Object({ ...PageQuery, ...SearchQuery }),
  responses: { 200: { description: 'A page of results.', body: Page(PartnerOutlet) } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'partner'],
})
