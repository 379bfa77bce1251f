import { Count, Like, Nullable, OneOf, Timestamp } from '../shapes/fields.ts'
import { Type } from '../shapes/type.ts'

/** Up to this number, undelivered deliveries are counted exactly. The number after it stands for more. */
export const MAX_UNDELIVERED_COUNTED = 10_000

export const DELIVERY_HEALTH_STATES = ['OK', 'FAILING', 'PAUSED', 'OFF'] as const

export const DeliveryHealth = Type.Object(
  {
    state: OneOf(DELIVERY_HEALTH_STATES, {
      description:
        'OFF: the partner has no webhookUrl or is disabled. PAUSED: nothing is sent until the webhook is resumed. ' +
        'FAILING: no attempt has succeeded since the last failure. OK: neither.',
      examples: ['FAILING'],
    }),
    since: Nullable(
      Like(Timestamp, {
        description:
          'The first failure since the last success, or the start of the pause; null if OK or OFF.',
      }),
    ),
    undelivered: Like(Count, {
      description:
        `Deliveries that wait after a failure, or failed. Exact up to ${MAX_UNDELIVERED_COUNTED}; ` +
        `${MAX_UNDELIVERED_COUNTED + 1} stands for more.`,
      examples: [12],
    }),
    lastStatus: Nullable(
      Type.Integer({
        description: 'The HTTP status of the last attempt; null if there was no response or no attempt yet.',
        examples: [503],
      }),
    ),
  },
  { title: 'DeliveryHealth', description: 'Whether events reach the partner’s webhook.' },
)
