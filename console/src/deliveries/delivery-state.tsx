import type { listDeliveries } from '@counterfoil/contract/admin/deliveries.ts'
import type { ResponseBody } from '../api/call.ts'
import { StatusDot } from '../kit/status-dot.tsx'
import { Moment } from '../time/moment.tsx'
import { DELIVERY_STATE_WORDS, DELIVERY_WORDS as words } from '../words/deliveries.ts'

export type Delivery = ResponseBody<typeof listDeliveries>['items'][number]

const TONES = { PENDING: 'quiet', DELIVERED: 'good', FAILED: 'bad' } as const

export function DeliveryState({ state }: Pick<Delivery, 'state'>) {
  return <StatusDot tone={TONES[state]}>{DELIVERY_STATE_WORDS[state]}</StatusDot>
}

/** A waiting delivery without a planned attempt waits for its endpoint. */
export function NextAttempt({ state, nextAttemptAt }: Pick<Delivery, 'state' | 'nextAttemptAt'>) {
  if (nextAttemptAt !== null) return <Moment at={nextAttemptAt} />
  return state === 'PENDING' ? words.onHold : words.notPlanned
}
