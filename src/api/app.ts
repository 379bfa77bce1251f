import type { FastifyInstance } from 'fastify'
import type { Caller } from '../domain/actors/caller.ts'
import type { Consumer } from '../domain/actors/consumer.ts'
import { alertsAdmin } from '../domain/alerts/admin.ts'
import { approvalsAdmin } from '../domain/approvals/admin.ts'
import { auditAdmin } from '../domain/audit/admin.ts'
import { badgesAdmin } from '../domain/badges/admin.ts'
import { bulkAdmin } from '../domain/bulk/admin.ts'
import { catalogAdmin } from '../domain/catalog/admin.ts'
import { catalogRoutes, partnerCatalogRoutes } from '../domain/catalog/routes.ts'
import { catalogSearchRoutes } from '../domain/catalog-search/routes.ts'
import { counterAdmin } from '../domain/counter/admin.ts'
import { connectRoutes, counterRoutes, redemptionCodeRoutes } from '../domain/counter/routes.ts'
import type { Deps } from '../domain/deps.ts'
import { historyAdmin } from '../domain/history/admin.ts'
import { homeRoutes } from '../domain/home/routes.ts'
import { imagesAdmin } from '../domain/images/admin.ts'
import { imagesRoutes } from '../domain/images/routes.ts'
import { importsAdmin } from '../domain/imports/admin.ts'
import { integrationHealthAdmin } from '../domain/integration-health/admin.ts'
import { maintenanceAdmin } from '../domain/maintenance/admin.ts'
import { notesAdmin } from '../domain/notes/admin.ts'
import { partnersAdmin } from '../domain/partners/admin.ts'
import { partnersRoutes } from '../domain/partners/routes.ts'
import { redemptionsAdmin } from '../domain/redemptions/admin.ts'
import { redemptionsRoutes } from '../domain/redemptions/routes.ts'
import { refusalsAdmin } from '../domain/refusals/admin.ts'
import { requestsAdmin } from '../domain/request-log/admin.ts'
import { sandboxAdmin } from '../domain/sandbox/admin.ts'
import { createPartner } from '../domain/sandbox/create-partner.ts'
import { sandboxRoutes } from '../domain/sandbox/routes.ts'
import { openSandboxLock, type SandboxLock } from '../domain/sandbox/sandbox-lock.ts'
import { savedFiltersAdmin } from '../domain/saved-filters/admin.ts'
import { screensRoutes } from '../domain/screens/routes.ts'
import { searchAdmin } from '../domain/search/admin.ts'
import { staffAdmin } from '../domain/staff/admin.ts'
import { factorRoutes, sessionRoutes, signInRoutes } from '../domain/staff/routes.ts'
import { statementsAdmin } from '../domain/statements/admin.ts'
import { statsAdmin } from '../domain/stats/admin.ts'
import { usersAdmin } from '../domain/users/admin.ts'
import { meRoutes, usersRoutes } from '../domain/users/routes.ts'
import { codesAdmin, vouchersAdmin } from '../domain/vouchers/admin.ts'
import { vouchersRoutes } from '../domain/vouchers/routes.ts'
import { walletAdmin } from '../domain/wallet/admin.ts'
import { calendarRoutes, walletRoutes } from '../domain/wallet/routes.ts'
import { webhooksAdmin } from '../domain/webhooks/admin.ts'
import { eventsRoutes } from '../domain/webhooks/routes.ts'
import { updatePartner } from '../domain/webhooks/update-partner.ts'
import { withDelivery } from '../domain/webhooks/with-delivery.ts'
import { forbidCaching } from '../platform/http/cache-control.ts'
import { type Served, serveOn } from '../platform/http/serve.ts'
import { allowAnyOrigin } from './auth/cors.ts'
import { requireDevice, serveDevice } from './auth/device.ts'
import {
  identifyPartner,
  requireSignature,
  servePartnerExclusively,
  servePartnerInSandbox,
} from './auth/hmac.ts'
import { identifyConsumer, requireToken, serveConsumer } from './auth/jwt.ts'
import { recordRequests } from './auth/record-requests.ts'
import { recordUnknownRoutes } from './auth/record-unknown-routes.ts'
import { refuseWrites } from './auth/refuse-writes.ts'
import { refuseForeignPages, requireSession, serveSession, serveVisitor } from './auth/session.ts'
import { requireStaff, serveStaff } from './auth/staff.ts'
import { docsRoutes } from './docs/routes.ts'
import type { Lifecycle } from './health/readiness.ts'
import { healthRoutes } from './health/routes.ts'
import { registerInCells, type ServeIn } from './in-cells.ts'
import { createServer } from './server.ts'
import { landingRoutes, type MintDemoToken } from './web/landing.ts'
import { webRoutes } from './web/routes.ts'
import { verifyRoutes } from './web/verify.ts'

export type App = { server: FastifyInstance; served: Served; lifecycle: Lifecycle }

/** The HTTP API: the surfaces of ARCHITECTURE.md, each with its own authentication. A worker serves its health only. */
export async function buildApp(deps: Deps, mintDemoToken: MintDemoToken = async () => null): Promise<App> {
  const served: Served = []
  const lifecycle: Lifecycle = { isClosing: false }
  const server = await createServer(deps)
  await deps.maintenance.follow()
  await deps.cells.follow()

  healthRoutes(server, served, deps, lifecycle)
  if (deps.config.role === 'worker') return { server, served, lifecycle }

  landingRoutes(server, deps.config, mintDemoToken)
  await publicSurface(server, served, deps)
  const sandboxes = openSandboxLock(deps)
  await server.register((surface) => integrationSurface(surface, served, deps, sandboxes))
  await server.register((surface) => consumerSurface(surface, served, deps, sandboxes))
  await server.register((surface) => adminSurface(surface, served, deps, sandboxes))
  await server.register((surface) => counterSurface(surface, served, deps, sandboxes))
  await server.register((surface) => signInSurface(surface, served, deps))
  await server.register((surface) => sessionSurface(surface, served, deps))
  recordUnknownRoutes(server, served, deps)
  return { server, served, lifecycle }
}

/** The surface for everyone: documentation, images, calendar files, the webview and the console. */
async function publicSurface(server: FastifyInstance, served: Served, deps: Deps): Promise<void> {
  await docsRoutes(server, served, deps)
  await imagesRoutes(server, deps)
  await registerInCells(
    server,
    (app) => serveOn(app, served, () => null),
    deps,
    async (app, serveIn, parts) => calendarRoutes(serveIn(app), parts),
  )
  await webRoutes(server, deps)
  verifyRoutes(server, deps)
}

/** The surface for a partner's backend, which signs its requests (HMAC). */
async function integrationSurface(
  surface: FastifyInstance,
  served: Served,
  deps: Deps,
  sandboxes: SandboxLock,
): Promise<void> {
  recordRequests(surface, deps, 'integration', identifyPartner(deps))
  requireSignature(surface, deps)
  refuseWrites(surface, deps)
  const serve = servePartnerInSandbox(surface, served, sandboxes)
  sandboxRoutes(serve, servePartnerExclusively(surface, served, sandboxes), deps)
  usersRoutes(serve, deps)
  eventsRoutes(serve, deps)
  partnerCatalogRoutes(serve, deps)
}

/**
 * The surface for one user of a partner, who sends a token (JWT). Preflights are answered before the token is required.
 */
async function consumerSurface(
  surface: FastifyInstance,
  served: Served,
  deps: Deps,
  sandboxes: SandboxLock,
): Promise<void> {
  allowAnyOrigin(surface)
  recordRequests(surface, deps, 'consumer', identifyConsumer)
  await surface.register(async (authenticated) => {
    requireToken(authenticated, deps)
    refuseWrites(authenticated, deps)
    const serveIn = (app: FastifyInstance) => serveConsumer(app, served, sandboxes)
    await registerInCells(authenticated, serveIn, deps, registerConsumerRoutes)
  })
}

async function registerConsumerRoutes(
  surface: FastifyInstance,
  serveIn: ServeIn<Consumer>,
  deps: Deps,
): Promise<void> {
  const serve = serveIn(surface)
  partnersRoutes(serve)
  catalogRoutes(serve, deps)
  catalogSearchRoutes(serve, deps)
  vouchersRoutes(serve, deps)
  homeRoutes(serve, deps)
  screensRoutes(serve, deps)
  await surface.register(async (me) => {
    forbidCaching(me)
    const serveMe = serveIn(me)
    meRoutes(serveMe, deps)
    walletRoutes(serveMe, deps)
    redemptionsRoutes(serveMe, deps)
    redemptionCodeRoutes(serveMe, deps)
  })
}

/** The surface for staff, automation and the console, by an API key with a role or by a session. */
async function adminSurface(
  surface: FastifyInstance,
  served: Served,
  deps: Deps,
  sandboxes: SandboxLock,
): Promise<void> {
  forbidCaching(surface)
  requireStaff(surface, deps)
  refuseWrites(surface, deps)
  refreshCatalogAfterWrites(surface, deps)
  await registerInCells(
    surface,
    (app) => serveStaff(app, served),
    deps,
    (app, serveIn, parts) => registerStaffRoutes(app, serveIn, parts, sandboxes),
  )
}

async function registerStaffRoutes(
  surface: FastifyInstance,
  serveIn: ServeIn<Caller>,
  deps: Deps,
  sandboxes: SandboxLock,
): Promise<void> {
  const serve = serveIn(surface)
  partnersAdmin(serve, deps, {
    createPartner: (...input) => createPartner(deps, ...input),
    updatePartner: (...changes) => updatePartner(deps, ...changes),
    withDelivery: (partners) => withDelivery(deps, partners),
  })
  sandboxAdmin(serve, deps, sandboxes)
  webhooksAdmin(serve, deps)
  usersAdmin(serve, deps)
  staffAdmin(serve, deps)
  auditAdmin(serve, deps)
  await imagesAdmin(surface, serveIn, deps)
  catalogAdmin(serve, deps)
  counterAdmin(serve, deps)
  await importsAdmin(surface, serveIn, deps)
  vouchersAdmin(serve, deps)
  await codesAdmin(surface, serveIn, deps)
  walletAdmin(serve, deps)
  redemptionsAdmin(serve, deps)
  await bulkAdmin(surface, serveIn, deps)
  notesAdmin(serve, deps)
  savedFiltersAdmin(serve, deps)
  badgesAdmin(serve, deps)
  refusalsAdmin(serve, deps)
  requestsAdmin(serve, deps)
  integrationHealthAdmin(serve, deps)
  searchAdmin(serve, deps)
  historyAdmin(serve, deps)
  statsAdmin(serve, deps)
  statementsAdmin(serve, deps)
  alertsAdmin(serve, deps)
  approvalsAdmin(serve, deps)
  maintenanceAdmin(serve, deps)
}

/** Staff see their own change at their next request to this node. Other nodes learn of it from the database. */
function refreshCatalogAfterWrites(surface: FastifyInstance, { catalog }: Deps): void {
  surface.addHook('onSend', async (request, reply) => {
    if (request.method !== 'GET' && reply.statusCode < 400) catalog.changedHere()
  })
}

/** The surface for a device of an outlet, which a link has connected. */
async function counterSurface(
  surface: FastifyInstance,
  served: Served,
  deps: Deps,
  sandboxes: SandboxLock,
): Promise<void> {
  forbidCaching(surface)
  requireDevice(surface, deps)
  refuseWrites(surface, deps)
  await registerInCells(
    surface,
    (app) => serveDevice(app, served, sandboxes),
    deps,
    async (app, serveIn, parts) => counterRoutes(serveIn(app), parts),
    ({ id }) => ({ kind: 'device', id }),
  )
}

/** The surface for visitors who are not signed in yet: staff, and devices that open their link. */
async function signInSurface(surface: FastifyInstance, served: Served, deps: Deps): Promise<void> {
  forbidCaching(surface)
  refuseForeignPages(surface, deps)
  const serve = serveVisitor(surface, served, deps)
  signInRoutes(serve, deps)
  connectRoutes(serve, deps)
}

/** The surface for staff who are signed in by a session cookie, for their own account. */
async function sessionSurface(surface: FastifyInstance, served: Served, deps: Deps): Promise<void> {
  forbidCaching(surface)
  requireSession(surface, deps)
  const serve = serveSession(surface, served)
  sessionRoutes(serve, deps)
  factorRoutes(serve, deps)
}
