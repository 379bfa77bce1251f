import type { Deps } from '../../domain/deps.ts'
import { type Db, type Tx, transaction } from '../../platform/database/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { checkConstraintsNow } from '../queries.ts'

const ROLLED_BACK = new Error('dry run')

/**
 * Runs `work` in one transaction. Operations that `work` calls with its `deps` take part in it. A dry run passes the same
 * checks and is rolled back.
 */
export async function inOneTransaction<T>(
  deps: Deps,
  isDryRun: boolean,
  work: (deps: Deps, tx: Tx) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  let result: T | Refusal | undefined
  try {
    return await transaction(deps.db, async (tx) => {
      result = await work({ ...deps, db: within(tx) }, tx)
      if (!isDryRun || result instanceof Refusal) return result
      await checkConstraintsNow(tx)
      throw ROLLED_BACK
    })
  } catch (error) {
    if (error === ROLLED_BACK) return result as T
    throw error
  }
}

/** Presents the transaction as a database: a nested transaction becomes a savepoint. */
function within(tx: Tx): Db {
  return new Proxy(tx, {
    get: (target, name, receiver) =>
      name === 'begin' ? target.savepoint : Reflect.get(target, name, receiver),
  }) as unknown as Db
}
