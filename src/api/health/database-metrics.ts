import { Gauge, type Registry } from 'prom-client'
import type { Deps } from '../../domain/deps.ts'
import type { PoolStats } from '../../platform/database/pool.ts'
import { addGauge, orNullAfterTimeout, partsOfCells } from './gauges.ts'
import { listConnectionStates } from './queries.ts'

/** Call this before metrics that query the database are added: their queries must not count as waiting. */
export function addPoolMetrics(registry: Registry, deps: Deps): void {
  const pools = { requests: 'db', redemptions: 'engineDb', deliveries: 'dispatchDb' } as const
  // Read without waiting, as the last scrape found them.
  let others: Deps[] = []
  const add = (stat: keyof PoolStats, help: string) =>
    new Gauge({
      name: `counterfoil_database_pool_${stat}`,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [pool, name] of Object.entries(pools))
          this.set(
            { pool },
            [deps, ...others].reduce((sum, cell) => sum + cell[name].poolStats()[stat], 0),
          )
        void partsOfCells(deps).then((parts) => {
          others = parts
        })
      },
    })
  add('waiting', 'Statements and transactions of this node that wait for a connection, by pool.')
  add('connections', 'Open connections of this node, by pool.')
  add('max', 'How many connections each pool of this node may open.')
}

export function addDatabaseMetrics(registry: Registry, { db, replica }: Deps): void {
  new Gauge({
    name: 'counterfoil_database_connections',
    aggregator: 'max',
    help: 'Connections of all nodes to the database, by state; absent while the database is unavailable.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { state, count } of (await orNullAfterTimeout(listConnectionStates(db))) ?? [])
        this.set({ state }, count)
    },
  })
  addGauge(registry, {
    name: 'counterfoil_replica_lag_seconds',
    help: 'How far the replica is behind; absent without DATABASE_REPLICA_URL, or if it cannot be asked.',
    aggregator: 'max',
    read: () => replica.findLagSeconds(),
  })
  addGauge(registry, {
    name: 'counterfoil_replica_left_out',
    help: '1 if the last read could not use the replica, otherwise 0; absent without DATABASE_REPLICA_URL.',
    aggregator: 'max',
    read: () => {
      const isLeftOut = replica.isLeftOut()
      return isLeftOut === null ? null : Number(isLeftOut)
    },
  })
}
