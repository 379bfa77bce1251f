import { batched } from './batch.ts'
import { openCatalogue } from './catalog/catalogue.ts'
import { QUEUE_DEADLINE_MS } from './database/deadlines.ts'
import type { Deps } from './deps.ts'
import { openRefusalTally } from './figures/refusal-tally.ts'
import { openPartnerDirectory } from './partners/directory.ts'
import { openProgress } from './progress.ts'
import { openEngine } from './redemptions/engine.ts'
import { listUsersByKey, listUsersWithFavoritesByKey } from './users/user-queries.ts'
import { openDispatcher } from './webhooks/dispatcher.ts'
import { openDoorbell } from './webhooks/doorbell.ts'
import { openTargets } from './webhooks/target.ts'

/** What operations are given, from what a process (or a test) starts with. */
export function openDeps(
  base: Pick<
    Deps,
    | 'db'
    | 'engineDb'
    | 'dispatchDb'
    | 'config'
    | 'vault'
    | 'log'
    | 'now'
    | 'engineOptions'
    | 'dispatcherOptions'
  >,
): Deps & { close(): Promise<void> } {
  const partners = openPartnerDirectory(base)
  const catalogue = openCatalogue(base)
  const targets = openTargets(base.config)
  const refusals = openRefusalTally(base)
  const doorbell = openDoorbell(base)
  const progress = openProgress()
  const lookUps = { deadlineMs: QUEUE_DEADLINE_MS, onBatch: () => progress.begin('users') }
  return {
    ...base,
    partners,
    catalogue,
    targets,
    refusals,
    doorbell,
    progress,
    dispatcher: openDispatcher({ ...base, partners, targets, doorbell }, base.dispatcherOptions),
    redemptionEngine: openEngine({ ...base, doorbell, progress }, base.engineOptions),
    findUser: batched((keys) => listUsersByKey(base.db, keys), lookUps),
    findUserWithFavorites: batched((keys) => listUsersWithFavoritesByKey(base.db, keys), lookUps),
    async close() {
      partners.close()
      catalogue.close()
      await targets.close()
      await refusals.close()
      await doorbell.close()
    },
  }
}
