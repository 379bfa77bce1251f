import { setTimeout as sleep } from 'node:timers/promises'
import { CLI } from '../../domain/actors/caller.ts'
import { reencryptDestinations } from '../../domain/alerts/destinations/reencrypt-destinations.ts'
import { record } from '../../domain/audit/record.ts'
import type { Deps } from '../../domain/deps.ts'
import { reencryptSecrets } from '../../domain/partners/reencrypt-secrets.ts'
import { countAllLeftovers } from '../../domain/secrets-key/leftovers.ts'
import type { Leftovers } from '../../domain/secrets-key/queries.ts'
import { reencryptTotp } from '../../domain/staff/factors/reencrypt-totp.ts'
import { ConfigError } from '../../platform/config-error.ts'
import { transaction } from '../../platform/database/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { keyIdOf } from '../../platform/secrets.ts'
import { findKeyChecks, listRunningNodes, lockInstallation, updateKeyChecks } from './queries.ts'

const POLL_MS = 500
/** Nodes learn of the switch within 5 seconds. A node that takes longer is stuck or gone. */
const MAX_WAIT_MS = 20_000

export type Rotation = {
  /** False if an earlier run had already switched the key, and this run only completed the work. */
  switched: boolean
  reencrypted: number
  /** Secrets that neither key can decrypt. They were damaged before. */
  unreadable: string[]
  authenticators: Awaited<ReturnType<typeof reencryptTotp>>
  destinations: Awaited<ReturnType<typeof reencryptDestinations>>
  left: Leftovers
}

/**
 * Makes SECRETS_KEY the key of the database, then encrypts the secrets of partners, authenticator apps and destinations of
 * alerts again. Safe to repeat
 * after an interruption, and to run twice at once. PINs move one by one, when they are used.
 */
export async function rotateSecretsKey(
  deps: Deps,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<Rotation> {
  if (!deps.vault.previousFingerprint) {
    throw new ConfigError(
      'SECRETS_KEY_PREVIOUS is not set: set SECRETS_KEY to the new key and SECRETS_KEY_PREVIOUS to the old one, on every node first',
    )
  }
  const switched = await switchKey(deps)
  await untilNodesWriteWith(deps, deps.vault.keyId, signal)
  const { reencrypted, unreadable } = await reencryptSecrets(deps, signal, onProgress)
  const authenticators = await reencryptTotp(deps, signal)
  const destinations = await reencryptDestinations(deps, signal)
  const left = await countAllLeftovers(deps, deps.vault.keyId)
  return { switched, reencrypted, unreadable, authenticators, destinations, left }
}

/** Switches the key: from now on, nodes write with the new key. Returns false if an earlier run had done so. */
async function switchKey(deps: Deps): Promise<boolean> {
  const { vault } = deps
  const result = await transaction(deps.db, async (tx) => {
    await lockInstallation(tx)
    const checks = await findKeyChecks(tx)
    if (checks?.secretsKeyCheck.equals(vault.fingerprint)) return { switched: false }
    const newKeyId = keyIdOf(vault.fingerprint)
    const without = (await listRunningNodes(tx)).filter(({ keyIds }) => !keyIds.includes(newKeyId))
    if (without.length > 0) {
      throw new ConfigError(
        `These nodes do not have the new key yet: ${without.map(({ name }) => name).join(', ')}. ` +
          'Restart them with SECRETS_KEY and SECRETS_KEY_PREVIOUS first, nothing was changed',
      )
    }
    const left = await countAllLeftovers({ ...deps, db: tx }, vault.keyId)
    const { partnerSecrets, authenticators, destinations, pins } = left
    if (isAnythingLeft(left)) {
      throw new ConfigError(
        `The previous rotation is not finished (${partnerSecrets} partner secrets, ${authenticators} authenticator apps, ` +
          `${destinations} destinations of alerts, ${pins} PINs): finish it first`,
      )
    }
    await updateKeyChecks(tx, vault.fingerprint)
    await record(tx, { caller: CLI, at: deps.now(), action: 'secrets_key.rotate', target: 'installation' })
    return { switched: true }
  })
  if (result instanceof Refusal) throw new Error(result.code)
  vault.writeWith(vault.fingerprint)
  return result.switched
}

/** Waits until all nodes write with the new key: otherwise the secrets that they still write would be missed. */
async function untilNodesWriteWith({ db }: Deps, keyId: string, signal: AbortSignal): Promise<void> {
  const deadlineMs = performance.now() + MAX_WAIT_MS
  for (;;) {
    signal.throwIfAborted()
    const late = (await listRunningNodes(db)).filter(({ writingKeyId }) => writingKeyId !== keyId)
    if (late.length === 0) return
    if (performance.now() > deadlineMs) {
      throw new ConfigError(
        `These nodes still write with the previous key: ${late.map(({ name }) => name).join(', ')}. ` +
          'Restart them, then run "counterfoil secrets rotate" again',
      )
    }
    await sleep(POLL_MS)
  }
}

export type RotationState =
  /** No rotation is under way. */
  | 'one key'
  /** Both keys are set; `counterfoil secrets rotate` comes next. */
  | 'prepared'
  /** Some secrets or PINs still need the previous key. */
  | 'rotating'
  /** Nothing needs the previous key any more: remove SECRETS_KEY_PREVIOUS. */
  | 'done'

export async function findRotationState(deps: Deps): Promise<{
  state: RotationState
  left: Leftovers
}> {
  // At its start, this process made the vault write with the key of the database.
  const { vault } = deps
  const left = await countAllLeftovers(deps, vault.keyId)
  if (vault.keyId !== keyIdOf(vault.fingerprint)) return { state: 'prepared', left }
  if (isAnythingLeft(left)) return { state: 'rotating', left }
  return { state: vault.previousFingerprint ? 'done' : 'one key', left }
}

function isAnythingLeft({ partnerSecrets, authenticators, destinations, pins }: Leftovers): boolean {
  return partnerSecrets + authenticators + destinations + pins > 0
}
