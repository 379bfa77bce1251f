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
import { listUsersByKey, type UserKey } from '../domain/users/user-queries.ts'
import { listUsersWithFavorites } from '../domain/users/users-with-favorites.ts'
import { openDryRuns } from '../domain/vouchers/import-codes.ts'
import type { DispatcherOptions } from '../domain/webhooks/dispatch/dispatcher.ts'
import { openDispatcher } from '../domain/webhooks/dispatch/dispatcher.ts'
import { openEventNotifier } from '../domain/webhooks/outbox/event-notifier.ts'
import { openCells } from '../platform/cells/cells.ts'
import { batched } from '../platform/database/batch.ts'
import { openCommitWatch } from '../platform/database/commit-watch.ts'
import { QUEUE_DEADLINE_MS } from '../platform/database/deadlines.ts'
import type { Pools } from '../platform/database/open-pools.ts'
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

type Base = Omit<Runtime, 'cells'> & OpeningOptions
type Shared = ReturnType<typeof openSharedParts>
type CellParts = ReturnType<typeof openCellParts>

/** Opens the long-lived parts that operations need: caches, engine, dispatcher. */
export function openDeps(base: Base): Deps & { close(): Promise<void> } {
  const shared = openSharedParts(base)
  const opened = new Map<string | null, { deps: Deps; parts: CellParts }>()
  const depsIn = (pools: Pools): Deps => {
    const known = opened.get(pools.cell)
    if (known) return known.deps
    const runtime = { ...base, ...pools, ...shared.parts }
    const parts = openCellParts(runtime)
    const deps = { ...runtime, ...parts, depsIn }
    opened.set(pools.cell, { deps, parts })
    return deps
  }
  return {
    ...depsIn(base),
    async close() {
      for (const { parts } of opened.values()) await parts.commits.close()
      await shared.close()
      for (const { parts } of opened.values()) await closeCellParts(parts)
      await shared.parts.cells.close()
    },
  }
}

/** The parts that are the same in every cell. They read and write the home database only. */
function openSharedParts(base: Base) {
  const cells = openCells(base)
  const runtime = { ...base, cells }
  const partners = openPartnerDirectory(runtime)
  const partnerLimits = openPartnerLimits(runtime)
  const replica = openReplica({ ...base, replicaUrl: base.config.databaseReplicaUrl })
  const catalog = new CatalogCache({ ...runtime, replica })
  const images = openImageLibrary(runtime)
  const targets = openTargets(base.config)
  const mailer = openMailer(base)
  const requestLog = openRequestLog(runtime)
  const maintenance = openMaintenanceWatch(runtime)
  const progress = openProgress()
  const lookUps = { deadlineMs: QUEUE_DEADLINE_MS, onBatch: () => progress.begin('users') }
  const parts = {
    ...{ cells, replica, partners, partnerLimits, catalog, images, targets, mailer, requestLog, maintenance },
    searchIndex: new SearchIndexCache({ ...runtime, catalog }),
    progress,
    dryRuns: openDryRuns(),
    passwords: new PasswordHasher(base.passwordCosts),
    issuer: openIssuer(runtime),
    findUser: batched((keys: UserKey[]) => listUsersByKey(base.db, keys), lookUps),
    findUserWithFavorites: batched((keys: UserKey[]) => listUsersWithFavorites(runtime, keys), lookUps),
  }
  const close = async () => {
    maintenance.close()
    partners.close()
    await partnerLimits.close()
    catalog.close()
    mailer?.close()
    await replica.close()
    await images.close()
    await targets.close()
    await requestLog.close()
  }
  return { parts, close }
}

/** The parts that work on the database of one cell. */
function openCellParts(runtime: Base & Shared['parts']) {
  const { engineOptions } = runtime
  const eventNotifier = openEventNotifier(runtime)
  const commits = openCommitWatch(runtime)
  const engineDeps = { ...runtime, eventNotifier, commits }
  return {
    eventNotifier,
    commits,
    replica: runtime.cell === null ? runtime.replica : openReplica({ ...runtime, replicaUrl: null }),
    refusals: openRefusalTally(runtime),
    refusalLog: openRefusalLog(runtime),
    dispatcher: openDispatcher({ ...runtime, eventNotifier }, runtime.dispatcherOptions),
    redemptionEngine: openEngine(engineDeps, engineOptions),
    sandboxEngine: openEngine({ ...engineDeps, engineDb: runtime.db }, { ...engineOptions, maxBatchSize: 1 }),
  }
}

async function closeCellParts({ refusals, refusalLog, eventNotifier }: CellParts): Promise<void> {
  await refusals.close()
  await refusalLog.close()
  await eventNotifier.close()
}
