import type { Deps } from '../../domain/deps.ts'
import { createKey } from '../../domain/staff/api-keys.ts'
import { SYSTEM } from '../../domain/staff/caller.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hasHadAdminKey } from './queries.ts'

/**
 * An admin key for an embedded database to which nobody has ever had one; null otherwise. Not tied to the start that
 * made the database: had that one been cut off before it showed the key, nobody could get in. Only for a terminal: what
 * is printed elsewhere ends up in a log. With DATABASE_URL the operator sees to it, by ADMIN_API_KEY or by the command.
 */
export async function createFirstKey(deps: Deps, isTerminal: boolean): Promise<string | null> {
  if (!isTerminal || deps.config.databaseUrl !== null || !(await isWithoutAdmin(deps))) return null
  const created = await createKey(deps, SYSTEM, { name: 'first start', role: 'admin' })
  if (created instanceof Refusal) throw new Error(created.code)
  return created.key
}

/** Whether nobody can get into the back office, nor ever could. */
export async function isWithoutAdmin({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<boolean> {
  return config.adminApiKey === null && !(await hasHadAdminKey(db))
}
