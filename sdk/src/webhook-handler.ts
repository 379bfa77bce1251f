import type { WebhookEvent } from './contract-types.ts'
import { type RawBody, WebhookError, type WebhookHeaders } from './verify-webhook.ts'
import type { CounterfoilEvent, UnknownEvent } from './webhook-event.ts'

type Handle<E> = (event: E) => Promise<unknown> | unknown

/** One function for each type. Types without a function are answered with 200 and ignored. */
export type WebhookHandlers = { [E in WebhookEvent as E['type']]?: Handle<E> } & {
  unknown?: Handle<UnknownEvent>
  /** Samples (`test: true`) describe no real event, so no other function gets them. */
  sample?: Handle<CounterfoilEvent>
}

/** Remembers the ids of handled events. A `Set` works for tests; use your database in production. */
export type OnceStore = {
  has(eventId: string): Promise<boolean> | boolean
  add(eventId: string): Promise<unknown> | unknown
}

export type HandlerOptions = {
  once?: OnceStore
  /** Gets everything that is answered with 4xx or 5xx; `console.error` by default. */
  onError?: (error: unknown) => void
}

/** The parts of a node:http, Express or Fastify request that the handler uses. */
type NodeRequest = AsyncIterable<Uint8Array> & {
  headers: Record<string, string | string[] | undefined>
  body?: unknown
  rawBody?: unknown
  readableEnded?: boolean
}
type NodeResponse = { statusCode: number; end(text: string): unknown }
type FastifyRequest = { headers: NodeRequest['headers']; body: unknown }
type FastifyReply = { code(status: number): { send(text: string): unknown } }
type FastifyApp = {
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of Fastify cannot be described without its types
  addContentTypeParser: any
  // biome-ignore lint/suspicious/noExplicitAny: as above
  post: any
}

export type WebhookHandler = {
  /** Handles an event as if it were delivered now: by its type, and once. For the events of the feed. */
  handle(event: CounterfoilEvent): Promise<void>
  /** Next, Hono, Bun, Deno and edge runtimes. */
  (request: Request): Promise<Response>
  /** node:http and Express. */
  (request: NodeRequest, response: NodeResponse): Promise<void>
  /** A Fastify plugin: `app.register(handler.fastify, { path: '/hooks' })`. It keeps the body raw on this route only. */
  fastify(app: FastifyApp, options: { path: string }): Promise<void>
}

type Verify = (rawBody: RawBody, headers: WebhookHeaders) => Promise<CounterfoilEvent>
type Reply = { status: number; text: string }

export function createHandler(
  verify: Verify,
  handlers: WebhookHandlers,
  options: HandlerOptions,
): WebhookHandler {
  const runOnce = oncePerEvent(options.once, (event) => dispatch(handlers, event))
  // biome-ignore lint/suspicious/noConsole: the only output that every runtime has
  const onError = options.onError ?? ((error) => console.error('Counterfoil: a webhook failed:', error))

  /** 2xx only after the work is done: with any other status, the service delivers the event again. */
  const respond = async (readBody: () => Promise<unknown>, headers: WebhookHeaders): Promise<Reply> => {
    try {
      await runOnce(await verify((await readBody()) as RawBody, headers))
      return { status: 200, text: 'ok' }
    } catch (error) {
      onError(error)
      if (!(error instanceof WebhookError)) return { status: 500, text: 'the handler failed' }
      return { status: STATUS[error.code] ?? 401, text: error.message }
    }
  }

  async function receive(
    request: Request | NodeRequest,
    response?: NodeResponse,
  ): Promise<Response | undefined> {
    if ('arrayBuffer' in request) {
      const { status, text } = await respond(() => request.arrayBuffer(), request.headers)
      return new Response(text, { status })
    }
    const { status, text } = await respond(() => readNodeBody(request), request.headers)
    if (!response) return undefined
    response.statusCode = status
    response.end(text)
    return undefined
  }

  const fastify = async (app: FastifyApp, { path }: { path: string }) => {
    const keepRaw = (_: unknown, body: Uint8Array, done: (error: null, body: Uint8Array) => void) =>
      done(null, body)
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, keepRaw)
    app.post(path, async (request: FastifyRequest, reply: FastifyReply) => {
      const { status, text } = await respond(async () => request.body, request.headers)
      return reply.code(status).send(text)
    })
  }
  const handle = async (event: CounterfoilEvent) => void (await runOnce(event))
  return Object.assign(receive, { fastify, handle }) as WebhookHandler
}

/** A parsed body is a mistake in your set-up, not in the request. */
const STATUS: Partial<Record<WebhookError['code'], number>> = {
  body_not_raw: 500,
  body_too_large: 413,
  not_an_event: 400,
}

/** Events have a few hundred bytes. Anyone can send a request, so its body must not fill the memory. */
const MAX_BODY_BYTES = 1024 * 1024

async function readNodeBody(request: NodeRequest): Promise<unknown> {
  const parsed = request.rawBody ?? request.body
  if (parsed !== undefined || request.readableEnded) return parsed
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > MAX_BODY_BYTES) throw new WebhookError('body_too_large', 'no event is larger than 1 MiB')
    chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer())
}

function dispatch(handlers: WebhookHandlers, event: CounterfoilEvent): Promise<unknown> | unknown {
  const handle = (event.test ? handlers.sample : handlers[event.type]) as Handle<CounterfoilEvent> | undefined
  return handle?.(event)
}

/**
 * An id is added after its event was handled, so a crash in between repeats the event instead of losing it. Deliveries of
 * one event that arrive together are handled once in this process.
 */
function oncePerEvent(
  store: OnceStore | undefined,
  handle: Handle<CounterfoilEvent>,
): Handle<CounterfoilEvent> {
  if (!store) return handle
  const inProgress = new Map<string, Promise<void>>()
  const run = async (event: CounterfoilEvent) => {
    if (await store.has(event.id)) return
    await handle(event)
    await store.add(event.id)
  }
  return (event) => {
    const running = inProgress.get(event.id) ?? run(event).finally(() => inProgress.delete(event.id))
    inProgress.set(event.id, running)
    return running
  }
}
