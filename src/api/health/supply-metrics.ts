import { Gauge, type Registry } from 'prom-client'
import { countFailingKeySets } from '../../domain/alerts/queries.ts'
import type { Deps } from '../../domain/deps.ts'
import { listLowPools } from '../../domain/figures/pool-queries.ts'
import { addGauge, orNullAfterTimeout } from './gauges.ts'

/** The pools are counted for every live voucher, so a scrape may show figures of the last minute. */
const MAX_AGE_MS = 60_000

/** What partners and merchants must provide: keys and codes. */
export function addSupplyMetrics(registry: Registry, { db, now }: Pick<Deps, 'db' | 'now'>): void {
  addGauge(
    registry,
    {
      name: 'counterfoil_partner_keys_unreachable',
      help: 'Partners whose JWKS URL could not be fetched the last time.',
      aggregator: 'max',
    },
    () => countFailingKeySets(db),
  )
  let counted: { atMs: number; low: number; empty: number } | null = null
  const countPools = async () => {
    const atMs = now().getTime()
    if (counted !== null && atMs - counted.atMs < MAX_AGE_MS) return counted
    const pools = await listLowPools(db, [], now())
    const empty = pools.filter(({ available }) => available === 0).length
    counted = { atMs, low: pools.length - empty, empty }
    return counted
  }
  new Gauge({
    name: 'counterfoil_code_pools',
    help: 'Code pools of live vouchers that are low or empty, counted once a minute.',
    aggregator: 'max',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset()
      const pools = await orNullAfterTimeout(countPools())
      if (pools === null) return
      this.set({ state: 'low' }, pools.low)
      this.set({ state: 'empty' }, pools.empty)
    },
  })
}
