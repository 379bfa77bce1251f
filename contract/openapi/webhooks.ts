import type { TSchema } from 'typebox'
import {
  ClaimCreated,
  type EventType,
  RedemptionCreated,
  RedemptionVoided,
  VoucherPublished,
} from '../events.ts'
import { exampleOf, type JsonSchema } from '../shapes/example.ts'
import type { SchemaComponents } from './components.ts'

const EVENTS: Record<EventType, { operationId: string; summary: string; body: TSchema }> = {
  CLAIM_CREATED: {
    operationId: 'onClaimCreated',
    summary: 'A user claimed a voucher',
    body: ClaimCreated,
  },
  REDEMPTION_CREATED: {
    operationId: 'onRedemptionCreated',
    summary: 'A user redeemed a voucher (SUCCESS or FLAGGED)',
    body: RedemptionCreated,
  },
  REDEMPTION_VOIDED: {
    operationId: 'onRedemptionVoided',
    summary: 'The back office voided a redemption',
    body: RedemptionVoided,
  },
  VOUCHER_PUBLISHED: {
    operationId: 'onVoucherPublished',
    summary: 'A favorite merchant of a user published a new voucher',
    body: VoucherPublished,
  },
}

export const WEBHOOK_TAG = {
  name: 'Events',
  description: 'Sent to the partner’s webhook URL, and listed in the events feed.',
}

const DELIVERY =
  'Delivered at least once, in no guaranteed order. Answer with any 2xx status within 15 seconds. Everything else, ' +
  'including redirects, is retried: 10 attempts over about three days. 410 pauses the endpoint.'

const HEADERS = {
  'x-signature': '`t=<unix seconds>,v1=<hex>`, which signs the timestamp, a dot and the raw body.',
  'x-event-id': 'The `id` of the event. Use it to detect duplicates.',
  'x-event-type': 'The `type` of the event.',
  'x-delivery-attempt': 'The number of the attempt, starting at 1.',
  'webhook-id': 'As `x-event-id`, for libraries of Standard Webhooks.',
  'webhook-timestamp': 'The time of this attempt in unix seconds.',
  'webhook-signature':
    '`v1,<base64>`, which signs id, timestamp and raw body as Standard Webhooks defines it. Several signatures, ' +
    'separated by spaces, while two secrets are valid.',
}

/** The webhooks that partners receive, as OpenAPI operations. */
export function webhookOperations(components: SchemaComponents): Record<string, object> {
  return Object.fromEntries(
    Object.entries(EVENTS).map(([type, { operationId, summary, body }]) => [
      type,
      {
        post: {
          operationId,
          tags: [WEBHOOK_TAG.name],
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
