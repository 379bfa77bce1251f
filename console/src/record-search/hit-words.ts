import type { EventType } from '@counterfoil/contract/events.ts'
import { DELIVERY_STATE_WORDS, EVENT_WORDS } from '../words/deliveries.ts'
import { VOUCHER_STATUS_WORDS } from '../words/vouchers.ts'
import type { Hit } from './hit-link.ts'

const STATE_WORDS = { ...VOUCHER_STATUS_WORDS, ...DELIVERY_STATE_WORDS }

/** What a record is called. A delivery has no name: it is called what its event says. */
export function titleOf({ type, title }: Hit): string {
  return type === 'delivery' ? (EVENT_WORDS[title as EventType] ?? title) : title
}

/** What tells a record from others of the same title, and its state. */
export function detailOf({ subtitle, state }: Hit): string {
  return state === null ? subtitle : `${subtitle} · ${STATE_WORDS[state]}`
}
