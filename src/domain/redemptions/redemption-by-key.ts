import { findInCells } from '../../platform/cells/merge.ts'
import type { Reader } from '../../platform/database/db.ts'
import type { Pools } from '../../platform/database/open-pools.ts'
import { waitForStandbys } from '../../platform/database/standbys.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Consumer } from '../actors/consumer.ts'
import { timeOf } from '../partners/partner-time.ts'
import { requireUser, type UsersDeps } from '../users/current-user.ts'
import { findIntentRefusal, findRedemptionByKey, isKeyStored } from './consumer-queries.ts'
import type { TranslatableRedemption } from './engine/write-queries.ts'

/** The redemption of an idempotency key. Reads the primary, because a replica may not have the redemption yet. */
export async function viewRedemptionByKey(
  deps: UsersDeps,
  consumer: Consumer,
  key: string,
  withTranslations: boolean,
): Promise<TranslatableRedemption | Refusal> {
  const user = await requireUser(deps, consumer)
  if (user instanceof Refusal) return user
  const now = timeOf(consumer.partner, deps.now())
  const remembered = await findInCells(deps, (cell) =>
    findRedemptionByKey(limited(cell, consumer), { userId: user.id, key, now }, withTranslations),
  )
  if (remembered === null) {
    const refused = await findInCells(deps, ({ db }) => findRefusedConfirmation(db, user.id, key))
    return refused?.found ?? refuse('not_found')
  }
  // The response confirms the redemption, as a replay does, so a failover must not lose it.
  await waitForStandbys(limited(remembered.cell, consumer))
  return remembered.found.redemption
}

const limited = ({ db }: Pools, { isClientConnected }: Consumer) => db.withLimits({ isClientConnected })

/** Why the last confirmation of a code with this key was refused; null if none was. */
async function findRefusedConfirmation(sql: Reader, userId: string, key: string): Promise<Refusal | null> {
  const refusal = await findIntentRefusal(sql, userId, key)
  return refusal && refuse('confirmation_refused', refusal)
}

/** Whether a redemption with this key would be a replay. */
export async function isReplayed(
  deps: Runtime,
  { partner, externalUserId }: Pick<Consumer, 'partner' | 'externalUserId'>,
  key: string,
): Promise<boolean> {
  const wanted = { partnerId: partner.id, externalUserId, key, now: timeOf(partner, deps.now()) }
  const stored = await findInCells(deps, async ({ db }) => (await isKeyStored(db, wanted)) || null)
  return stored !== null
}
