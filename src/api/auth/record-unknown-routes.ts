import type { Reason } from '@counterfoil/contract/words/reason.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PartnerEntry } from '../../domain/actors/partner.ts'
import type { Deps } from '../../domain/deps.ts'
import { readIssuer } from '../../domain/partners/token.ts'
import { explainPreflight, explainUnknownRoute } from '../../domain/request-log/explain-unknown-route.ts'
import type { Served } from '../../platform/http/serve.ts'
import { recordRequests, type Surface } from './record-requests.ts'

/**
 * Records calls to paths and methods that do not exist, for the partner that they name. They are answered before anything is
 * verified, so they count as not authentic. Calls that name no partner are not recorded: scanners send many. Register it
 * after all surfaces, so that its hook runs only for these calls and for the routes of the server itself.
 */
export function recordUnknownRoutes(server: FastifyInstance, served: Served, deps: Deps): void {
  recordRequests(
    server,
    deps,
    surfaceOf,
    async (request) => {
      if (!request.is404) return null
      const path = pathOf(request)
      if (isPreflight(request)) {
        const partner = isBelow('/integrations', path) ? await findByOrigin(deps, request) : null
        return partner && senderOf(partner, explainPreflight)
      }
      const partner = (await findBySlug(deps, request)) ?? (await findByToken(deps, request))
      const surface = surfaceOf(request)
      return partner && senderOf(partner, () => explainUnknownRoute(served, surface, request.method, path))
    },
    routeOf,
  )
}

const senderOf = (partner: PartnerEntry, explain: () => Reason[]) => ({
  ...{ partner, explain },
  ...{ isAuthentic: false, externalUserId: null },
})

async function findBySlug({ partners }: Deps, { headers }: FastifyRequest): Promise<PartnerEntry | null> {
  return partners.bySlug(String(headers['x-partner-slug'] ?? ''))
}

async function findByToken({ partners }: Deps, { headers }: FastifyRequest): Promise<PartnerEntry | null> {
  const issuer = readIssuer(headers.authorization?.replace(/^Bearer +/i, '') ?? '')
  return issuer === null ? null : partners.byIssuer(issuer)
}

async function findByOrigin({ partners }: Deps, { headers }: FastifyRequest): Promise<PartnerEntry | null> {
  return headers.origin === undefined ? null : partners.byFrameOrigin(headers.origin)
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

/** Outside the known prefixes, the credential tells who calls. */
function surfaceOf(request: FastifyRequest): Surface {
  const path = pathOf(request)
  if (isBelow('/integrations', path)) return 'integration'
  return isBelow('/me', path) || request.headers['x-partner-slug'] === undefined ? 'consumer' : 'integration'
}

/** Not the path itself: it may contain a user's id. */
function routeOf(request: FastifyRequest): { method: string; path: string } {
  const path = pathOf(request)
  const prefix = ['/integrations', '/me'].find((one) => isBelow(one, path)) ?? ''
  return { method: request.method, path: `${prefix}/*` }
}

function isBelow(prefix: string, path: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`)
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? ''
}
