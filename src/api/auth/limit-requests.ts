import type { FastifyReply } from 'fastify'
import type { PartnerEntry } from '../../domain/actors/partner.ts'
import type { Deps } from '../../domain/deps.ts'
import type { LimitedSurface } from '../../domain/partners/request-count-queries.ts'
import { WINDOW_SECONDS } from '../../domain/partners/request-window.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'

/**
 * Refuses a request beyond the partner's limit, and adds the headers of draft-ietf-httpapi-ratelimit-headers-10. Call it
 * after authentication, so that nobody can use up the limit of another partner. `isReplay` is called only beyond the
 * limit: a client that lost a response still gets it.
 */
export async function limitRequests(
  { partnerLimits }: Deps,
  reply: FastifyReply,
  { partner, surface }: { partner: PartnerEntry; surface: LimitedSurface },
  isReplay: () => Promise<boolean>,
): Promise<Refusal | null> {
  const verdict = partnerLimits.admit(partner, surface)
  if (verdict === null) return null
  const { limit, remaining, resetSeconds, isAdmitted } = verdict
  reply.header('ratelimit-policy', `"partner";q=${limit};w=${WINDOW_SECONDS}`)
  reply.header('ratelimit', `"partner";r=${remaining};t=${resetSeconds}`)
  if (isAdmitted || (await isReplay())) return null
  partnerLimits.refused[surface] += 1
  return refuse('rate_limited', { limit: 'partner', retryAfterSeconds: resetSeconds })
}
