import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Db } from '../db.ts'
import type { EngineFigures } from '../redemptions/engine.ts'
import { listConnectionStates } from './queries.ts'

const POOL_TIMEOUT_MS = 1000

/** One registry an app, so that several apps in one process (the tests) do not share their figures. */
export function createMetrics(app: FastifyInstance, db: Db, redeeming: EngineFigures): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'counterfoil_' })
  const duration = new Histogram({
    name: 'counterfoil_http_request_duration_seconds',
    help: 'Requests by route and status, from the first byte read to the last byte written.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'counterfoil_database_connections',
    help: 'Connections of this node to the database, by state; absent while the database does not answer.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { state, count } of await connectionStates(db)) this.set({ state }, count)
    },
  })
  showRedeeming(registry, redeeming)
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.config.route?.path ?? request.routeOptions.url ?? 'unmatched'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  return registry
}

/** The mean size of a batch is requests by batches. */
const REDEEMING: Record<
  Exclude<keyof EngineFigures, 'queued' | 'largestBatch'>,
  [name: string, help: string]
> = {
  batches: ['batches', 'Batches of redemptions that were decided together.'],
  requests: ['requests', 'Redemptions that were asked for, in all batches.'],
  guardRetries: ['guard_retries', 'Batches decided again, because another node was faster.'],
  turnedAway: ['turned_away', 'Redemptions answered 503, because the queue was full.'],
}

function showRedeeming(registry: Registry, figures: EngineFigures): void {
  for (const [figure, [name, help]] of Object.entries(REDEEMING)) {
    new Counter({
      name: `counterfoil_redemption_${name}_total`,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(figures[figure as keyof typeof REDEEMING])
      },
    })
  }
  new Gauge({
    name: 'counterfoil_redemption_queue_length',
    help: 'Redemptions that wait for their batch.',
    registers: [registry],
    collect() {
      this.set(figures.queued)
    },
  })
}

/** A scrape tells what it can even while the database is away. */
async function connectionStates(db: Db) {
  const timeout = new Promise<never[]>((resolve) => setTimeout(resolve, POOL_TIMEOUT_MS, []).unref())
  return Promise.race([listConnectionStates(db), timeout]).catch(() => [])
}
