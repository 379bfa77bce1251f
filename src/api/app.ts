import { randomUUIDv7 } from 'node:crypto'
import { type FastifyInstance, fastify, LogController } from 'fastify'
import { alertsAdmin } from '../domain/alerts/admin.ts'
import { auditAdmin } from '../domain/audit/admin.ts'
import { catalogAdmin } from '../domain/catalog/admin.ts'
import { catalogRoutes } from '../domain/catalog/routes.ts'
import type { Deps } from '../domain/deps.ts'
import { figuresAdmin } from '../domain/figures/admin.ts'
import { imagesAdmin } from '../domain/images/admin.ts'
import { imagesRoutes } from '../domain/images/routes.ts'
import { partnersAdmin } from '../domain/partners/admin.ts'
import { partnersRoutes } from '../domain/partners/routes.ts'
import { redemptionsAdmin } from '../domain/redemptions/admin.ts'
import { redemptionsRoutes } from '../domain/redemptions/routes.ts'
import { staffAdmin } from '../domain/staff/admin.ts'
import { usersAdmin } from '../domain/users/admin.ts'
import { meRoutes, usersRoutes } from '../domain/users/routes.ts'
import { codesAdmin, vouchersAdmin } from '../domain/vouchers/admin.ts'
import { vouchersRoutes } from '../domain/vouchers/routes.ts'
import { walletRoutes } from '../domain/wallet/routes.ts'
import { webhooksAdmin } from '../domain/webhooks/admin.ts'
import { eventsRoutes } from '../domain/webhooks/routes.ts'
import { handleClientError, handleError } from '../platform/http/errors.ts'
import {
  answeredInTime,
  compressed,
  jsonBodies,
  lastAnswers,
  neverStored,
  nowhere,
  originForm,
  ownAnswers,
  requestLog,
  strictValidation,
  unreadBodies,
} from '../platform/http/framework.ts'
import type { Served } from '../platform/http/serve.ts'
import { allowAnyOrigin } from './auth/cors.ts'
import { requireSignature, servePartner } from './auth/hmac.ts'
import { requireToken, serveConsumer } from './auth/jwt.ts'
import { requireStaff, serveStaff } from './auth/staff.ts'
import { docsRoutes } from './docs/routes.ts'
import { healthRoutes, type Lifecycle } from './health/routes.ts'
import { webRoutes } from './web/routes.ts'

const BODY_LIMIT_BYTES = 64 * 1024
/** An externalUserId has up to 255 code points; percent-encoded that is up to 12 characters each. */
const LONGEST_PATH_SEGMENT = 255 * 12
/** A slow phone gets time to send its request; then the answer comes within five seconds, if only a 503. */
const DEADLINES = { receivingMs: 25_000, handlingMs: 5_000 }
const HEADERS_TIMEOUT_MS = 30_000
/** A socket on which nothing moves, at whatever point. */
const IDLE_TIMEOUT_MS = 60_000

export type App = { server: FastifyInstance; served: Served; lifecycle: Lifecycle }

export async function buildApp(deps: Deps): Promise<App> {
  const served: Served = []
  const lifecycle: Lifecycle = { closing: false }
  const server = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUIDv7(),
    bodyLimit: BODY_LIMIT_BYTES,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, requireHostHeader: false },
    connectionTimeout: IDLE_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // In words of its own, and there is nothing to turn away: the database closes after the last request.
    return503OnClosing: false,
    rewriteUrl: ({ url = '' }) => originForm(url),
    routerOptions: { maxParamLength: LONGEST_PATH_SEGMENT },
    frameworkErrors: handleError,
    clientErrorHandler: handleClientError,
  }) as unknown as FastifyInstance

  server.setErrorHandler(handleError)
  strictValidation(server)
  jsonBodies(server)
  requestLog(server)
  unreadBodies(server)
  answeredInTime(server, DEADLINES)
  lastAnswers(server)
  ownAnswers(server)
  nowhere(server)

  await compressed(server)

  healthRoutes(server, served, deps, lifecycle)
  if (deps.config.role === 'worker') return { server, served, lifecycle }

  await docsRoutes(server, served, deps.config.publicUrl)
  await imagesRoutes(server, deps)
  await webRoutes(server, deps)
  await server.register(async (integration) => {
    requireSignature(integration, deps)
    const serve = servePartner(integration, served)
    usersRoutes(serve, deps)
    eventsRoutes(serve, deps)
  })
  await server.register(async (consumer) => {
    allowAnyOrigin(consumer)
    await consumer.register(async (behindDoor) => {
      requireToken(behindDoor, deps)
      const serve = serveConsumer(behindDoor, served)
      partnersRoutes(serve)
      catalogRoutes(serve, deps)
      vouchersRoutes(serve, deps)
      await behindDoor.register(async (me) => {
        neverStored(me)
        const serveMe = serveConsumer(me, served)
        meRoutes(serveMe, deps)
        walletRoutes(serveMe, deps)
        redemptionsRoutes(serveMe, deps)
      })
    })
  })
  await server.register(async (backOffice) => {
    neverStored(backOffice)
    requireStaff(backOffice, deps)
    const serveIn = (app: FastifyInstance) => serveStaff(app, served)
    const serve = serveIn(backOffice)
    refreshCatalogAfterWrites(backOffice, deps)
    partnersAdmin(serve, deps)
    webhooksAdmin(serve, deps)
    usersAdmin(serve, deps)
    staffAdmin(serve, deps)
    auditAdmin(serve, deps)
    await imagesAdmin(backOffice, serveIn, deps)
    catalogAdmin(serve, deps)
    vouchersAdmin(serve, deps)
    await codesAdmin(backOffice, serveIn, deps)
    redemptionsAdmin(serve, deps)
    figuresAdmin(serve, deps)
    alertsAdmin(serve, deps)
  })
  return { server, served, lifecycle }
}

/** A change made through this node is visible to the next request here. Other nodes hear of it from the database. */
function refreshCatalogAfterWrites(backOffice: FastifyInstance, { catalog }: Deps): void {
  backOffice.addHook('onSend', async (request, reply) => {
    if (request.method !== 'GET' && reply.statusCode < 400) catalog.changedHere()
  })
}
