import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PartnerEntry } from '../../domain/actors/partner.ts'
import type { Deps } from '../../domain/deps.ts'
import { parseToken, TokenProblem } from '../../domain/partners/token.ts'
import { explainUnknownRoute } from '../../domain/request-log/explain-unknown-route.ts'
import { sendRefusal } from '../../platform/http/refusal-reply.ts'
import type { Served } from '../../platform/http/serve.ts'
import { refuse } from '../../platform/refusal.ts'
import { recordRequests, type Surface } from './record-requests.ts'

type FindPartner = (request: FastifyRequest) => Promise<PartnerEntry | null>

/**
 * Records calls to paths and methods that do not exist, for the partner that they name. They are answered before anything is
 * verified, so they count as not authentic. Calls that name no partner are not recorded: scanners send many.
 */
export async function recordUnknownRoutes(
  server: FastifyInstance,
  served: Served,
  deps: Deps,
): Promise<void> {
  const below = (prefix: string, surface: Surface, findPartner: FindPartner) =>
    server.register(async (unknown) => recordBelow(unknown, served, deps, { prefix, surface, findPartner }), {
      prefix,
    })
  const bySlug: FindPartner = ({ headers }) => deps.partners.bySlug(String(headers['x-partner-slug'] ?? ''))
  const byToken: FindPartner = async ({ headers }) => {
    const token = parseToken(headers.authorization?.replace(/^Bearer +/i, '') ?? '')
    return token instanceof TokenProblem ? null : deps.partners.byIssuer(token.issuer)
  }
  await below('/integrations', 'integration', bySlug)
  await below('/me', 'consumer', byToken)
}

type Below = { prefix: string; surface: Surface; findPartner: FindPartner }

function recordBelow(
  unknown: FastifyInstance,
  served: Served,
  deps: Deps,
  { prefix, surface, findPartner }: Below,
): void {
  // With its own handler, Fastify calls the hooks of this context.
  unknown.setNotFoundHandler((_request, reply) => sendRefusal(reply, refuse('not_found')))
  const route = ({ method }: FastifyRequest) => ({ method, path: `${prefix}/*` })
  const identify = async (request: FastifyRequest) => {
    const partner = await findPartner(request)
    const { method, url } = request
    const explain = () => explainUnknownRoute(served, surface, method, url.split('?', 1)[0] ?? '')
    return partner && { partner, isAuthentic: false, externalUserId: null, explain }
  }
  recordRequests(unknown, deps, surface, identify, route)
}
