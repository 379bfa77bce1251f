import type { Db } from './db.ts'

/** One connection per lane, and a spare one while another is replaced. */
const ENGINE_CONNECTIONS = 3
/** One connection claims deliveries, one records attempts, one releases claims. */
const DISPATCH_CONNECTIONS = 3

/** The pools of a process on one database: home, or a cell. */
export type Pools = {
  /** The cell that the database is; null at home. */
  cell: string | null
  /** The home database. Users and partners are written there; at home it is `db` itself. */
  homeDb: Db
  /** The pool for requests and chores. */
  db: Db
  /** The pool of the redemption engine, which prepares its two statements once per connection. */
  engineDb: Db
  /** The pool of the dispatcher. Its commits do not wait for the disk: after a lost commit, the attempt is repeated. */
  dispatchDb: Db
}

/** Adds the pools of the engine and the dispatcher. They connect when first used. */
export function openPools(db: Db, cell: string | null = null, homeDb = db): Pools {
  return {
    cell,
    homeDb,
    db,
    engineDb: db.sibling({ max: ENGINE_CONNECTIONS, plansOnce: true }),
    dispatchDb: db.sibling({ max: DISPATCH_CONNECTIONS, plansOnce: true, commitsAsynchronously: true }),
  }
}

/** Statements that still run after `timeoutSeconds` are canceled. */
export async function closePools({ db, engineDb, dispatchDb }: Pools, timeoutSeconds: number): Promise<void> {
  await Promise.all([db, engineDb, dispatchDb].map((pool) => pool.end({ timeout: timeoutSeconds })))
}
