import { randomUUIDv7 } from 'node:crypto'
import { type FastifyInstance, fastify } from 'fastify'
import { requireStaff, serveStaff } from './auth/staff.ts'
import type { Deps } from './deps.ts'
import { handleClientError, handleError } from './errors.ts'
import { malformed, type Served, sendRefusal } from './http.ts'
import { type Lifecycle, operationsRoutes } from './operations/routes.ts'
import { partnersAdmin } from './partners/admin.ts'
import { invalid, refuse } from './refusal.ts'
import { compile, readQuery, unstorableText } from './validation.ts'

const BODY_LIMIT_BYTES = 64 * 1024
/** An externalUserId has up to 255 code points; percent-encoded that is up to 12 characters each. */
const LONGEST_PATH_SEGMENT = 255 * 12
const HANDLER_TIMEOUT_MS = 25_000
const REQUEST_TIMEOUT_MS = 30_000

export type App = { server: FastifyInstance; served: Served; lifecycle: Lifecycle }

export async function buildApp(deps: Deps): Promise<App> {
  const served: Served = []
  const lifecycle: Lifecycle = { closing: false }
  const server = fastify({
    loggerInstance: deps.log,
    disableRequestLogging: true,
    requestIdLogLabel: 'requestId',
    genReqId: () => randomUUIDv7(),
    bodyLimit: BODY_LIMIT_BYTES,
    handlerTimeout: HANDLER_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: LONGEST_PATH_SEGMENT },
    frameworkErrors: handleError,
    clientErrorHandler: handleClientError,
  }) as unknown as FastifyInstance

  server.setErrorHandler(handleError)
  server.setNotFoundHandler((_request, reply) => sendRefusal(reply, refuse('not_found')))
  strictValidation(server)
  jsonBodies(server)
  requestLog(server)

  operationsRoutes(server, served, deps, lifecycle)
  await server.register(async (backOffice) => {
    requireStaff(backOffice, deps)
    const serve = serveStaff(backOffice, served)
    partnersAdmin(serve, deps)
  })
  return { server, served, lifecycle }
}

function strictValidation(server: FastifyInstance): void {
  server.setValidatorCompiler(({ schema, httpPart }) => {
    const validate = compile(schema as object)
    const judge = (data: unknown) => {
      const value = httpPart === 'querystring' ? readQuery(schema as object, data as Record<string, unknown>) : data
      return validate(value) ? { value } : { error: Object.assign(new Error('invalid'), { validation: validate.errors }) }
    }
    return judge as never
  })
  // Path and query, whatever their schema: text that no column could hold.
  server.addHook('preHandler', async (request, reply) => {
    const issue = unstorableText(request.params) ?? unstorableText(request.query)
    if (issue) return sendRefusal(reply, invalid(issue))
  })
}

function jsonBodies(server: FastifyInstance): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    request.rawBody = body
    // A DELETE that announces JSON and sends none works.
    if (body.length === 0) return done(null, undefined)
    let text: string
    try {
      text = utf8.decode(body)
    } catch {
      return done(malformed('the body is not valid UTF-8') as never)
    }
    parse(request, text, (error, value) => {
      if (error) return done(malformed('the body is not valid JSON') as never)
      // Only an escape can smuggle these in: raw, neither JSON nor UTF-8 lets them through.
      const issue = text.includes('\\u') ? unstorableText(value) : null
      done((issue && invalid(issue)) as never, value)
    })
  })
}

/** One line a request, by its route and never by its URL, which may hold an external id or a search for a person. */
function requestLog(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.config.route?.path ?? request.routeOptions.url ?? null
    const fields = { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    request.log[reply.statusCode >= 500 ? 'error' : 'info'](fields, 'request')
  })
}
