import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Db } from './database/db.ts'
import type { Vault } from './secrets.ts'

/** What a process (or a test) starts with, before the domain exists. The time is `now()`, which tests control. */
export type Runtime = {
  config: Config
  db: Db
  /** The pool of the redemption engine, which plans its two statements once. Default: the general pool. */
  engineDb?: Db
  /** The pool of the dispatcher. Its commits do not wait for the disk: a delivery whose attempt is lost is sent again. */
  dispatchDb?: Db
  vault: Vault
  log: Logger
  now: () => Date
}
