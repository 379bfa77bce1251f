import type { DeliveryTest, DeliveryTestResult } from '@counterfoil/contract/integration/sandbox.ts'
import type { Static } from 'typebox'
import { transaction } from '../../platform/database/db.ts'
import { countFailing, upsertFailing } from '../webhooks/dispatch/failing-queries.ts'
import type { EventsDeps } from '../webhooks/outbox/event-notifier.ts'
import { retryWaiting } from '../webhooks/retry-waiting.ts'

const DEFAULT_STATUS = 500

/** Makes the next attempts fail, or makes waiting deliveries due now. */
export async function testDeliveries(
  deps: EventsDeps,
  partnerId: string,
  { failNext, status = DEFAULT_STATUS, retryNow }: Static<typeof DeliveryTest>,
): Promise<Static<typeof DeliveryTestResult>> {
  if (failNext !== undefined)
    await transaction(deps.db, (tx) => upsertFailing(tx, partnerId, { attempts: failNext, status }))
  const retried = retryNow ? await retryWaiting(deps, partnerId) : 0
  return { failing: await countFailing(deps.db, partnerId), retried }
}
