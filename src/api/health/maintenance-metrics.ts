import { Counter, type Registry } from 'prom-client'
import type { Deps } from '../../domain/deps.ts'
import { addGauge } from './gauges.ts'

/** Returns the counter of requests that maintenance has refused. */
export function addMaintenanceMetrics(
  registry: Registry,
  { maintenance }: Pick<Deps, 'maintenance'>,
): Counter<'method' | 'route'> {
  const secondsOf = (time: string | null | undefined) => (time ? Date.parse(time) / 1000 : null)
  addGauge(registry, {
    name: 'counterfoil_maintenance',
    help: '1 while maintenance is on, otherwise 0.',
    aggregator: 'max',
    read: () => (maintenance.current() ? 1 : 0),
  })
  addGauge(registry, {
    name: 'counterfoil_maintenance_since_seconds',
    help: 'When maintenance was turned on, as a Unix time; absent while it is off.',
    aggregator: 'max',
    read: () => secondsOf(maintenance.current()?.since),
  })
  addGauge(registry, {
    name: 'counterfoil_maintenance_until_seconds',
    help: 'When maintenance will be over, as a Unix time; absent while it is off or has no end.',
    aggregator: 'max',
    read: () => secondsOf(maintenance.current()?.until),
  })
  return new Counter({
    name: 'counterfoil_maintenance_refused_total',
    help: 'Requests answered 503 maintenance. They are not in counterfoil_http_request_duration_seconds.',
    labelNames: ['method', 'route'],
    registers: [registry],
  })
}
