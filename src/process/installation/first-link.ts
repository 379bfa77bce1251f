import type { Deps } from '../../domain/deps.ts'
import { createFirstAdminLink } from '../../domain/staff/sign-in/sign-in-links.ts'
import { hasHadAdminMember } from './queries.ts'

/**
 * Creates a link with which the first admin creates their sign-in; null if there is or was such a member. Like the first
 * key, the link is only for the embedded database and only on a terminal, because other output ends up in a log. Each
 * start prints a new link until one is used.
 */
export async function createFirstLink(deps: Deps, isTerminal: boolean): Promise<string | null> {
  if (!isTerminal || deps.config.databaseUrl !== null || !(await isWithoutAdminMember(deps))) return null
  return (await createFirstAdminLink(deps)).url
}

/** Whether nobody has ever been an admin among the staff who sign in with a password. */
export async function isWithoutAdminMember({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<boolean> {
  return !config.oidcOnly && !(await hasHadAdminMember(db))
}
