import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '../../domain/deps.ts'
import type { EngineFigures } from '../../domain/redemptions/engine.ts'
import { countPending, findLagSeconds } from '../../domain/webhooks/delivery-list-queries.ts'
import type { DispatcherFigures } from '../../domain/webhooks/dispatch/dispatcher.ts'
import { listConnectionStates } from './queries.ts'

const QUERY_TIMEOUT_MS = 1000
const PENDING_COUNTED = 100_000

/** One registry an app, so that several apps in one process (the tests) do not share their figures. */
export function createMetrics(app: FastifyInstance, deps: Deps): Registry {
  const { db, redemptionEngine, dispatcher } = deps
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
    help: 'Connections of all nodes to the database, by state; absent while the database does not answer.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { state, count } of (await inTime(listConnectionStates(db))) ?? [])
        this.set({ state }, count)
    },
  })
  showRedeeming(registry, redemptionEngine.figures)
  showDelivering(registry, dispatcher.figures)
  showBacklog(registry, deps)
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.config.route?.path ?? request.routeOptions.url ?? 'unmatched'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  return registry
}

type Described = [name: string, help: string]

/** The mean size of a batch is requests by batches. */
const REDEEMING: Record<Exclude<keyof EngineFigures, 'queued' | 'largestBatch'>, Described> = {
  batches: ['batches', 'Batches of redemptions that were decided together.'],
  requests: ['requests', 'Redemptions that were asked for, in all batches.'],
  guardRetries: ['guard_retries', 'Batches decided again, because another node was faster.'],
  turnedAway: ['turned_away', 'Redemptions answered 503, because the queue was full.'],
}

function showRedeeming(registry: Registry, figures: EngineFigures): void {
  showCounters(registry, 'redemption', figures, REDEEMING)
  new Gauge({
    name: 'counterfoil_redemption_queue_length',
    help: 'Redemptions that wait for their batch.',
    registers: [registry],
    collect() {
      this.set(figures.queued)
    },
  })
}

const DELIVERING: Record<Exclude<keyof DispatcherFigures, 'inFlight'>, Described> = {
  delivered: ['delivered', 'Attempts of this node that the receiver took.'],
  failed: ['failed', 'Attempts of this node that failed.'],
  statements: [
    'statements',
    'Statements that this node spent on taking up deliveries and writing them down.',
  ],
}

function showDelivering(registry: Registry, figures: DispatcherFigures): void {
  showCounters(registry, 'delivery', figures, DELIVERING)
  new Gauge({
    name: 'counterfoil_delivery_in_flight',
    help: 'Requests of this node to receivers that are under way.',
    registers: [registry],
    collect() {
      this.set(figures.inFlight)
    },
  })
}

/** Figures that others count, read at each scrape. */
function showCounters<F extends string>(
  registry: Registry,
  noun: string,
  figures: Record<F, number>,
  described: Record<F, Described>,
): void {
  for (const figure of Object.keys(described) as F[]) {
    const [name, help] = described[figure]
    new Counter({
      name: `counterfoil_${noun}_${name}_total`,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(figures[figure])
      },
    })
  }
}

function showBacklog(registry: Registry, { db, now }: Pick<Deps, 'db' | 'now'>): void {
  new Gauge({
    name: 'counterfoil_delivery_pending',
    help: `Deliveries of all nodes that wait for their first or next attempt, counted up to ${PENDING_COUNTED}.`,
    registers: [registry],
    async collect() {
      setIfKnown(this, await inTime(countPending(db, PENDING_COUNTED)))
    },
  })
  new Gauge({
    name: 'counterfoil_delivery_lag_seconds',
    help: 'How long the delivery that is most overdue has waited; endpoints that are paused or held do not count.',
    registers: [registry],
    async collect() {
      setIfKnown(this, await inTime(findLagSeconds(db, now())))
    },
  })
}

function setIfKnown(gauge: Gauge, value: number | null): void {
  if (value === null) gauge.remove()
  else gauge.set(value)
}

/** A scrape tells what it can even while the database is away. */
async function inTime<T>(query: Promise<T>): Promise<T | null> {
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, QUERY_TIMEOUT_MS, null).unref())
  return Promise.race([query, timeout]).catch(() => null)
}
