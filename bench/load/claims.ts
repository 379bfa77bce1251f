import type { WebhookEvent } from '@counterfoil/contract/events.ts'
import { claimCreated } from '../../src/domain/webhooks/events.ts'
import { orderedId } from '../../src/platform/database/ordered-id.ts'

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
