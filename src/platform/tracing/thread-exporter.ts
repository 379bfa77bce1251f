import { Worker } from 'node:worker_threads'
import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer'
import type { SpanExporter } from '@opentelemetry/sdk-trace-node'
import type { Logger } from 'pino'

export type Destination = { url: string; timeoutMillis: number }
export type ToSend = { id: number; body: Uint8Array }
export type ExportOutcome = { id: number; code: ExportResultCode; why?: string | undefined }

/**
 * Sends spans from a thread. In the thread of the service, the exporter's connection would pass through the functions of Node
 * that write responses. V8 would compile them again, for both kinds of connections: 5 % more CPU time for every request.
 */
export function openThreadExporter(destination: Destination, log: Logger): SpanExporter {
  const thread = new Worker(new URL('./sender-thread.ts', import.meta.url), { workerData: destination })
  const waiting = new Map<number, PromiseWithResolvers<ExportResult>>()
  const report = openReport(destination, log)
  let lastId = 0
  let hasEnded = false
  const settle = ({ id, code, why }: ExportOutcome) => {
    report(code === ExportResultCode.SUCCESS, why)
    waiting.get(id)?.resolve({ code })
    waiting.delete(id)
    // The process may end without the thread once all spans are sent.
    if (waiting.size === 0) thread.unref()
  }
  thread.on('message', settle)
  // After this error, spans are lost, and the service continues.
  thread.on('error', ({ message }) => report(false, message))
  thread.on('exit', () => {
    hasEnded = true
    for (const id of waiting.keys()) settle({ id, code: ExportResultCode.FAILED })
  })
  thread.unref()
  return {
    export(spans, done) {
      if (hasEnded) return done({ code: ExportResultCode.FAILED })
      lastId += 1
      const sending = Promise.withResolvers<ExportResult>()
      waiting.set(lastId, sending)
      void sending.promise.then(done)
      thread.ref()
      const body = JsonTraceSerializer.serializeRequest(spans) as Uint8Array
      thread.postMessage({ id: lastId, body } satisfies ToSend)
    },
    async shutdown() {
      await Promise.all([...waiting.values()].map(({ promise }) => promise))
      await thread.terminate()
    },
  }
}

/** Logs one line when spans cannot be sent, and one when they can again. The logged address has no user and password. */
function openReport({ url }: Destination, log: Logger): (hasArrived: boolean, why?: string) => void {
  const { origin } = new URL(url)
  let isFailing = false
  return (hasArrived, why) => {
    if (!hasArrived && !isFailing) {
      log.warn(
        { endpoint: origin, why },
        'traces cannot be sent: they are dropped until the endpoint answers',
      )
    }
    if (hasArrived && isFailing) log.info({ endpoint: origin }, 'traces are sent again')
    isFailing = !hasArrived
  }
}
