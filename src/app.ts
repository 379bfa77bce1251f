import { randomUUIDv7 } from 'node:crypto'
import { type FastifyInstance, fastify, LogController } from 'fastify'
import { auditAdmin } from './audit/admin.ts'
import { requireStaff, serveStaff } from './auth/staff.ts'
import { catalogAdmin } from './catalog/admin.ts'
import type { Deps } from './deps.ts'
import { docsRoutes } from './docs/routes.ts'
import { handleClientError, handleError } from './errors.ts'
import { jsonBodies, requestLog, strictValidation } from './framework.ts'
import { type Served, sendRefusal } from './http.ts'
import { imagesAdmin } from './images/admin.ts'
import { imagesRoutes } from './images/routes.ts'
import { type Lifecycle, operationsRoutes } from './operations/routes.ts'
import { partnersAdmin } from './partners/admin.ts'
import { refuse } from './refusal.ts'
import { staffAdmin } from './staff/admin.ts'
import { usersAdmin } from './users/admin.ts'

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
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
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
  if (deps.config.role === 'worker') return { server, served, lifecycle }

  await docsRoutes(server, served, deps.config.publicUrl)
  await imagesRoutes(server, deps)
  await server.register(async (backOffice) => {
    requireStaff(backOffice, deps)
    const serve = serveStaff(backOffice, served)
    partnersAdmin(serve, deps)
    usersAdmin(serve, deps)
    staffAdmin(serve, deps)
    auditAdmin(serve, deps)
    await imagesAdmin(backOffice, served, deps)
    catalogAdmin(serve, deps)
  })
  return { server, served, lifecycle }
}
