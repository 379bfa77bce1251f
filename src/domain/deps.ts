import type { ReadingDeps } from '../platform/database/for-reading.ts'
import type { Pools } from '../platform/database/open-pools.ts'
import type { Targets } from '../platform/outbound/guarded-targets.ts'
import type { Progress } from '../platform/progress.ts'
import type { CatalogSearchDeps } from './catalog-search/search-index-cache.ts'
import type { ImagesDeps } from './images/image-library.ts'
import type { PartnersDeps } from './partners/directory.ts'
import type { PartnerLimits } from './partners/partner-limits.ts'
import type { RedeemingDeps } from './redemptions/redeem.ts'
import type { RequestLogDeps } from './request-log/request-log.ts'
import type { PasswordsDeps } from './staff/passwords/password-hash.ts'
import type { IssuerDeps } from './staff/sign-in/issuer.ts'
import type { MailDeps } from './staff/sign-in/sign-in-mail.ts'
import type { CodesDeps } from './vouchers/import-codes.ts'
import type { Dispatcher } from './webhooks/dispatch/dispatcher.ts'
import type { EventsDeps } from './webhooks/outbox/event-notifier.ts'

/**
 * The runtime and all long-lived parts, for the app and the process. A noun never imports it: each operation names the
 * parts that it uses.
 */
export type Deps = Omit<Parts, 'depsIn'> & {
  /** The same parts for the records of a cell. */
  depsIn(cell: Pools): Deps
}

type Parts = {
  partnerLimits: PartnerLimits
  targets: Targets
  dispatcher: Dispatcher
  /** Whether the paths that consumers wait for make progress. */
  progress: Progress
} & ReadingDeps &
  PartnersDeps &
  CatalogSearchDeps &
  ImagesDeps &
  RedeemingDeps &
  RequestLogDeps &
  EventsDeps &
  CodesDeps &
  PasswordsDeps &
  MailDeps &
  IssuerDeps
