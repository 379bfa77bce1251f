import { routesOf } from '../define-route.ts'
import { REDEMPTION_REFUSALS } from '../errors.ts'
import { Like, Nullable, OneOf, Timestamp } from '../shapes/fields.ts'
import { MerchantId, OutletId, RedemptionId, RequestId, VoucherId } from '../shapes/ids.ts'
import { Type } from '../shapes/type.ts'
import { DELIVERY_STATES } from './deliveries.ts'
import { SentencesFacts } from './facts.ts'
import { ById, Page, PageQuery } from './shapes.ts'

export const TIMELINE_TYPES = ['claim', 'favorite', 'redemption', 'void', 'refusal', 'delivery'] as const

export const TimelineEntry = Type.Object(
  {
    type: OneOf(TIMELINE_TYPES, { examples: ['redemption'] }),
    id: Like(RedemptionId, {
      description:
        'The id of the claim, the merchant (favorite), the redemption (also of a void), the refusal or the delivery.',
    }),
    at: Timestamp,
    title: Type.String({
      description: 'The voucher’s title as plain text, the merchant’s name, or the event type of a delivery.',
      examples: ['Free kopi'],
    }),
    description: Type.String({
      description: 'What happened, as a sentence in English.',
      examples: ['Redeemed at Kopi Corner Suria.'],
    }),
    facts: SentencesFacts,
    merchantId: Nullable(MerchantId),
    voucherId: Nullable(VoucherId),
    outletId: Nullable(OutletId),
    refusalCode: Like(Nullable(OneOf(REDEMPTION_REFUSALS)), { examples: [null] }),
    requestId: Like(Nullable(RequestId), {
      description: 'The request of a refusal. Null for other entries.',
      examples: [null],
    }),
    deliveryState: Like(Nullable(OneOf(DELIVERY_STATES)), { examples: [null] }),
  },
  { title: 'TimelineEntry' },
)

const defineRoute = routesOf('admin', 'Users')

export const getTimeline = defineRoute({
  id: 'getTimeline',
  method: 'GET',
  path: '/admin/users/{id}/timeline',
  summary: 'List everything that happened to a user, newest first',
  description:
    'Claims, current favorites, redemptions, voids, and, for 30 days, refused redemptions and webhook deliveries. A ' +
    'delivery has the time of its event.',
  params: ById,
  query: Type.Object(PageQuery),
  responses: { 200: { description: 'A page of results.', body: Page(TimelineEntry) } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'partner', 'partner-support'],
})
