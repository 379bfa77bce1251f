import { routesOf } from '../define-route.ts'
import { Issue } from '../error-body.ts'
import { Count, Like, Text } from '../shapes/fields.ts'
import { PartnerId, VoucherId } from '../shapes/ids.ts'
import { Type } from '../shapes/type.ts'
import { ById } from './shapes.ts'

export const PublishCheck = Type.Object(
  {
    voucherId: VoucherId,
    ready: Type.Boolean({
      description: 'Whether nothing is missing: the voucher can be published, or is live already.',
      examples: [false],
    }),
    issues: Type.Array(Issue, { description: 'What is missing.' }),
    needsApproval: Type.Boolean({
      description: 'Whether publishing only sends a request, which a second person approves.',
      examples: [false],
    }),
    isFirstPublication: Type.Boolean({
      description: 'Only the first publication notifies users.',
      examples: [true],
    }),
    users: Like(Count, {
      description: 'How many users would be notified by publishing now.',
      examples: [4812],
    }),
    partners: Type.Array(
      Type.Object({
        partnerId: PartnerId,
        partnerName: Text(200, { examples: ['Acme Pay'] }),
        users: Like(Count, { examples: [4812] }),
      }),
      { description: 'The same users by partner, the largest number first. Empty for a merchant.' },
    ),
  },
  { title: 'PublishCheck' },
)

const defineRoute = routesOf('admin', 'Vouchers')

export const checkPublication = defineRoute({
  id: 'checkPublication',
  method: 'GET',
  path: '/admin/vouchers/{id}/publish-check',
  summary: 'Check what publishing a voucher would do',
  description: 'Lists what is missing, and counts the users who would be notified. Changes nothing.',
  params: ById,
  timeoutMs: 60 * 1000,
  responses: { 200: { description: 'The checklist.', body: PublishCheck } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'merchant'],
})
