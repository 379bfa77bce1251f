import type { Logger } from 'pino'
import type { Cells } from './cells/cells.ts'
import type { Config } from './config.ts'
import type { Pools } from './database/open-pools.ts'
import type { Vault } from './secrets.ts'

/** The parts that a process or a test starts with, before the domain. Tests can move the time, which is `now()`. */
export type Runtime = Pools & {
  /** The databases that merchants live in, this one among them. */
  cells: Cells
  config: Config
  vault: Vault
  log: Logger
  now: () => Date
}
