import { routesOf } from '../define-route.ts'
import { Count, Like } from '../shapes/fields.ts'
import { MerchantId } from '../shapes/ids.ts'
import { Type } from '../shapes/type.ts'
import { ById } from './shapes.ts'

export const DeactivationCheck = Type.Object(
  {
    merchantId: MerchantId,
    liveVouchers: Like(Count, {
      description: 'Published vouchers that have not ended.',
      examples: [7],
    }),
    claims: Like(Count, {
      description: 'Claims of these vouchers in the wallets of users.',
      examples: [1204],
    }),
  },
  { title: 'DeactivationCheck' },
)

const defineRoute = routesOf('admin', 'Merchants')

export const checkDeactivation = defineRoute({
  id: 'checkDeactivation',
  method: 'GET',
  path: '/admin/merchants/{id}/deactivation-check',
  summary: 'Check what deactivating a merchant would do',
  description:
    'Counts the vouchers and claims that users could no longer redeem if isActive were false. Changes nothing.',
  params: ById,
  responses: { 200: { description: 'The numbers.', body: DeactivationCheck } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer'],
})
