import cluster from 'node:cluster'
import type { Registry } from 'prom-client'
import type { FromPrimary, FromWorker } from '../../platform/cluster-messages.ts'

/** The primary waits 2 seconds for processes that are busy. */
const TIMEOUT_MS = 3_000

let lastId = 0

/**
 * With PROCESSES above 1, a scrape reaches one of the processes, which asks the primary for the sum over all of them. If
 * the primary does not answer, the scrape gets the metrics of this process alone.
 */
export function openMetricsSum(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics()
  const waiting = new Map<number, (text: string) => void>()
  const send = (message: FromWorker) => process.send?.(message)
  process.on('message', (message: FromPrimary) => {
    if (message.type === 'summed-metrics') waiting.get(message.id)?.(message.text)
    if (message.type === 'report-metrics') {
      const { id } = message
      void registry.getMetricsAsJSON().then((metrics) => send({ type: 'own-metrics', id, metrics }))
    }
  })
  return async () => {
    lastId += 1
    const id = lastId
    const summed = new Promise<string | null>((resolve) => {
      waiting.set(id, resolve)
      setTimeout(resolve, TIMEOUT_MS, null).unref()
    })
    send({ type: 'sum-metrics', id })
    const text = await summed.finally(() => waiting.delete(id))
    return text ?? registry.metrics()
  }
}
