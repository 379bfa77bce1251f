import { Gauge, type Registry } from 'prom-client'
import { countUnchained, findHead, getChainDelaySeconds } from '../../domain/audit/chain/chain-queries.ts'
import { CHAIN_START, type Place } from '../../domain/audit/chain/link.ts'
import type { Deps } from '../../domain/deps.ts'
import { addGauge, orNullAfterTimeout } from './gauges.ts'

/** Each hash is a new time series in Prometheus, so a scrape may show a head that is up to a minute old. */
const MAX_AGE_MS = 60_000

/** Adds the metrics of the chain over the audit log. Prometheus keeps position and hash outside of the database. */
export function addAuditMetrics(registry: Registry, { db, now }: Pick<Deps, 'db' | 'now'>): void {
  let known: { atMs: number; head: Promise<Place | null> } | null = null
  /** Both metrics are collected at the same time and show the same head. */
  const findRecentHead = () => {
    const atMs = now().getTime()
    if (known === null || atMs - known.atMs >= MAX_AGE_MS) {
      const head = orNullAfterTimeout(findHead(db).then((found) => found ?? CHAIN_START))
      known = { atMs, head }
      void head.then((found) => {
        if (found === null) known = null
      })
    }
    return known.head
  }
  addGauge(registry, {
    name: 'counterfoil_audit_position',
    help: 'The newest position of the audit chain, read once a minute. It never falls.',
    aggregator: 'max',
    read: () => findRecentHead().then((head) => head?.position ?? null),
  })
  new Gauge({
    name: 'counterfoil_audit_head_info',
    help: 'Always 1, with the hash at counterfoil_audit_position.',
    aggregator: 'max',
    labelNames: ['hash'],
    registers: [registry],
    async collect() {
      this.reset()
      const head = await findRecentHead()
      if (head !== null) this.set({ hash: head.hash }, 1)
    },
  })
  addGauge(registry, {
    name: 'counterfoil_audit_unchained',
    help: 'Audit entries that are not chained yet.',
    aggregator: 'max',
    read: () => countUnchained(db),
  })
  addGauge(registry, {
    name: 'counterfoil_audit_delay_seconds',
    help: 'How long the oldest audit entry has waited for the chain.',
    aggregator: 'max',
    read: () => getChainDelaySeconds(db),
  })
}
