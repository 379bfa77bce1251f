import type { RECORDED_SURFACES } from '@counterfoil/contract/admin/requests.ts'
import type { Reason } from '@counterfoil/contract/words/reason.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PartnerEntry } from '../../domain/actors/partner.ts'
import type { Deps } from '../../domain/deps.ts'
import { timeOf } from '../../domain/partners/partner-time.ts'
import { requestFields } from '../../platform/http/request-log.ts'
import { unknownFields } from '../../platform/http/unknown-fields.ts'

/** The sender of a request, as far as authentication could tell. */
export type Sender = {
  partner: PartnerEntry | null
  /** Whether the signature or token was accepted. */
  isAuthentic: boolean
  /** Known only for an authentic request. */
  externalUserId: string | null
  /** Explains why authentication failed; null if it succeeded. */
  explain: (() => Reason[]) | null
}

export type Surface = (typeof RECORDED_SURFACES)[number]

/**
 * Records the failed requests of a surface after their response, and notes whose requests were accepted. `identify` must
 * not throw. It is called only for requests that are recorded, so a request that succeeds costs almost nothing. It returns
 * null if the request is not to be recorded.
 */
export function recordRequests(
  app: FastifyInstance,
  deps: Deps,
  surface: Surface | ((request: FastifyRequest) => Surface),
  identify: (request: FastifyRequest, reply: FastifyReply) => Promise<Sender | null>,
  routeOf: (request: FastifyRequest) => RecordedRoute | undefined = contractRouteOf,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    done()
    const accepted = request.partner ?? request.consumer?.partner
    if (accepted && typeof surface === 'string') deps.requestLog.noteArrival(accepted.id, surface)
    if (reply.statusCode < 400 && !isWatched(request) && !reply.hasHeader('x-unknown-fields')) return
    const recording = identify(request, reply)
      .then((sender) => {
        const route = routeOf(request)
        const from = typeof surface === 'string' ? surface : surface(request)
        if (sender && route) record(deps, { surface: from, route, request, reply }, sender)
      })
      .catch((error) => deps.log.warn({ ...requestFields(request), err: error }, 'request not recorded'))
    deps.requestLog.waitFor(recording)
  })
}

type RecordedRoute = { method: string; path: string }

const contractRouteOf = (request: FastifyRequest) => request.routeOptions.config.route

type AnsweredRequest = {
  surface: Surface
  route: RecordedRoute
  request: FastifyRequest
  reply: FastifyReply
}

function record(
  deps: Deps,
  { surface, route, request, reply }: AnsweredRequest,
  { partner, isAuthentic, externalUserId, explain }: Sender,
): void {
  const { refusal } = reply
  const contractRoute = contractRouteOf(request)
  deps.requestLog.record({
    requestId: request.id,
    traceId: request.traceId,
    partnerId: partner?.id ?? null,
    isAuthentic,
    surface,
    method: route.method,
    route: route.path,
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime * 10) / 10,
    externalUserId,
    refusal,
    explain,
    wrongPin: partner && refusal?.code === 'invalid_pin' ? wrongPinOf(request, partner, deps.now()) : null,
    isWatched: partner?.mode === 'test',
    unknownFields: isAuthentic && contractRoute ? unknownFields(contractRoute, request) : null,
  })
}

/** Every request of a test partner is recorded. */
function isWatched({ partner, consumer }: FastifyRequest): boolean {
  return (partner ?? consumer?.partner)?.mode === 'test'
}

/** Wrong PINs are counted in the time of the partner. */
function wrongPinOf({ body }: FastifyRequest, partner: PartnerEntry, now: Date) {
  return { outletId: (body as { outletId: string }).outletId, at: timeOf(partner, now) }
}
