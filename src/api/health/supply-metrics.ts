import { Gauge, type Registry } from 'prom-client'
import { countFailingKeySets, countPendingSecrets } from '../../domain/alerts/queries.ts'
import type { Deps } from '../../domain/deps.ts'
import { listLowPools } from '../../domain/stats/pool-queries.ts'
import { addGauge, orNullAfterTimeout, readInCells } from './gauges.ts'

/** Counting the pools of all live vouchers is slow, so a scrape may show values up to a minute old. */
const MAX_AGE_MS = 60_000

/** A rotation of a partner's secret takes hours or days: the partner has to install the next one. */
const MAX_ROTATION_MS = 7 * 24 * 60 * 60 * 1000

/** Adds metrics of what partners and merchants must provide: keys, secrets and codes. */
export function addSupplyMetrics(registry: Registry, deps: Deps): void {
  const { db, now } = deps
  addGauge(registry, {
    name: 'counterfoil_partner_keys_unreachable',
    help: 'Partners whose JWKS URL could not be fetched the last time.',
    aggregator: 'max',
    read: () => countFailingKeySets(db),
  })
  addGauge(registry, {
    name: 'counterfoil_partner_secrets_pending',
    help: 'Partners with a next secret that was not promoted within 7 days.',
    aggregator: 'max',
    read: () => countPendingSecrets(db, new Date(now().getTime() - MAX_ROTATION_MS)),
  })
  let counted: { atMs: number; low: number; empty: number } | null = null
  const countPools = async () => {
    const atMs = now().getTime()
    if (counted !== null && atMs - counted.atMs < MAX_AGE_MS) return counted
    const pools = (await readInCells(deps, (parts) => listLowPools(parts.db, null, now()))).flat()
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
