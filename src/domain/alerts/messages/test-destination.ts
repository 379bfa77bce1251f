import type { AlertTestResult } from '@counterfoil/contract/admin/alert-destinations.ts'
import type { Static } from 'typebox'
import { orderedId } from '../../../platform/database/ordered-id.ts'
import { type Refusal, refuse } from '../../../platform/refusal.ts'
import type { Caller } from '../../actors/caller.ts'
import { testMessage } from '../../stored-alerts/message-text.ts'
import { reachOf } from '../../stored-alerts/reach.ts'
import { findDestination, findTarget } from '../destinations/destination-queries.ts'
import { attemptMessage, failureOf, type SendingDeps } from './attempt-message.ts'

/** Sends a test message now. Stores nothing, because nothing has happened. */
export async function testDestination(
  deps: SendingDeps,
  caller: Caller,
  id: string,
): Promise<Static<typeof AlertTestResult> | Refusal> {
  if (!(await findDestination(deps.db, reachOf(caller), id))) return refuse('not_found')
  const destination = await findTarget(deps.db, id)
  if (!destination) return refuse('not_found')
  const message = {
    ...{ id: orderedId(), attempt: 1, createdAt: deps.now().toISOString(), alerts: [], test: true as const },
    text: testMessage({
      language: destination.language,
      consoleUrl: `${deps.config.publicUrl}/console/alerts`,
    }),
  }
  const outcome = await attemptMessage(deps, destination, message, {
    acceptedBy: [],
    onAccepted: async () => {},
  })
  const { attemptedAt, durationMs, status, response, error } = outcome
  const ok = failureOf(destination, outcome) === null
  return { ok, attemptedAt: attemptedAt.toISOString(), durationMs, status, response, error }
}
