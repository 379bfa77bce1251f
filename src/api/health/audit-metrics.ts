import { Gauge, type Registry } from 'prom-client'
import { countUnchained, findHead, getChainDelaySeconds } from '../../domain/audit/chain/chain-queries.ts'
import { CHAIN_START, type Place } from '../../domain/audit/chain/link.ts'
import type { Deps } from '../../domain/deps.ts'
import { addGauge, maxInCells, orNullAfterTimeout, readInCells, sumInCells } from './gauges.ts'

/** Each hash is a new time series in Prometheus, so a scrape may show a head that is up to a minute old. */
const MAX_AGE_MS = 60_000

type Head = Place & { cell: string }

/** Adds the metrics of the chains over the audit logs. Prometheus keeps position and hash outside of the databases. */
export function addAuditMetrics(registry: Registry, deps: Deps): void {
  const { now } = deps
  let known: { atMs: number; heads: Promise<Head[] | null> } | null = null
  /** Both metrics are collected at the same time and show the same heads. */
  const findRecentHeads = () => {
    const atMs = now().getTime()
    if (known === null || atMs - known.atMs >= MAX_AGE_MS) {
      const heads = orNullAfterTimeout(readInCells(deps, headOf))
      known = { atMs, heads }
      void heads.then((found) => {
        if (found === null) known = null
      })
    }
    return known.heads
  }
  const addHeadGauge = (
    name: string,
    help: string,
    labelNames: ('cell' | 'hash')[],
    read: (head: Head) => number,
  ) =>
    new Gauge({
      ...{ name, help, labelNames, aggregator: 'max' as const, registers: [registry] },
      async collect() {
        this.reset()
        for (const head of (await findRecentHeads()) ?? [])
          this.set(Object.fromEntries(labelNames.map((label) => [label, head[label]])), read(head))
      },
    })
  addHeadGauge(
    'counterfoil_audit_position',
    'The newest position of the audit chain of each cell, read once a minute. It never falls.',
    ['cell'],
    ({ position }) => position,
  )
  addHeadGauge(
    'counterfoil_audit_head_info',
    'Always 1, with the hash at counterfoil_audit_position.',
    ['cell', 'hash'],
    () => 1,
  )
  addGauge(registry, {
    name: 'counterfoil_audit_unchained',
    help: 'Audit entries that are not chained yet.',
    aggregator: 'max',
    read: () => sumInCells(deps, (parts) => countUnchained(parts.db)),
  })
  addGauge(registry, {
    name: 'counterfoil_audit_delay_seconds',
    help: 'How long the oldest audit entry has waited for the chain.',
    aggregator: 'max',
    read: () => maxInCells(deps, (parts) => getChainDelaySeconds(parts.db)),
  })
}

async function headOf({ cell, db }: Deps): Promise<Head> {
  return { cell: cell ?? 'home', ...((await findHead(db)) ?? CHAIN_START) }
}
