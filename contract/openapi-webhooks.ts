import type { TSchema } from 'typebox'
import { ClaimCreated, type EventType, RedemptionCreated, VoucherPublished } from './events.ts'
import { exampleOf, type JsonSchema } from './example.ts'
import type { SchemaComponents } from './openapi-components.ts'

const EVENTS: Record<EventType, { operationId: string; summary: string; body: TSchema }> = {
  CLAIM_CREATED: {
    operationId: 'onClaimCreated',
    summary: 'A user has claimed a voucher',
    body: ClaimCreated,
  },
  REDEMPTION_CREATED: {
    operationId: 'onRedemptionCreated',
    summary: 'A user has redeemed a voucher, FLAGGED or not',
    body: RedemptionCreated,
  },
  VOUCHER_PUBLISHED: {
    operationId: 'onVoucherPublished',
    summary: 'A merchant that the user has favorited has a new voucher',
    body: VoucherPublished,
  },
}

const DELIVERY =
  'Delivered at least once and in no promised order. Answer any 2xx within 15 seconds; all else, redirects ' +
  'included, is tried again: 10 attempts over about three days. 410 pauses the endpoint.'

const HEADERS = {
  'x-signature': '`t=<unix seconds>,v1=<hex>` over the timestamp, a dot and the raw body.',
  'x-event-id': 'The `id` of the event: the key for de-duplication.',
  'x-event-type': 'The `type` of the event.',
  'x-delivery-attempt': 'Counts the attempts, from 1.',
}

/** What we send to partners, as operations that they serve. */
export function webhookOperations(components: SchemaComponents): Record<string, object> {
  return Object.fromEntries(
    Object.entries(EVENTS).map(([type, { operationId, summary, body }]) => [
      type,
      {
        post: {
          operationId,
          summary,
          description: DELIVERY,
          security: [],
          parameters: Object.entries(HEADERS).map(([name, description]) => ({
            name,
            in: 'header',
            required: true,
            description,
            schema: { type: 'string' },
          })),
          requestBody: { required: true, content: { 'application/json': eventContent(body, components) } },
          responses: { '2XX': { description: 'Received.' } },
        },
      },
    ]),
  )
}

function eventContent(body: JsonSchema, components: SchemaComponents): object {
  const { test: _, ...example } = exampleOf(body) as Record<string, unknown>
  return { schema: components.reference(body), example }
}
