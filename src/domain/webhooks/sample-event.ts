import {
  ClaimCreated,
  type EventType,
  RedemptionCreated,
  RedemptionVoided,
  SAMPLE_EXTERNAL_USER_ID,
  VoucherPublished,
  type WebhookEvent,
} from '@counterfoil/contract/events.ts'
import { exampleOf } from '@counterfoil/contract/shapes/example.ts'
import type { TSchema } from 'typebox'
import { orderedId } from '../../platform/database/ordered-id.ts'
import type { Targets } from '../../platform/outbound/guarded-targets.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { PartnerEntry } from '../actors/partner.ts'
import { type Attempt, deliver } from './dispatch/deliver.ts'
import type { EventStamp } from './outbox/events.ts'

const SHAPES: Record<EventType, TSchema> = {
  CLAIM_CREATED: ClaimCreated,
  REDEMPTION_CREATED: RedemptionCreated,
  REDEMPTION_VOIDED: RedemptionVoided,
  VOUCHER_PUBLISHED: VoucherPublished,
}

/**
 * The example of the documentation with a new id, so that a receiver that drops duplicates accepts it. It has `test: true`
 * and a reserved user id: a receiver that credits users must not credit anyone for it.
 */
function sampleEvent(type: EventType, { id, createdAt }: EventStamp): WebhookEvent {
  const example = exampleOf(SHAPES[type]) as WebhookEvent
  const data = { ...example.data, externalUserId: SAMPLE_EXTERNAL_USER_ID }
  return { ...example, id, createdAt: createdAt.toISOString(), test: true, data } as WebhookEvent
}

/** Signs and sends a sample like any other event, but stores nothing, because nothing has happened. */
export async function sendSampleEvent(
  deps: Pick<Runtime, 'now'> & { targets: Targets },
  partner: Pick<PartnerEntry, 'webhookUrl' | 'secrets'>,
  type: EventType,
): Promise<Attempt> {
  const event = sampleEvent(type, { id: orderedId(), createdAt: deps.now() })
  const outgoing = { eventId: event.id, type, body: JSON.stringify(event), attempt: 1 }
  return deliver(deps, partner, outgoing)
}
