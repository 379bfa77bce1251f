import { randomUUIDv7 } from 'node:crypto'
import { type FastifyInstance, fastify, LogController } from 'fastify'
import type { Config } from '../platform/config.ts'
import { compressResponses } from '../platform/http/compression.ts'
import { handleClientError, handleError } from '../platform/http/errors.ts'
import { warnAboutUntrustedProxies } from '../platform/http/forwarded-addresses.ts'
import { parseJsonBodies } from '../platform/http/json-bodies.ts'
import { ignoreExpectHeader, requireOneHostHeader } from '../platform/http/request-headers.ts'
import { logRequests } from '../platform/http/request-log.ts'
import { toOriginForm } from '../platform/http/request-target.ts'
import { traceRequests } from '../platform/http/request-trace.ts'
import { validateRequests } from '../platform/http/request-validation.ts'
import { enforceResponseDeadlines } from '../platform/http/response-deadlines.ts'
import { addSecurityHeaders, securityHeaders } from '../platform/http/security-headers.ts'
import { closeIdleConnectionsOnShutdown } from '../platform/http/shutdown.ts'
import { rejectUnknownRoutes } from '../platform/http/unknown-routes.ts'
import { limitUnreadBodies } from '../platform/http/unread-bodies.ts'
import type { Runtime } from '../platform/runtime.ts'

const BODY_LIMIT_BYTES = 64 * 1024
/** An externalUserId has up to 255 code points, each up to 12 characters when percent-encoded. */
const MAX_PATH_SEGMENT_LENGTH = 255 * 12
/** A slow phone gets time to send its request. Then the response comes within five seconds, even if it is a 503. */
const DEADLINES = { receivingMs: 25_000, handlingMs: 5_000 }
const HEADERS_TIMEOUT_MS = 30_000
/** How long a socket may be without traffic, at any point of a request. */
const IDLE_TIMEOUT_MS = 60_000

type Needed = Pick<Runtime, 'log' | 'now'> & { config: Pick<Config, 'trustedProxies' | 'publicUrl'> }

/** Creates the Fastify server with everything that all surfaces share, but without routes. */
export async function createServer({ log, now, config }: Needed): Promise<FastifyInstance> {
  const headers = securityHeaders(config.publicUrl)
  const server = fastify({
    loggerInstance: log,
    // A logger for each request would cost 5 µs. Only errors use it, and they contain the request id already.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUIDv7(),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: config.trustedProxies,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, requireHostHeader: false },
    connectionTimeout: IDLE_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // While it closes, the server still answers every request: the database closes only after them. Fastify's own 503
    // would also lack our error body.
    return503OnClosing: false,
    rewriteUrl: ({ url = '' }) => toOriginForm(url),
    routerOptions: { maxParamLength: MAX_PATH_SEGMENT_LENGTH },
    // Both handlers run before any hook.
    frameworkErrors: (error, request, reply) => handleError(error, request, reply.headers(headers)),
    clientErrorHandler: (error, socket) => handleClientError(error, socket, headers),
  }) as unknown as FastifyInstance

  server.decorateReply('refusal', null)
  server.setErrorHandler(handleError)
  traceRequests(server)
  validateRequests(server)
  parseJsonBodies(server)
  addSecurityHeaders(server, headers)
  logRequests(server)
  warnAboutUntrustedProxies(server, now)
  limitUnreadBodies(server)
  enforceResponseDeadlines(server, DEADLINES)
  closeIdleConnectionsOnShutdown(server)
  ignoreExpectHeader(server)
  requireOneHostHeader(server)
  rejectUnknownRoutes(server)
  await compressResponses(server)
  return server
}
