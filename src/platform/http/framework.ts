import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import {
  errorCodes,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchemaCompiler,
} from 'fastify'
import { compile, compileForBulk, queryReader, unstorableText } from '../input/validation.ts'
import { invalid, Refusal, refuse } from '../refusal.ts'
import { nestsDeeperThan } from './json-depth.ts'
import { malformed, sendRefusal } from './serve.ts'

/** What was sent is what is judged: no coercion, no filling in, nothing dropped. */
export function strictValidation(server: FastifyInstance): void {
  server.setValidatorCompiler(judgingBy(compile))
  // A query, whatever its schema: text that no column could hold. In a path it is an id that cannot exist.
  server.addHook('preHandler', (request, reply, done) => {
    // Only an escape can smuggle it in: a URL has none of it raw.
    if (!request.raw.url?.includes('%') || !request.routeOptions.config.route?.query) return done()
    const issue = unstorableText(request.query)
    if (issue) sendRefusal(reply, invalid(issue))
    else done()
  })
}

/** For routes that take large bodies: the first thing wrong is enough. */
export function bulkValidation(server: FastifyInstance): void {
  server.setValidatorCompiler(judgingBy(compileForBulk))
}

function judgingBy(compiled: typeof compile): FastifySchemaCompiler<object> {
  return ({ schema, httpPart }) => {
    const validate = compiled(schema)
    const read = httpPart === 'querystring' ? queryReader(schema) : null
    const judge = (value: unknown) => {
      read?.(value as Record<string, unknown>)
      return validate(value)
        ? { value }
        : { error: Object.assign(new Error('invalid'), { validation: validate.errors }) }
    }
    return judge as never
  }
}

/** JSON and nothing else, unless a route says so; the raw bytes are kept for signatures. */
export function jsonBodies(server: FastifyInstance): void {
  const read = jsonReader(server)
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    request.rawBody = bytes
    const value = read(request, bytes)
    if (value instanceof Refusal) return done(value as never)
    done(null, value)
  })
}

/** Ours have four levels at most. */
const MAX_JSON_DEPTH = 32

/** Bytes → the value they stand for, undefined when there are none: a DELETE that announces JSON and sends none works. */
export function jsonReader(server: FastifyInstance): (request: FastifyRequest, bytes: Buffer) => unknown {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const parse = server.getDefaultJsonParser('error', 'error')
  return (request, bytes) => {
    if (bytes.length === 0) return undefined
    if (nestsDeeperThan(MAX_JSON_DEPTH, bytes))
      return malformed(`the body is nested deeper than ${MAX_JSON_DEPTH} levels`)
    let text: string
    try {
      text = utf8.decode(bytes)
    } catch {
      return malformed('the body is not valid UTF-8')
    }
    let read: unknown
    // It calls back before it returns.
    parse(request, text, (error, value) => {
      read = error ? malformed('the body is not valid JSON') : value
    })
    if (read instanceof Refusal) return read
    // Only an escape can smuggle these in: raw, neither JSON nor UTF-8 lets them through.
    const issue = text.includes('\\u') ? unstorableText(read) : null
    return issue ? invalid(issue) : read
  }
}

export type AnswerDeadlines = {
  /** From the headers until the request is complete and its caller is known. */
  receivingMs: number
  /** From then until the answer begins; a route that takes longer says so itself. */
  handlingMs: number
}

/**
 * 503 for requests that are not answered in time. The framework's own `handlerTimeout` has an AbortController for each
 * request, which it aborts at each end: a tenth of a redemption's time.
 */
export function answeredInTime(server: FastifyInstance, { receivingMs, handlingMs }: AnswerDeadlines): void {
  // Each in the order of their ends.
  const receiving = new Map<FastifyReply, number>()
  const handling = new Map<FastifyReply, number>()
  let isClosing = false
  server.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.handlerTimeout) receiving.set(reply, performance.now() + receivingMs)
    done()
  })
  server.addHook('preHandler', (_request, reply, done) => {
    if (receiving.delete(reply)) handling.set(reply, performance.now() + handlingMs)
    done()
  })
  server.addHook('onResponse', (_request, reply, done) => {
    receiving.delete(reply)
    handling.delete(reply)
    done()
  })
  const refuseOverdue = (unanswered: Map<FastifyReply, number>, timeoutMs: number) => {
    for (const [reply, endsMs] of unanswered) {
      if (endsMs > performance.now()) return
      const { headersSent, closed } = reply.raw
      // On a slow line an image takes its time; only a stop does not wait for it.
      if (headersSent && !closed && !isClosing) continue
      unanswered.delete(reply)
      if (headersSent) reply.raw.destroy()
      else if (!reply.sent) reply.send(new errorCodes.FST_ERR_HANDLER_TIMEOUT(timeoutMs, reply.request.url))
    }
  }
  const timer = setInterval(() => {
    refuseOverdue(receiving, receivingMs)
    refuseOverdue(handling, handlingMs)
  }, handlingMs / 25).unref()
  server.addHook('preClose', async () => {
    isClosing = true
  })
  server.addHook('onClose', async () => clearInterval(timer))
}

/** Whoever is answered last leaves with the answer: a connection kept alive would keep a stop waiting for a minute. */
export function lastAnswers(server: FastifyInstance): void {
  let isClosing = false
  server.addHook('preClose', async () => {
    isClosing = true
  })
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done()
  })
  server.addHook('onResponse', ({ raw }, _reply, done) => {
    // One that had begun before said nothing of it.
    if (isClosing) raw.socket.end()
    done()
  })
}

/** Nothing that came with a request for what is nowhere can change the answer, so none of it is read. */
export function nowhere(server: FastifyInstance): void {
  server.setNotFoundHandler((_request, reply) => sendRefusal(reply, refuse('not_found')))
  server.addHook('onRequest', (request, reply, done) => {
    if (request.is404) sendRefusal(reply, refuse('not_found'))
    else done()
  })
}

/**
 * RFC 9112, section 3.2.2: a request may name its target by a whole URL. Only path and query matter here: the host that
 * it names is whatever the client says, and a redirect must not lead there.
 */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const [, rest] = /^https?:\/\/[^/?#]*(.*)$/is.exec(target) ?? []
  if (rest === undefined) return target
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** What Node would answer by itself, and not in our words: expectations, and a missing host (`requireHostHeader`). */
export function ownAnswers(server: FastifyInstance): void {
  server.server.on('checkExpectation', (request, response) => server.routing(request, response))
  server.addHook('onRequest', ({ raw }, reply, done) => {
    const hosts = hostCount(raw.rawHeaders)
    if (hosts === 0 && raw.httpVersion === '1.1') sendRefusal(reply, malformed('a host header is needed'))
    else if (hosts > 1) sendRefusal(reply, malformed('a single host header is needed'))
    else done()
  })
}

/** RFC 9112, section 3.2: more than one is 400. Node keeps the first, and something in front of us may keep the last. */
function hostCount(rawHeaders: string[]): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}

const LINGER_MS = 5_000

/** A client that is answered while it still sends may finish, so that it gets to read the answer, but not for ever. */
export function unreadBodies(server: FastifyInstance): void {
  server.addHook('onResponse', ({ raw }, _reply, done) => {
    if (raw.complete === false) {
      const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS)
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}

/** As other servers log it: the connection was gone before the whole answer was. */
const CLIENT_LEFT = 499

/** One line a request, by its route and never by its URL, which may hold an external id or a search for a person. */
export function requestLog(server: FastifyInstance): void {
  const unlogged = new Set<FastifyReply>()
  const log = (reply: FastifyReply, status: number) => {
    if (!unlogged.delete(reply)) return
    const { id: requestId, method, routeOptions } = reply.request
    const route = routeOptions.config.route?.path ?? routeOptions.url ?? null
    const fields = { requestId, method, route, status, ms: Math.round(reply.elapsedTime) }
    server.log[status >= 500 ? 'error' : 'info'](fields, 'request')
  }
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    unlogged.add(reply)
    reply.raw.on('close', () => log(reply, CLIENT_LEFT))
    done()
  })
  server.addHook('onResponse', (_request, reply, done) => {
    log(reply, reply.statusCode)
    done()
  })
}

/** What is one person's own, or the back office's, is kept by no cache, nor is what the door in front of it says. */
export function neverStored(server: FastifyInstance): void {
  server.addHook('onSend', (_request, reply, _payload, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
}

const COMPRESS_FROM_BYTES = 1024

/** Quality 4 is where Brotli beats gzip in size at its speed; its default of 11 is meant for files, made once. */
export async function compressed(server: FastifyInstance): Promise<void> {
  await server.register(compress, {
    globalDecompression: false,
    threshold: COMPRESS_FROM_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
}
