import { getHealth, getMetrics, getReadiness } from '@counterfoil/contract/operations.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../domain/deps.ts'
import { isSameKey } from '../../domain/staff/key-hash.ts'
import { latestVersion } from '../../platform/database/migrate.ts'
import { answer, type Served, serveOn } from '../../platform/http/serve.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { callerOfKey } from '../auth/staff.ts'
import { createMetrics } from './metrics.ts'
import { getServingRules } from './queries.ts'
import { openMetricsSum } from './summed-metrics.ts'

/** Short enough for a load balancer that probes every few seconds. */
const PROBE_DEADLINE_MS = 2_000

/** Set when the process has begun to shut down. */
export type Lifecycle = { isClosing: boolean }

export function healthRoutes(app: FastifyInstance, served: Served, deps: Deps, lifecycle: Lifecycle): void {
  const serve = serveOn(app, served, ({ headers }: FastifyRequest) => headers.authorization)
  const metrics = createMetrics(app, deps)
  const sumMetrics = openMetricsSum(metrics)

  serve(getHealth, () => answer(200, { status: 'ok' as const }))

  serve(getReadiness, async () => {
    const stuck = deps.progress.stuckPaths()
    if (stuck.length > 0) deps.log.warn({ stuck }, 'not ready: no progress')
    if (lifecycle.isClosing || stuck.length > 0) return refuse('unavailable')
    await requireWritable(deps)
    const reason = await reasonNotToServe(deps)
    if (reason === null) return answer(200, { status: 'ok' as const })
    deps.log.warn({ reason }, 'not ready')
    return refuse('unavailable')
  })

  serve(getMetrics, async (_, authorization) => {
    const refusal = await refuseScrape(deps, authorization)
    if (refusal) return refusal
    return answer(200, await sumMetrics(), { 'content-type': metrics.contentType })
  })
}

/** A later schema is fine as long as it says that our release may still serve. */
async function reasonNotToServe({ db, vault }: Deps): Promise<string | null> {
  const { schemaVersion, oldestSchemaVersion, secretsKeyCheck } = await getServingRules(db)
  const release = await latestVersion()
  if (schemaVersion < release) return 'the schema is older than this release'
  if (release < oldestSchemaVersion) return 'this release is too old for the schema'
  const keys = [vault.fingerprint, vault.previousFingerprint]
  if (secretsKeyCheck && !keys.some((key) => key?.equals(secretsKeyCheck))) {
    return 'SECRETS_KEY has been rotated to a key that this node does not have'
  }
  return null
}

/** Checks every pool: one may hang while the others work. */
async function requireWritable({ db, engineDb, dispatchDb }: Deps): Promise<void> {
  await Promise.all([db, engineDb, dispatchDb].map((pool) => pool.requireWritable(PROBE_DEADLINE_MS)))
}

/** Null for the metrics token and for admin keys. */
async function refuseScrape(deps: Deps, authorization: string | undefined): Promise<Refusal | null> {
  const token = authorization?.match(/^Bearer (\S+)$/i)?.[1]
  if (token && deps.config.metricsToken && isSameKey(token, deps.config.metricsToken)) return null
  const caller = await callerOfKey(deps, token)
  if (caller instanceof Refusal) return caller
  return caller.role === 'admin' ? null : refuse('forbidden')
}
