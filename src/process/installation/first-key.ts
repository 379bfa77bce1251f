import { SYSTEM } from '../../domain/actors/caller.ts'
import type { Deps } from '../../domain/deps.ts'
import { createKey } from '../../domain/staff/keys/api-keys.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hasHadAdminKey } from './queries.ts'

/**
 * Creates an admin key for an embedded database that has never had one; otherwise returns null. A later start creates the
 * key too: if the first start was interrupted before it printed the key, nobody could sign in. This happens only on a
 * terminal, because other output ends up in a log. With DATABASE_URL the operator sets ADMIN_API_KEY or runs `counterfoil
 * key create`.
 */
export async function createFirstKey(deps: Deps, isTerminal: boolean): Promise<string | null> {
  if (!isTerminal || deps.config.databaseUrl !== null || !(await isWithoutAdmin(deps))) return null
  const created = await createKey(deps, SYSTEM, { name: 'first start', role: 'admin' })
  if (created instanceof Refusal) throw new Error(created.code)
  return created.key
}

/** Whether nobody has ever had admin access. */
export async function isWithoutAdmin({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<boolean> {
  return config.adminApiKey === null && !(await hasHadAdminKey(db))
}
