import { Gauge, type Registry } from 'prom-client'
import { countDestinations } from '../../domain/alerts/destinations/destination-queries.ts'
import { countMessages } from '../../domain/alerts/messages/message-queries.ts'
import type { Deps } from '../../domain/deps.ts'
import { orNullAfterTimeout } from './gauges.ts'

/** Adds metrics of the messages about alerts and of where they are sent. */
export function addAlertMetrics(registry: Registry, { db }: Pick<Deps, 'db'>): void {
  new Gauge({
    name: 'counterfoil_alert_destinations',
    help: 'Destinations of alerts, and those of them that are failing (no success since the last failure).',
    aggregator: 'max',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset()
      const destinations = await orNullAfterTimeout(countDestinations(db))
      if (destinations === null) return
      this.set({ state: 'ok' }, destinations.all - destinations.failing)
      this.set({ state: 'failing' }, destinations.failing)
    },
  })
  new Gauge({
    name: 'counterfoil_alert_messages',
    help: 'Messages about alerts that wait to be sent, and those of the last 30 days that were given up.',
    aggregator: 'max',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset()
      const messages = await orNullAfterTimeout(countMessages(db))
      if (messages === null) return
      this.set({ state: 'waiting' }, messages.waiting)
      this.set({ state: 'given_up' }, messages.givenUp)
    },
  })
}
