import type { WebhookEvent } from '@counterfoil/contract/events.ts'
import { orderedId } from '../../src/ordered-id.ts'
import { claimCreated } from '../../src/webhooks/events.ts'

/** An event as a claim writes it. */
export function claimOf(): WebhookEvent {
  return claimCreated(
    { id: orderedId(), createdAt: new Date() },
    {
      userId: orderedId(),
      externalUserId: 'user-42',
      claimId: orderedId(),
      voucherId: orderedId(),
      voucherTitle: '{b}Free{/b} kopi with any toast set',
      merchantId: orderedId(),
    },
  )
}
