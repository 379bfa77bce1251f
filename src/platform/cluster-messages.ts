import type { MetricObjectWithValues, MetricValue } from 'prom-client'

/** The metrics of one process, as `Registry.getMetricsAsJSON` returns them. */
export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[]

/** What the processes of a start with PROCESSES above 1 tell each other. */
export type FromWorker =
  | { type: 'up'; url: string }
  | { type: 'sum-metrics'; id: number }
  | { type: 'own-metrics'; id: number; metrics: ProcessMetrics }

export type FromPrimary =
  | { type: 'stop' }
  | { type: 'report-metrics'; id: number }
  | { type: 'summed-metrics'; id: number; text: string }
