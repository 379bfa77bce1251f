import type { WebhookTestResult } from '@counterfoil/contract/admin/webhooks.ts'
import type { EventType } from '@counterfoil/contract/events.ts'
import type { Static } from 'typebox'
import type { Targets } from '../../platform/outbound/guarded-targets.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import type { PartnersDeps } from '../partners/directory.ts'
import { findPartner } from '../partners/queries.ts'
import { isSuccess } from './dispatch/retry-policy.ts'
import { sendSampleEvent } from './sample-event.ts'

/** Sends a sample event, even to a paused endpoint: this is how its owner finds out whether it can be resumed. */
export async function testWebhook(
  deps: PartnersDeps & { targets: Targets },
  caller: Caller,
  partnerId: string,
  type: EventType,
): Promise<Static<typeof WebhookTestResult> | Refusal> {
  if (!(await findPartner(deps.db, caller, partnerId))) return refuse('not_found')
  const partner = await deps.partners.byId(partnerId)
  if (!partner?.webhookUrl) return refuse('no_webhook_url')
  const { attemptedAt, status, durationMs, response, error } = await sendSampleEvent(deps, partner, type)
  const ok = isSuccess(status)
  return { ok, attemptedAt: attemptedAt.toISOString(), status, durationMs, response, error }
}
