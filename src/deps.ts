import type { Logger } from 'pino'
import type { Batched } from './batch.ts'
import type { Catalogue } from './catalog/catalogue.ts'
import type { Config } from './config.ts'
import type { Db } from './db.ts'
import type { RefusalTally } from './figures/refusal-tally.ts'
import type { PartnerDirectory } from './partners/directory.ts'
import type { Progress } from './progress.ts'
import type { EngineOptions, RedemptionEngine } from './redemptions/engine.ts'
import type { Vault } from './secrets.ts'
import type { KnownUser, UserKey, UserWithFavorites } from './users/user-queries.ts'
import type { Dispatcher, DispatcherOptions } from './webhooks/dispatcher.ts'
import type { Doorbell } from './webhooks/doorbell.ts'
import type { Targets } from './webhooks/target.ts'

/** What operations are given. Time is `now()`; tests move it. */
export type Deps = {
  db: Db
  config: Config
  vault: Vault
  partners: PartnerDirectory
  catalogue: Catalogue
  /** Many at once cost one query: see `batched`. */
  findUser: Batched<UserKey, KnownUser | null>
  /** With all favorites, which only browsing needs. */
  findUserWithFavorites: Batched<UserKey, UserWithFavorites | null>
  /** Of the paths that consumers wait for. */
  progress: Progress
  targets: Targets
  doorbell: Doorbell
  dispatcher: Dispatcher
  refusals: RefusalTally
  redemptionEngine: RedemptionEngine
  /** Connections of the engine's own, which plan its two statements once; the pool's where there are none. */
  engineDb?: Db
  /** Connections of the dispatcher's own, whose commits do not wait for the disk: what is lost is sent again. */
  dispatchDb?: Db
  /** For tests and measurements: other than the defaults. */
  engineOptions?: Partial<EngineOptions>
  dispatcherOptions?: Partial<DispatcherOptions>
  log: Logger
  now: () => Date
}
