import { getHealth, getMetrics, getReadiness } from '@counterfoil/contract/public/health.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../domain/deps.ts'
import { respond, type Served, serveOn } from '../../platform/http/serve.ts'
import { isSameKey } from '../../platform/key-hash.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { callerOfKey } from '../auth/staff.ts'
import { createMetrics } from './metrics.ts'
import { findUnreadyParts, type Lifecycle } from './readiness.ts'
import { openMetricsSum } from './summed-metrics.ts'

export function healthRoutes(app: FastifyInstance, served: Served, deps: Deps, lifecycle: Lifecycle): void {
  const serve = serveOn(app, served, ({ headers, ip }: FastifyRequest) => ({
    authorization: headers.authorization,
    address: ip,
  }))
  const metrics = createMetrics(app, deps, lifecycle)
  const sumMetrics = openMetricsSum(metrics)

  serve(getHealth, () => respond(200, { status: 'ok' as const }))

  serve(getReadiness, async ({ query }) => {
    const parts = await findUnreadyParts(deps, lifecycle, query.for === 'writes')
    if (parts === null) return respond(200, { status: 'ok' as const })
    if (!parts.draining) deps.log.warn(parts, 'not ready')
    return refuse('unavailable', parts)
  })

  serve(getMetrics, async (_, scraper) => {
    const refusal = await refuseScrape(deps, scraper)
    if (refusal) return refusal
    return respond(200, await sumMetrics(), { 'content-type': metrics.contentType })
  })
}

/** Returns null for the metrics token and for admin keys. */
async function refuseScrape(
  deps: Deps,
  { authorization, address }: { authorization: string | undefined; address: string },
): Promise<Refusal | null> {
  const token = authorization?.match(/^Bearer (\S+)$/i)?.[1]
  if (token && deps.config.metricsToken && isSameKey(token, deps.config.metricsToken)) return null
  const caller = await callerOfKey(deps, token, address)
  if (caller instanceof Refusal) return caller
  return caller.role === 'admin' ? null : refuse('forbidden')
}
