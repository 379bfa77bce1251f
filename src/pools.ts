import type { Db } from './db.ts'

/** One for each lane, and one to spare while another is replaced. */
const ENGINE_CONNECTIONS = 3
/** One claims, one records, one gives back. */
const DISPATCH_CONNECTIONS = 3

/** All pools of a process: one for requests and chores, one for the redemption engine, one for the dispatcher. */
export type Pools = { db: Db; engineDb: Db; dispatchDb: Db }

/** Adds the other two pools to the first. They connect when they are first used. */
export function openPools(db: Db): Pools {
  return {
    db,
    engineDb: db.sibling({ max: ENGINE_CONNECTIONS, plansOnce: true }),
    dispatchDb: db.sibling({ max: DISPATCH_CONNECTIONS, plansOnce: true, relaxed: true }),
  }
}

/** Statements that still run after `timeoutSeconds` are cut off. */
export async function closePools({ db, engineDb, dispatchDb }: Pools, timeoutSeconds: number): Promise<void> {
  await Promise.all([db, engineDb, dispatchDb].map((pool) => pool.end({ timeout: timeoutSeconds })))
}
