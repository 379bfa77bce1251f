import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Db } from './database/db.ts'
import type { Vault } from './secrets.ts'

/** What a process (or a test) starts with, before anything of the domain exists. Time is `now()`; tests move it. */
export type Runtime = {
  config: Config
  db: Db
  /** Connections of the redemption engine, which prepare its two statements once. Without them it shares the general pool. */
  engineDb?: Db
  /** Connections of the dispatcher. Their commits do not wait for the disk: a lost attempt is sent again. */
  dispatchDb?: Db
  vault: Vault
  log: Logger
  now: () => Date
}
