import type { Registry } from 'prom-client'
import type { Deps } from '../../domain/deps.ts'
import { countEmergenciesSince, countPending } from '../../domain/guarded-changes/approval-queries.ts'
import { addGauge } from './gauges.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Adds the metrics of requests for approval. The database counts them: the emergency command is another process. */
export function addApprovalMetrics(registry: Registry, { db, now }: Pick<Deps, 'db' | 'now'>): void {
  addGauge(registry, {
    name: 'counterfoil_approvals_pending',
    help: 'Changes that wait for a second person.',
    aggregator: 'max',
    read: () => countPending(db),
  })
  addGauge(registry, {
    name: 'counterfoil_approvals_emergency',
    help: 'Changes of the last 24 hours that the emergency command made without a second person.',
    aggregator: 'max',
    read: () => countEmergenciesSince(db, new Date(now().getTime() - DAY_MS)),
  })
}
