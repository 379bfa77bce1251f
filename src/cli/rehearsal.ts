import type { Deps } from '../domain/deps.ts'
import { type Db, type Tx, transaction } from '../platform/database/db.ts'
import { Refusal } from '../platform/refusal.ts'
import { checkConstraintsNow } from './queries.ts'

const ROLLED_BACK = new Error('rehearsed')

/**
 * Carries `work` out in one transaction, which the operations that it calls with the deps it is given take part in. A
 * rehearsal meets the same checks and is rolled back.
 */
export async function inOneTransaction<T>(
  deps: Deps,
  isRehearsal: boolean,
  work: (deps: Deps, tx: Tx) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  let result: T | Refusal | undefined
  try {
    return await transaction(deps.db, async (tx) => {
      result = await work({ ...deps, db: within(tx) }, tx)
      if (!isRehearsal || result instanceof Refusal) return result
      await checkConstraintsNow(tx)
      throw ROLLED_BACK
    })
  } catch (error) {
    if (error === ROLLED_BACK) return result as T
    throw error
  }
}

/** The transaction as a database: what begins a transaction in it gets a savepoint. */
function within(tx: Tx): Db {
  return new Proxy(tx, {
    get: (target, name, receiver) =>
      name === 'begin' ? target.savepoint : Reflect.get(target, name, receiver),
  }) as unknown as Db
}
