import type { Deps } from '../../domain/deps.ts'
import { latestVersion } from '../../platform/database/migrate.ts'
import type { WorkPath } from '../../platform/progress.ts'
import { getServingRules } from './queries.ts'

/** `isClosing` is set when the process has begun to shut down. */
export type Lifecycle = { isClosing: boolean }

/** Short enough for a load balancer that probes every few seconds. */
const PROBE_DEADLINE_MS = 2_000

/** Each part is `ok`, or the reason why it does not work. A part that depends on a failed part is `unknown`. */
export type ReadinessParts = { reads: string; schema: string; writes?: string; draining: boolean }

/** Returns null if the node is ready. */
export async function findUnreadyParts(
  deps: Deps,
  lifecycle: Lifecycle,
  needsWrites: boolean,
): Promise<ReadinessParts | null> {
  const [reads, writes] = await Promise.all([checkReads(deps), needsWrites ? checkWrites(deps) : undefined])
  const schema = reads === 'ok' ? await checkSchema(deps) : 'unknown'
  const draining = lifecycle.isClosing
  const parts = { reads, schema, ...(writes && { writes }), draining }
  const isReady = !draining && reads === 'ok' && schema === 'ok' && (writes ?? 'ok') === 'ok'
  return isReady ? null : parts
}

/** Checks reads on the primary: a node that sees only its cache or a replica would show old data. */
async function checkReads({ db, progress }: Deps): Promise<string> {
  if (isStuck(progress, 'users')) return 'look-ups of users make no progress'
  return db.requirePrimary(PROBE_DEADLINE_MS).then(
    () => 'ok',
    () => 'the primary database does not answer',
  )
}

async function checkWrites({ commits, progress }: Deps): Promise<string> {
  if (commits.isStalled() || !(await commits.canCommit(PROBE_DEADLINE_MS)))
    return 'the database does not commit'
  return isStuck(progress, 'redemptions') ? 'redemptions make no progress' : 'ok'
}

function isStuck(progress: Deps['progress'], path: WorkPath): boolean {
  return progress.stuckPaths().includes(path)
}

/** A later schema is fine if our release may still serve on it. */
async function checkSchema({ db, vault }: Deps): Promise<string> {
  const rules = await getServingRules(db.withLimits({ deadlineMs: PROBE_DEADLINE_MS })).catch(() => null)
  if (rules === null) return 'unknown'
  const { schemaVersion, oldestSchemaVersion, secretsKeyCheck } = rules
  const release = await latestVersion()
  if (schemaVersion < release) return 'the schema is older than this release'
  if (release < oldestSchemaVersion) return 'this release is too old for the schema'
  const keys = [vault.fingerprint, vault.previousFingerprint]
  if (secretsKeyCheck && !keys.some((key) => key?.equals(secretsKeyCheck))) {
    return 'SECRETS_KEY has been rotated to a key that this node does not have'
  }
  return 'ok'
}
