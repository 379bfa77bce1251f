import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Deps } from '../../domain/deps.ts'
import { VERSION } from '../../platform/version.ts'
import { addGauge } from './gauges.ts'
import { getDatabaseTimeMs } from './queries.ts'
import { findUnreadyParts, type Lifecycle } from './readiness.ts'

/** The state of this node: its version, readiness, role, clock and disk. */
export function addNodeMetrics(registry: Registry, deps: Deps, lifecycle: Lifecycle): void {
  new Gauge({
    name: 'counterfoil_build_info',
    help: 'Always 1, with the version of this release.',
    aggregator: 'max',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: VERSION }, 1)
  addGauge(registry, {
    name: 'counterfoil_ready',
    help: '1 if /readyz would answer 200 within a second, otherwise 0.',
    aggregator: 'min',
    whenUnknown: 0,
    read: () => findUnreadyParts(deps, lifecycle, false).then((parts) => (parts === null ? 1 : 0)),
  })
  addGauge(registry, {
    name: 'counterfoil_worker_processes',
    help: 'How many processes of this node do the background work: webhooks, imports, chores.',
    read: () => (deps.config.role === 'api' ? 0 : 1),
  })
  addGauge(registry, {
    name: 'counterfoil_clock_ahead_seconds',
    help: 'By how much the clock of this node is ahead of that of the database; negative if it is behind.',
    aggregator: 'average',
    read: () => findClockAheadSeconds(deps),
  })
  if (deps.config.databaseUrl === null) addDiskMetrics(registry, deps.config.dataDir)
}

async function findClockAheadSeconds({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const before = now().getTime()
  const databaseTimeMs = await getDatabaseTimeMs(db)
  // The database has read its clock about halfway between the two times.
  return ((before + now().getTime()) / 2 - databaseTimeMs) / 1000
}

/** The disk of the embedded database. An external database is monitored where it runs. */
function addDiskMetrics(registry: Registry, dataDir: string): void {
  addGauge(registry, {
    name: 'counterfoil_data_disk_free_bytes',
    help: 'Free space on the disk of DATA_DIR, with the embedded database only.',
    aggregator: 'min',
    read: () => statfs(dataDir).then(({ bavail, bsize }) => bavail * bsize),
  })
  addGauge(registry, {
    name: 'counterfoil_data_disk_size_bytes',
    help: 'Size of the disk of DATA_DIR, with the embedded database only.',
    aggregator: 'max',
    read: () => statfs(dataDir).then(({ blocks, bsize }) => blocks * bsize),
  })
}
