import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '../../domain/deps.ts'
import type { EngineStats } from '../../domain/redemptions/engine/engine.ts'
import { getMonthSupply, type MonthSupply } from '../../domain/redemptions/months/month-queries.ts'
import { countAllLeftovers } from '../../domain/secrets-key/leftovers.ts'
import { countPending, findLagSeconds } from '../../domain/webhooks/delivery-list-queries.ts'
import type { DispatcherStats } from '../../domain/webhooks/dispatch/dispatcher.ts'
import { findDeliveriesHeldSince } from '../../domain/webhooks/hold-queries.ts'
import { addAlertMetrics } from './alert-metrics.ts'
import { addApprovalMetrics } from './approval-metrics.ts'
import { addAuditMetrics } from './audit-metrics.ts'
import { addDatabaseMetrics, addPoolMetrics } from './database-metrics.ts'
import { addEndpointMetrics } from './endpoint-metrics.ts'
import { addGauge, maxInCells, orNullAfterTimeout, readInCells, sumInCells } from './gauges.ts'
import { addMaintenanceMetrics } from './maintenance-metrics.ts'
import { addNodeMetrics } from './node-metrics.ts'
import type { Lifecycle } from './readiness.ts'
import { addSupplyMetrics } from './supply-metrics.ts'

const MAX_PENDING_COUNTED = 100_000
/** Less than a scrape waits for a gauge. */
const PROBE_DEADLINE_MS = 500

/**
 * Each app has its own registry, because tests run several apps in one process. Values for the whole database are the same
 * in every process of a node, so the maximum is shown; all others are summed.
 */
export function createMetrics(app: FastifyInstance, deps: Deps, lifecycle: Lifecycle): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'counterfoil_' })
  const duration = new Histogram({
    name: 'counterfoil_http_request_duration_seconds',
    help: 'Requests by route and status, from the first byte read to the last byte written. Without 503 maintenance.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const refused = addMaintenanceMetrics(registry, deps)
  addPoolMetrics(registry, deps)
  addDatabaseMetrics(registry, deps)
  addNodeMetrics(registry, deps, lifecycle)
  addRedemptionMetrics(registry, deps)
  addCommitMetrics(registry, deps)
  addLimitMetrics(registry, deps)
  addDeliveryMetrics(registry, deps)
  addBacklogMetrics(registry, deps)
  addEndpointMetrics(registry, deps)
  addMonthMetrics(registry, deps)
  addHoldMetrics(registry, deps)
  addCellMetrics(registry, deps)
  addRotationMetrics(registry, deps)
  addSupplyMetrics(registry, deps)
  addAlertMetrics(registry, deps)
  addAuditMetrics(registry, deps)
  addApprovalMetrics(registry, deps)
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.config.route?.path ?? request.routeOptions.url ?? 'unmatched'
    const { method } = request
    // Maintenance is announced, so its refusals do not count as failures in the objectives and error rates.
    if (reply.refusal?.code === 'maintenance') refused.inc({ method, route })
    else duration.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  return registry
}

type Described = [name: string, help: string]

/** Requests divided by batches is the mean batch size. */
const REDEMPTION_COUNTERS: Record<Exclude<keyof EngineStats, 'queued' | 'largestBatch'>, Described> = {
  batches: ['batches', 'Batches of redemptions that were decided together.'],
  requests: ['requests', 'Redemption requests in all batches.'],
  guardRetries: ['guard_retries', 'Batches decided again because another node was faster.'],
  turnedAway: ['turned_away', 'Redemptions answered 503 because the queue was full.'],
}

function addRedemptionMetrics(registry: Registry, deps: Deps): void {
  const statsOf = ({ redemptionEngine }: Deps) => redemptionEngine.stats
  addCounters(registry, 'redemption', deps, statsOf, REDEMPTION_COUNTERS)
  addGauge(registry, {
    name: 'counterfoil_redemption_queue_length',
    help: 'Redemptions that wait for their batch.',
    read: () => sumInCells(deps, (parts) => statsOf(parts).queued),
  })
}

function addCommitMetrics(registry: Registry, deps: Deps): void {
  addGauge(registry, {
    name: 'counterfoil_commits_stalled',
    help: '1 while the database does not commit, so that this process refuses requests that write.',
    aggregator: 'max',
    read: () => maxInCells(deps, ({ commits }) => (commits.isStalled() ? 1 : 0)),
  })
}

function addLimitMetrics(registry: Registry, { partnerLimits }: Pick<Deps, 'partnerLimits'>): void {
  new Counter({
    name: 'counterfoil_partner_rate_limited_total',
    help: 'Requests answered 429 because their partner was at its limit.',
    labelNames: ['surface'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [surface, refused] of Object.entries(partnerLimits.refused)) this.inc({ surface }, refused)
    },
  })
}

const DELIVERY_COUNTERS: Record<Exclude<keyof DispatcherStats, 'inFlight'>, Described> = {
  delivered: ['delivered', 'Attempts of this node that the receiver accepted.'],
  failed: ['failed', 'Attempts of this node that failed.'],
  statements: ['statements', 'Statements of this node that claimed deliveries or recorded attempts.'],
}

function addDeliveryMetrics(registry: Registry, deps: Deps): void {
  const statsOf = ({ dispatcher }: Deps) => dispatcher.stats
  addCounters(registry, 'delivery', deps, statsOf, DELIVERY_COUNTERS)
  addGauge(registry, {
    name: 'counterfoil_delivery_in_flight',
    help: 'Requests of this node to receivers that are in flight.',
    read: () => sumInCells(deps, (parts) => statsOf(parts).inFlight),
  })
}

/** Exposes counters that the engine and the dispatcher maintain. They are read at each scrape. */
function addCounters<F extends string>(
  registry: Registry,
  noun: string,
  deps: Deps,
  statsOf: (parts: Deps) => Record<F, number>,
  described: Record<F, Described>,
): void {
  for (const stat of Object.keys(described) as F[]) {
    const [name, help] = described[stat]
    new Counter({
      name: `counterfoil_${noun}_${name}_total`,
      help,
      registers: [registry],
      async collect() {
        const value = await sumInCells(deps, (parts) => statsOf(parts)[stat])
        this.reset()
        this.inc(value)
      },
    })
  }
}

function addBacklogMetrics(registry: Registry, deps: Deps): void {
  addGauge(registry, {
    name: 'counterfoil_delivery_pending',
    help: `Deliveries of all nodes that wait for their first or next attempt, counted up to ${MAX_PENDING_COUNTED}.`,
    aggregator: 'max',
    read: () => sumInCells(deps, ({ db }) => countPending(db, MAX_PENDING_COUNTED)),
  })
  addGauge(registry, {
    name: 'counterfoil_delivery_lag_seconds',
    help: 'How long the most overdue delivery has waited; paused and held endpoints do not count.',
    aggregator: 'max',
    read: () => maxInCells(deps, ({ db }) => findLagSeconds(db, deps.now())),
  })
}

function addMonthMetrics(registry: Registry, deps: Deps): void {
  let pending: Promise<MonthSupply[] | null> | null = null
  /** Both gauges are collected at the same time and share a query. */
  const supply = () => {
    const read = readInCells(deps, ({ db }) => getMonthSupply(db, deps.now()))
    pending ??= orNullAfterTimeout(read).finally(() => {
      pending = null
    })
    return pending
  }
  addGauge(registry, {
    name: 'counterfoil_redemption_months_ahead',
    help: 'How many of the next 12 months have a partition for redemptions.',
    aggregator: 'max',
    read: () => supply().then((known) => known && Math.min(...known.map((one) => one.monthsAhead))),
  })
  addGauge(registry, {
    name: 'counterfoil_redemption_stray_rows',
    help: 'Redemptions whose month has no partition, counted up to 1,000. A worker moves them within the hour.',
    aggregator: 'max',
    read: () => supply().then((known) => known?.reduce((sum, { strayRows }) => sum + strayRows, 0) ?? null),
  })
}

function addHoldMetrics(registry: Registry, { db }: Pick<Deps, 'db'>): void {
  addGauge(registry, {
    name: 'counterfoil_delivery_held',
    help: '1 if deliveries are held because this database is a restored copy, otherwise 0.',
    aggregator: 'max',
    read: () => findDeliveriesHeldSince(db).then((since) => (since === null ? 0 : 1)),
  })
}

function addCellMetrics(registry: Registry, { cells }: Deps): void {
  addGauge(registry, {
    name: 'counterfoil_cells_unreachable',
    help: 'Cells that this node cannot reach. Their merchants are unavailable.',
    aggregator: 'max',
    read: () => cells.probe(PROBE_DEADLINE_MS).then(({ dead }) => dead.length),
  })
}

function addRotationMetrics(registry: Registry, deps: Deps): void {
  const { vault } = deps
  new Gauge({
    name: 'counterfoil_secrets_key_leftovers',
    aggregator: 'max',
    help: 'Partner secrets, secrets of authenticator apps and destinations of alerts, and PINs that still need SECRETS_KEY_PREVIOUS; absent when it is not set.',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      this.reset()
      if (!vault.previousFingerprint) return
      const left = await orNullAfterTimeout(countAllLeftovers(deps, vault.keyId))
      if (!left) return
      this.set({ kind: 'partner_secret' }, left.partnerSecrets)
      this.set({ kind: 'authenticator' }, left.authenticators)
      this.set({ kind: 'alert_destination' }, left.destinations)
      this.set({ kind: 'pin' }, left.pins)
    },
  })
}
