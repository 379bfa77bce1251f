import { parentPort, workerData } from 'node:worker_threads'
import {
  convertLegacyHttpOptions,
  createOtlpHttpExportDelegate,
} from '@opentelemetry/otlp-exporter-base/node-http'
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer'
import type { Destination, ExportOutcome, ToSend } from './thread-exporter.ts'

// This is the thread of `openThreadExporter`. It receives spans that are already serialized.
const serializer = {
  serializeRequest: (body: Uint8Array) => body,
  deserializeResponse: JsonTraceSerializer.deserializeResponse,
}
const sender = createOtlpHttpExportDelegate(
  // This function also reads the other OTEL_EXPORTER_OTLP_… variables, such as those for headers and certificates.
  convertLegacyHttpOptions(workerData as Destination, 'TRACES', 'v1/traces', {
    'Content-Type': 'application/json',
  }),
  serializer,
  'otlp_http_span_exporter',
  { name: 'span', countItems: () => 1 },
  undefined,
)
parentPort?.on('message', ({ id, body }: ToSend) => {
  sender.export(body, ({ code, error }) =>
    parentPort?.postMessage({ id, code, why: error?.message } satisfies ExportOutcome),
  )
})
