import type { Deps } from '../../domain/deps.ts'
import { ConfigError } from '../../platform/config.ts'
import { transaction } from '../../platform/database/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findSecretsKeyCheck, insertInstallation, lockInstallation } from './queries.ts'

/**
 * Ties a new database to its SECRETS_KEY, and refuses to go on with another one: every partner secret would fail to
 * open and every PIN would be wrong. True when the database is new.
 */
export async function claimDatabase(deps: Deps): Promise<boolean> {
  const result = await transaction(deps.db, async (tx) => {
    await lockInstallation(tx)
    const check = await findSecretsKeyCheck(tx)
    if (check === null) {
      await insertInstallation(tx, deps.vault.fingerprint, deps.now())
      return { isNew: true }
    }
    if (!check.equals(deps.vault.fingerprint)) {
      throw new ConfigError(
        'SECRETS_KEY is not the one that this database was made with: set it back to that one',
      )
    }
    return { isNew: false }
  })
  if (result instanceof Refusal) throw new Error(result.code)
  return result.isNew
}
