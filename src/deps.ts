import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Db } from './db.ts'
import type { PartnerDirectory } from './partners/directory.ts'
import type { Vault } from './secrets.ts'

/** What operations are given. Time is `now()`; tests move it. */
export type Deps = {
  db: Db
  config: Config
  vault: Vault
  partners: PartnerDirectory
  log: Logger
  now: () => Date
}
