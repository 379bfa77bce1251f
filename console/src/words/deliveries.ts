import type { DELIVERY_STATES } from '@counterfoil/contract/admin/deliveries.ts'
import type { EventType } from '@counterfoil/contract/events.ts'
import { formatNumber } from '../time/numbers.ts'

export const DELIVERY_WORDS = {
  facts: 'Facts about the delivery',
  title: 'Deliveries',
  one: 'Delivery',
  back: '← Deliveries',
  intro: 'Webhook events and how the receivers responded. Kept for 30 days.',
  event: 'Event',
  partner: 'Partner',
  state: 'State',
  type: 'Type',
  attempts: 'Attempts',
  lastResponse: 'Last response',
  nextAttempt: 'Next attempt',
  created: 'Created',
  actions: 'Actions',
  none: 'No event has been delivered yet.',
  noResponse: 'No response',
  noResponseBecause: (error: string) => `No response: ${error}`,
  notPlanned: 'None planned',
  onHold: 'When the endpoint is resumed',
  retry: 'Send again',
  retried: 'The event is being sent again.',
  user: 'User',
  delivered: 'Delivered',
  body: 'Body',
  bodyText: 'Every attempt sends exactly these bytes.',
  formatted: 'Show it formatted',
  headers: 'Headers',
  header: 'Header',
  value: 'Value',
  headersText: (number: number) =>
    number > 0 ? `As sent with attempt ${number}.` : 'As the first attempt will send them.',
  signedAfresh: 'a new signature for each attempt; not stored',
  userAgent: 'Counterfoil/ and the version of the service',
  attemptsTitle: 'Attempts and responses',
  noAttempts: 'Nothing has been sent yet.',
  number: 'Attempt',
  when: 'When',
  status: 'Response',
  duration: 'Duration',
  response: 'Response body',
  emptyResponse: '(empty)',
  milliseconds: (ms: number) => `${formatNumber(ms)} ms`,
} as const

export const DELIVERY_STATE_WORDS: Record<(typeof DELIVERY_STATES)[number], string> = {
  PENDING: 'Waiting',
  DELIVERED: 'Delivered',
  FAILED: 'Failed',
}

/** The choices of the filter: each state, and the deliveries that did not arrive. */
export const DELIVERY_FILTER_WORDS = { UNDELIVERED: 'Undelivered', ...DELIVERY_STATE_WORDS }

export const EVENT_WORDS: Record<EventType, string> = {
  CLAIM_CREATED: 'Voucher claimed',
  REDEMPTION_CREATED: 'Voucher redeemed',
  REDEMPTION_VOIDED: 'Redemption voided',
  VOUCHER_PUBLISHED: 'Voucher published',
}

/** Every event type with its words. The contract's own list would load the schemas of all events. */
export const EVENT_OPTIONS = Object.entries(EVENT_WORDS).map(([value, label]) => ({ value, label }))
