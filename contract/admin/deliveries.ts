import { routesOf } from '../define-route.ts'
import { EVENT_TYPES, WebhookEvent } from '../events.ts'
import { Count, LaterTimestamp, Like, Nullable, OneOf, Timestamp } from '../shapes/fields.ts'
import { DeliveryId, EventId, PartnerId, UserId } from '../shapes/ids.ts'
import { Type } from '../shapes/type.ts'
import { ById, CountedPage, CsvFile, PeriodQuery, SortedQuery, SortQuery } from './shapes.ts'

export const DELIVERY_STATES = ['PENDING', 'DELIVERED', 'FAILED'] as const

const state = OneOf(DELIVERY_STATES, {
  description:
    'PENDING deliveries wait for their first or next attempt. FAILED deliveries have no attempts left.',
})
/** A filter only: no delivery has this state. */
export const UNDELIVERED = 'UNDELIVERED'

const type = OneOf(EVENT_TYPES)
const status = Nullable(
  Type.Integer({ description: 'HTTP status; null if there was no response.', examples: [503] }),
)
const nextAttemptAt = Nullable(
  Like(LaterTimestamp, {
    description: 'When the next attempt is due; null if none is planned.',
    examples: ['2026-11-15T08:35:00.000Z'],
  }),
)

/** The result of one POST to a receiver. */
export const attemptFields = {
  attemptedAt: Timestamp,
  status,
  durationMs: Like(Count, { examples: [212] }),
  response: Nullable(
    Type.String({ description: 'The start of the response body.', examples: ['upstream unavailable'] }),
  ),
  error: Like(Nullable(Type.String()), { description: 'Why there was no response.', examples: [null] }),
}

export const DeliveryAttempt = Type.Object(
  { number: Type.Integer({ minimum: 1 }), ...attemptFields, nextAttemptAt },
  { title: 'DeliveryAttempt' },
)

const fields = {
  id: DeliveryId,
  eventId: EventId,
  type,
  partnerId: PartnerId,
  partnerName: Type.String({ examples: ['Acme Pay'] }),
  userId: UserId,
  state,
  attemptCount: Like(Count, { examples: [1] }),
  lastStatus: status,
  nextAttemptAt,
  deliveredAt: Like(Nullable(Timestamp), { examples: [null] }),
  createdAt: Timestamp,
}

export const Delivery = Type.Object(fields, { title: 'Delivery' })

export const DeliveryWithAttempts = Type.Object(
  { ...fields, event: WebhookEvent, attempts: Type.Array(DeliveryAttempt) },
  { title: 'DeliveryWithAttempts' },
)

export const deliveryFilters = {
  partnerId: Type.Optional(PartnerId),
  state: Type.Optional(
    OneOf([...DELIVERY_STATES, UNDELIVERED], {
      description: 'UNDELIVERED lists deliveries that wait after a failure, or failed.',
    }),
  ),
  type: Type.Optional(type),
  ...PeriodQuery,
}

export const DELIVERY_SORTS = ['-createdAt', 'createdAt'] as const

const defineRoute = routesOf('admin', 'Deliveries')

export const listDeliveries = defineRoute({
  id: 'listDeliveries',
  method: 'GET',
  path: '/admin/deliveries',
  summary: 'List webhook deliveries',
  query: Type.Object({ ...deliveryFilters, ...SortedQuery(...DELIVERY_SORTS) }),
  responses: { 200: { description: 'A page of results.', body: CountedPage(Delivery) } },
  roles: ['admin', 'support', 'viewer', 'partner', 'partner-support'],
})

export const exportDeliveries = defineRoute({
  id: 'exportDeliveries',
  method: 'GET',
  path: '/admin/deliveries.csv',
  summary: 'Export webhook deliveries as CSV',
  description:
    'Streams all deliveries that match the filters, after a header line. It contains neither the events nor the ' +
    'responses to them.',
  query: Type.Object({ ...deliveryFilters, ...SortQuery(...DELIVERY_SORTS) }),
  timeoutMs: 60 * 60 * 1000,
  responses: {
    200: CsvFile(
      'id,createdAt,type,state,attemptCount,lastStatus',
      '0199a7f9-e4b1-7a5c-b7f2-c84d06e19a09,2026-11-15T08:30:00.000Z,REDEMPTION_CREATED,PENDING,1,503',
    ),
  },
  roles: ['admin', 'support', 'viewer', 'partner', 'partner-support'],
})

export const getDelivery = defineRoute({
  id: 'getDelivery',
  method: 'GET',
  path: '/admin/deliveries/{id}',
  summary: 'Get a delivery with its event and every attempt',
  params: ById,
  responses: { 200: { description: 'The delivery.', body: DeliveryWithAttempts } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'partner', 'partner-support'],
})

export const retryDelivery = defineRoute({
  id: 'retryDelivery',
  method: 'POST',
  path: '/admin/deliveries/{id}/retry',
  summary: 'Send a delivery again',
  description:
    'Sends it immediately and restarts the schedule of attempts. Also works for a delivered event.',
  params: ById,
  responses: { 202: { description: 'Queued.', body: Delivery } },
  errors: ['not_found', 'no_webhook_url'],
  roles: ['admin', 'support', 'partner', 'partner-support'],
})
