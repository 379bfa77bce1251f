import {
  ClaimCreated,
  type EventType,
  RedemptionCreated,
  VoucherPublished,
  type WebhookEvent,
} from '@counterfoil/contract/events.ts'
import { exampleOf } from '@counterfoil/contract/example.ts'
import type { TSchema } from 'typebox'
import type { Deps } from '../deps.ts'
import { orderedId } from '../ordered-id.ts'
import type { PartnerEntry } from '../partners/directory.ts'
import { type Attempt, deliver } from './deliver.ts'
import type { EventStamp } from './events.ts'

const SHAPES: Record<EventType, TSchema> = {
  CLAIM_CREATED: ClaimCreated,
  REDEMPTION_CREATED: RedemptionCreated,
  VOUCHER_PUBLISHED: VoucherPublished,
}

/** The example of the documentation, told by a stamp of its own: a receiver that drops duplicates takes it too. */
function sampleEvent(type: EventType, { id, createdAt }: EventStamp): WebhookEvent {
  return { ...(exampleOf(SHAPES[type]) as WebhookEvent), id, createdAt: createdAt.toISOString() }
}

/** Sent and signed like any other, but written down nowhere: nothing has happened, so there is no event. */
export async function sendSample(
  deps: Pick<Deps, 'targets' | 'now'>,
  partner: Pick<PartnerEntry, 'webhookUrl' | 'secrets'>,
  type: EventType,
): Promise<Attempt> {
  const event = sampleEvent(type, { id: orderedId(), createdAt: deps.now() })
  const dispatch = { eventId: event.id, type, body: JSON.stringify(event), attempt: 1 }
  return deliver(deps, partner, dispatch)
}
