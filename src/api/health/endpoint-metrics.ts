import { Gauge, type Registry } from 'prom-client'
import type { Deps } from '../../domain/deps.ts'
import { countAllUndelivered, countTroubledEndpoints } from '../../domain/webhooks/delivery-health-queries.ts'
import { addGauge, orNullAfterTimeout, sumInCells } from './gauges.ts'

const MAX_UNDELIVERED_COUNTED = 100_000

/** Adds metrics of the webhook endpoints of live partners. */
export function addEndpointMetrics(registry: Registry, deps: Deps): void {
  new Gauge({
    name: 'counterfoil_webhook_endpoints',
    help: 'Webhook endpoints of live partners that are failing (no success since the last failure) or paused.',
    aggregator: 'max',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset()
      const endpoints = await orNullAfterTimeout(countTroubledEndpoints(deps.db))
      if (endpoints === null) return
      this.set({ state: 'failing' }, endpoints.failing)
      this.set({ state: 'paused' }, endpoints.paused)
    },
  })
  addGauge(registry, {
    name: 'counterfoil_delivery_undelivered',
    help: `Deliveries of live partners that wait after a failure, or failed, counted up to ${MAX_UNDELIVERED_COUNTED}.`,
    aggregator: 'max',
    read: () => sumInCells(deps, ({ db }) => countAllUndelivered(db, MAX_UNDELIVERED_COUNTED)),
  })
}
