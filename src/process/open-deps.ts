import { CatalogCache } from '../domain/catalog/catalog-cache.ts'
import { SearchIndexCache } from '../domain/catalog-search/search-index-cache.ts'
import type { Deps } from '../domain/deps.ts'
import { openImageLibrary } from '../domain/images/image-library.ts'
import { openMaintenanceWatch } from '../domain/maintenance/maintenance-watch.ts'
import { openPartnerDirectory } from '../domain/partners/directory.ts'
import { openPartnerLimits } from '../domain/partners/partner-limits.ts'
import type { EngineOptions } from '../domain/redemptions/engine/engine.ts'
import { openEngine } from '../domain/redemptions/engine/engine.ts'
import { openRefusalLog } from '../domain/refusals/refusal-log.ts'
import { openRefusalTally } from '../domain/refusals/refusal-tally.ts'
import { openRequestLog } from '../domain/request-log/request-log.ts'
import { type PasswordCosts, PasswordHasher } from '../domain/staff/passwords/password-hash.ts'
import { openIssuer } from '../domain/staff/sign-in/issuer.ts'
import { listUsersByKey, listUsersWithFavoritesByKey } from '../domain/users/user-queries.ts'
import { openDryRuns } from '../domain/vouchers/import-codes.ts'
import type { DispatcherOptions } from '../domain/webhooks/dispatch/dispatcher.ts'
import { openDispatcher } from '../domain/webhooks/dispatch/dispatcher.ts'
import { openEventNotifier } from '../domain/webhooks/outbox/event-notifier.ts'
import { batched } from '../platform/database/batch.ts'
import { openCommitWatch } from '../platform/database/commit-watch.ts'
import { QUEUE_DEADLINE_MS } from '../platform/database/deadlines.ts'
import { openReplica } from '../platform/database/replica.ts'
import { openTargets } from '../platform/outbound/guarded-targets.ts'
import { openMailer } from '../platform/outbound/mailer.ts'
import { openProgress } from '../platform/progress.ts'
import type { Runtime } from '../platform/runtime.ts'

/** Options for tests and benchmarks. A service runs with the defaults. */
export type OpeningOptions = {
  engineOptions?: Partial<EngineOptions>
  dispatcherOptions?: Partial<DispatcherOptions>
  passwordCosts?: PasswordCosts
}

/** Opens the long-lived parts that operations need: caches, engine, dispatcher. */
export function openDeps(base: Runtime & OpeningOptions): Deps & { close(): Promise<void> } {
  const partners = openPartnerDirectory(base)
  const partnerLimits = openPartnerLimits(base)
  const replica = openReplica({ ...base, replicaUrl: base.config.databaseReplicaUrl })
  const catalog = new CatalogCache({ ...base, replica })
  const images = openImageLibrary(base)
  const targets = openTargets(base.config)
  const mailer = openMailer(base)
  const refusals = openRefusalTally(base)
  const refusalLog = openRefusalLog(base)
  const requestLog = openRequestLog(base)
  const eventNotifier = openEventNotifier(base)
  const progress = openProgress()
  const commits = openCommitWatch({ ...base, progress })
  const maintenance = openMaintenanceWatch(base)
  const lookUps = { deadlineMs: QUEUE_DEADLINE_MS, onBatch: () => progress.begin('users') }
  return {
    ...base,
    replica,
    partners,
    partnerLimits,
    catalog,
    searchIndex: new SearchIndexCache({ ...base, catalog }),
    images,
    targets,
    refusals,
    refusalLog,
    requestLog,
    eventNotifier,
    progress,
    commits,
    maintenance,
    dryRuns: openDryRuns(),
    passwords: new PasswordHasher(base.passwordCosts),
    issuer: openIssuer(base),
    mailer,
    dispatcher: openDispatcher({ ...base, partners, targets, eventNotifier }, base.dispatcherOptions),
    redemptionEngine: openEngine({ ...base, eventNotifier, progress, commits }, base.engineOptions),
    sandboxEngine: openEngine(
      { ...base, engineDb: base.db, eventNotifier, progress, commits },
      { ...base.engineOptions, maxBatchSize: 1 },
    ),
    findUser: batched((keys) => listUsersByKey(base.db, keys), lookUps),
    findUserWithFavorites: batched((keys) => listUsersWithFavoritesByKey(base.db, keys), lookUps),
    async close() {
      await commits.close()
      maintenance.close()
      partners.close()
      await partnerLimits.close()
      catalog.close()
      mailer?.close()
      await replica.close()
      await images.close()
      await targets.close()
      await refusals.close()
      await refusalLog.close()
      await requestLog.close()
      await eventNotifier.close()
    },
  }
}
