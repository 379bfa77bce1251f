import type { MetricObjectWithValues, MetricValue } from 'prom-client'

/** The metrics of one process, as `Registry.getMetricsAsJSON` returns them. */
export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[]

/** The messages between the primary and its processes, with PROCESSES above 1. */
export type FromWorker =
  | { type: 'up'; url: string }
  | { type: 'sum-metrics'; id: number }
  | { type: 'own-metrics'; id: number; metrics: ProcessMetrics }

export type FromPrimary =
  | { type: 'stop' }
  | { type: 'report-metrics'; id: number }
  | { type: 'summed-metrics'; id: number; text: string }
