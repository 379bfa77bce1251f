import { waitForStandbys } from '../../platform/database/standbys.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Consumer } from '../actors/consumer.ts'
import { timeOf } from '../partners/partner-time.ts'
import { requireUser, type UsersDeps } from '../users/current-user.ts'
import { findRedemptionByKey } from './consumer-queries.ts'
import type { RedemptionRequest } from './engine/facts.ts'
import type { Outcome } from './engine/redemption-queue.ts'

/**
 * The stored response of an earlier redemption; null if there is none. Used in maintenance, when the engine must not run
 * because it counts attempts.
 */
export async function findReplay(
  deps: UsersDeps,
  consumer: Consumer,
  { idempotency }: RedemptionRequest,
): Promise<Outcome | null> {
  const user = await requireUser(deps, consumer)
  if (user instanceof Refusal) return user
  if (idempotency === null) return null
  const db = deps.db.withLimits({ isClientConnected: consumer.isClientConnected })
  const now = timeOf(consumer.partner, deps.now())
  const found = await findRedemptionByKey(db, { userId: user.id, key: idempotency.key, now }, true)
  if (found === null) return null
  if (found.requestHash !== idempotency.hash) return refuse('idempotency_key_reused')
  await waitForStandbys(db)
  const { voucherTranslations, outletTranslations, ...redemption } = found.redemption
  return { redemption, translations: { voucherTranslations, outletTranslations }, isReplay: true }
}
