import type { Worker } from 'node:cluster'
import cluster from 'node:cluster'
import { AggregatorRegistry } from 'prom-client'
import type { FromPrimary, FromWorker, ProcessMetrics } from '../../platform/cluster-messages.ts'

const TIMEOUT_MS = 2_000

type Sum = { pending: Set<number>; collected: ProcessMetrics[]; finish(): void }

/** Answers processes that request the metrics of all processes. A process that does not report in time is left out. */
export function answerMetricsRequests(): void {
  const sums = new Map<number, Sum>()
  let lastId = 0

  const start = (asker: Worker, requestId: number) => {
    lastId += 1
    const id = lastId
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected())
    const sum: Sum = {
      pending: new Set(workers.map((worker) => (worker as Worker).id)),
      collected: [],
      finish() {
        if (!sums.delete(id)) return
        clearTimeout(timer)
        void AggregatorRegistry.aggregate(sum.collected)
          .metrics()
          .then((text) => send(asker, { type: 'summed-metrics', id: requestId, text }))
      },
    }
    const timer = setTimeout(sum.finish, TIMEOUT_MS)
    sums.set(id, sum)
    for (const worker of workers) send(worker as Worker, { type: 'report-metrics', id })
  }

  cluster.on('message', (worker, message: FromWorker) => {
    if (message.type === 'sum-metrics') start(worker, message.id)
    if (message.type !== 'own-metrics') return
    const sum = sums.get(message.id)
    if (!sum?.pending.delete(worker.id)) return
    sum.collected.push(message.metrics)
    if (sum.pending.size === 0) sum.finish()
  })
}

/** Does nothing if the process has ended meanwhile. */
export function send(worker: Worker, message: FromPrimary): void {
  if (worker.isConnected()) worker.send(message, () => {})
}
