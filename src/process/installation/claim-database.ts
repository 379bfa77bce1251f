import type { Deps } from '../../domain/deps.ts'
import { countLeftovers } from '../../domain/secrets-key/queries.ts'
import { ConfigError } from '../../platform/config-error.ts'
import { type Db, type Tx, transaction } from '../../platform/database/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Vault } from '../../platform/secrets.ts'
import { findKeyChecks, insertInstallation, type KeyChecks, lockInstallation } from './queries.ts'

/**
 * Records the fingerprint of SECRETS_KEY in a new database. On a later start, throws if the keys are not those of the
 * database: no partner secret could be decrypted and every PIN would be wrong. Returns true if the database is new.
 */
export async function claimDatabase(deps: Deps): Promise<boolean> {
  const result = await transaction(deps.db, async (tx) => {
    await lockInstallation(tx)
    const checks = await findKeyChecks(tx)
    if (checks === null) {
      await insertInstallation(tx, deps.vault.fingerprint, deps.now())
      return { isNew: true }
    }
    await requireKeys(tx, deps.vault, checks)
    deps.vault.writeWith(checks.secretsKeyCheck)
    return { isNew: false }
  })
  if (result instanceof Refusal) throw new Error(result.code)
  return result.isNew
}

/** Throws if a start with these keys would refuse the database. Changes nothing. */
export async function requireOwnKeys(db: Db, vault: Vault): Promise<void> {
  await db.begin('read only', async (tx) => {
    const checks = await findKeyChecks(tx)
    if (checks !== null) await requireKeys(tx, vault, checks)
  })
}

/** Throws unless the vault has the key of the database: the previous one until `counterfoil secrets rotate`. */
async function requireKeys(tx: Tx, vault: Vault, checks: KeyChecks): Promise<void> {
  const { secretsKeyCheck: current, formerKeyCheck: former } = checks
  const { fingerprint, previousFingerprint: previous } = vault
  if (!fingerprint.equals(current)) {
    if (previous?.equals(current)) return
    if (previous) {
      throw new ConfigError(
        'SECRETS_KEY_PREVIOUS is not the key of this database: set it to the key that was in SECRETS_KEY before',
      )
    }
    throw new ConfigError(
      former?.equals(fingerprint)
        ? 'SECRETS_KEY is the former key of this database, which has been rotated: set it to the new key'
        : 'SECRETS_KEY is not the key that this database was made with: set it to that key',
    )
  }
  if (previous && !former?.equals(previous)) {
    throw new ConfigError(
      'SECRETS_KEY_PREVIOUS is not the former key of this database: set it to that key, or remove it',
    )
  }
  if (!previous) {
    const { partnerSecrets, authenticators, pins } = await countLeftovers(tx, vault.keyId)
    if (partnerSecrets + authenticators + pins === 0) return
    throw new ConfigError(
      `SECRETS_KEY_PREVIOUS is still needed for ${partnerSecrets} partner secrets, ${authenticators} authenticator apps ` +
        `and ${pins} PINs: ` +
        'set it to the former key, see "counterfoil secrets status"',
    )
  }
}
