import type { Batched } from '../platform/database/batch.ts'
import type { CommitWatch } from '../platform/database/commit-watch.ts'
import type { Replica } from '../platform/database/replica.ts'
import type { FairPlaces } from '../platform/fair-places.ts'
import type { Targets } from '../platform/outbound/guarded-targets.ts'
import type { Mailer } from '../platform/outbound/mailer.ts'
import type { Progress } from '../platform/progress.ts'
import type { Runtime } from '../platform/runtime.ts'
import type { CatalogCache } from './catalog/catalog-cache.ts'
import type { RefusalTally } from './figures/refusal-tally.ts'
import type { ImageLibrary } from './images/image-library.ts'
import type { MaintenanceWatch } from './maintenance/maintenance-watch.ts'
import type { PartnerDirectory } from './partners/directory.ts'
import type { PartnerLimits } from './partners/partner-limits.ts'
import type { RedemptionEngine } from './redemptions/engine/engine.ts'
import type { RefusalLog } from './refusals/refusal-log.ts'
import type { RequestLog } from './request-log/request-log.ts'
import type { PasswordHasher } from './staff/factors/password-hash.ts'
import type { Issuer } from './staff/sign-in/issuer.ts'
import type { KnownUser, UserKey, UserWithFavorites } from './users/user-queries.ts'
import type { Dispatcher } from './webhooks/dispatch/dispatcher.ts'
import type { EventNotifier } from './webhooks/event-notifier.ts'

/**
 * What operations are given: the runtime, and the long-lived parts that nouns open on it. Those parts never import this
 * type; each declares what it needs, so that no circle of types arises.
 */
export type Deps = Runtime & {
  /** For reads that decide nothing: see `forReading`. */
  replica: Replica
  partners: PartnerDirectory
  partnerLimits: PartnerLimits
  catalog: CatalogCache
  images: ImageLibrary
  /** Concurrent look-ups share one query: see `batched`. */
  findUser: Batched<UserKey, KnownUser | null>
  /** Like `findUser`, with all favorites, which only browsing needs. */
  findUserWithFavorites: Batched<UserKey, UserWithFavorites | null>
  /** Whether the paths that consumers wait for make progress. */
  progress: Progress
  commits: CommitWatch
  maintenance: MaintenanceWatch
  targets: Targets
  eventNotifier: EventNotifier
  dispatcher: Dispatcher
  refusals: RefusalTally
  refusalLog: RefusalLog
  requestLog: RequestLog
  redemptionEngine: RedemptionEngine
  /** For test partners, so that their requests never wait in a batch with live ones. */
  sandboxEngine: RedemptionEngine
  /** The dry runs of code uploads, by merchant. */
  dryRuns: FairPlaces
  passwords: PasswordHasher
  /** Null if SMTP_URL is not set. */
  mailer: Mailer | null
  /** For single sign-on; null if none is configured. */
  issuer: Issuer | null
}
