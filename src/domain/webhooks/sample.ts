import {
  ClaimCreated,
  type EventType,
  RedemptionCreated,
  SAMPLE_EXTERNAL_USER_ID,
  VoucherPublished,
  type WebhookEvent,
} from '@counterfoil/contract/events.ts'
import { exampleOf } from '@counterfoil/contract/example.ts'
import type { TSchema } from 'typebox'
import { orderedId } from '../../platform/database/ordered-id.ts'
import type { Deps } from '../deps.ts'
import type { PartnerEntry } from '../partners/directory.ts'
import { type Attempt, deliver } from './deliver.ts'
import type { EventStamp } from './events.ts'

const SHAPES: Record<EventType, TSchema> = {
  CLAIM_CREATED: ClaimCreated,
  REDEMPTION_CREATED: RedemptionCreated,
  VOUCHER_PUBLISHED: VoucherPublished,
}

/**
 * The example of the documentation under an id of its own, so that a receiver that drops duplicates takes it too. It says
 * that it is a test, and its user can be nobody's: a receiver that credits users must not credit one for it.
 */
function sampleEvent(type: EventType, { id, createdAt }: EventStamp): WebhookEvent {
  const example = exampleOf(SHAPES[type]) as WebhookEvent
  const data = { ...example.data, externalUserId: SAMPLE_EXTERNAL_USER_ID }
  return { ...example, id, createdAt: createdAt.toISOString(), test: true, data } as WebhookEvent
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
