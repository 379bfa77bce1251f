import type {
  Attributes,
  Context,
  ContextManager,
  SpanContext,
  SpanOptions,
  Tracer,
} from '@opentelemetry/api'
import type { Logger } from 'pino'

/**
 * Traces by OpenTelemetry. There is one per process, as in OpenTelemetry's own API, so that statements find their request
 * without passing it through every call. Without OTEL_EXPORTER_OTLP_ENDPOINT nothing is loaded, and a span costs one
 * comparison. Sampling is decided when a request arrives: a request that is not sampled runs without any span.
 */
type Api = typeof import('@opentelemetry/api')
let tracing: {
  api: Api
  /** We call the context manager directly, because the API looks it up at each call, and each statement needs it. */
  contexts: ContextManager
  tracer: Tracer
  sampleRatio: number
  /** Whether an event is sampled. Its trace has the id of the event. */
  isSampled(traceId: string): boolean
} | null = null

export type TracingConfig = { endpoint: string; sampleRatio: number }

/** How many spans wait while the endpoint is slow. Further spans are dropped, because tracing never delays a request. */
const MAX_WAITING_SPANS = 4_096
const EXPORT_TIMEOUT_MS = 5_000
/** This is enough to recognize a statement: the longest have several thousand characters. */
const MAX_ATTRIBUTE_LENGTH = 500
const MAX_FLUSH_MS = 2_000

/** Loads OpenTelemetry and sends spans to `endpoint` until the returned function is called. */
export async function startTracing(
  { endpoint, sampleRatio }: TracingConfig,
  log: Logger,
): Promise<() => Promise<void>> {
  const [api, { AsyncLocalStorageContextManager }, sdk, { openThreadExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/sdk-trace-node'),
      import('./thread-exporter.ts'),
      import('@opentelemetry/resources'),
    ])
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const exporter = openThreadExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS }, log)
  const ratio = new sdk.TraceIdRatioBasedSampler(sampleRatio)
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'counterfoil' }),
    // A span without a parent belongs to a request that `startRequestSpan` has sampled.
    sampler: new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() }),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_LENGTH },
    spanProcessors: [
      new sdk.BatchSpanProcessor(exporter, {
        maxQueueSize: MAX_WAITING_SPANS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  })
  const contexts = new AsyncLocalStorageContextManager()
  provider.register({ contextManager: contexts })
  const isSampled = (traceId: string) =>
    ratio.shouldSample(api.ROOT_CONTEXT, traceId).decision === sdk.SamplingDecision.RECORD_AND_SAMPLED
  tracing = { api, contexts, tracer: provider.getTracer('counterfoil'), sampleRatio, isSampled }
  return async () => {
    tracing = null
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, MAX_FLUSH_MS).unref())
    await Promise.race([provider.shutdown().catch(() => {}), timeout])
    api.trace.disable()
    api.context.disable()
    api.propagation.disable()
  }
}

export function isTracing(): boolean {
  return tracing !== null
}

/** Runs `work` as a span of the current trace. Errors are marked without their message, which may quote a value. */
export function traced<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  options: { links?: SpanContext[]; parent?: Context } = {},
): Promise<T> {
  if (tracing === null) return work()
  const { api, tracer } = tracing
  const settings: SpanOptions = {
    attributes,
    links: (options.links ?? []).map((context) => ({ context })),
  }
  return tracer.startActiveSpan(name, settings, options.parent ?? api.context.active(), async (span) => {
    try {
      return await work()
    } catch (error) {
      span.setStatus({ code: api.SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}

/** The current span, for links from work that serves several requests; null if nothing is traced. */
export function currentSpan(): SpanContext | null {
  if (tracing === null) return null
  const { api, contexts } = tracing
  const context = contexts.active()
  return context === api.ROOT_CONTEXT ? null : (api.trace.getSpanContext(context) ?? null)
}

/** Starts `work` outside of the current trace, for work that continues for others after this request is answered. */
export function untraced<T>(work: () => T): T {
  if (tracing === null || currentSpan() === null) return work()
  return tracing.api.context.with(tracing.api.ROOT_CONTEXT, work)
}

/**
 * Starts the span of a request, within the caller's trace if its headers name one. Returns null if the request is not
 * sampled. Our rate decides, whatever the caller requests; a caller that does not sample its own trace is not sampled. The
 * choice is random, because the caller chooses the trace id. It is made before OpenTelemetry is called, because even a
 * span that nobody records takes longer than a request's share of a batch.
 */
export function startRequestSpan(
  method: string,
  headers: Record<string, unknown>,
): { traceId: string; run(work: () => void): void; end(route: string, status: number): void } | null {
  if (tracing === null) return null
  const { api, tracer, sampleRatio } = tracing
  if (Math.random() >= sampleRatio) return null
  const { ROOT_CONTEXT } = api
  // If the header cannot be parsed, there is no parent.
  const parent = headers.traceparent ? api.propagation.extract(ROOT_CONTEXT, headers) : ROOT_CONTEXT
  const span = tracer.startSpan(method, { kind: api.SpanKind.SERVER }, parent)
  if (!span.isRecording()) return null
  return {
    traceId: span.spanContext().traceId,
    run: (work) => api.context.with(api.trace.setSpan(parent, span), work),
    end(route, status) {
      span.updateName(`${method} ${route}`)
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
      })
      if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR })
      span.end()
    },
  }
}

/** Runs `work` for several requests: a span in the trace of the first sampled one, with links to all sampled ones. */
export function tracedBatch<T>(
  name: string,
  spans: (SpanContext | null)[],
  work: () => Promise<T>,
): Promise<T> {
  if (tracing === null) return work()
  const links = spans.filter((span) => span !== null)
  // A sampled request of an earlier batch may have started this lane, and its trace would continue.
  if (!links[0]) return untraced(work)
  const { api } = tracing
  const parent = api.trace.setSpanContext(api.ROOT_CONTEXT, links[0])
  return traced(name, { 'counterfoil.batch_size': spans.length }, work, { links, parent })
}

/**
 * Runs one attempt as a span of its event's trace. The id of the event is the id of that trace, so the attempts of all
 * workers belong together and agree on sampling, and nothing has to be stored with the event. `work` receives the headers
 * that pass the trace on to the receiver.
 */
export function tracedAttempt<T>(
  eventId: string,
  attributes: Attributes,
  work: (headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  if (tracing === null) return work({})
  const { api, isSampled } = tracing
  const traceId = eventId.replaceAll('-', '')
  const traceFlags = isSampled(traceId) ? api.TraceFlags.SAMPLED : api.TraceFlags.NONE
  const event = { traceId, spanId: traceId.slice(16), traceFlags, isRemote: true }
  const parent = api.trace.setSpanContext(api.ROOT_CONTEXT, event)
  const workIn = (context: Context) => {
    const headers: Record<string, string> = {}
    api.propagation.inject(context, headers)
    return work(headers)
  }
  if (traceFlags === api.TraceFlags.NONE) return untraced(() => workIn(parent))
  return traced('webhook attempt', attributes, () => workIn(api.context.active()), { parent })
}
