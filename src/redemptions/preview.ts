import type { Preview, PreviewReason, PreviewRequest } from '@counterfoil/contract/redemption.ts'
import type { Static } from 'typebox'
import type { Consumer } from '../auth/jwt.ts'
import type { Deps } from '../deps.ts'
import { Refusal, refuse } from '../refusal.ts'
import { requireUser } from '../users/profile.ts'
import { reasons } from './decide.ts'
import { factsOf, startRunning } from './facts.ts'
import { loadFacts } from './queries.ts'

/** What a redemption would meet now: the same facts and the same rules, all of them at once, and nothing counted. */
export async function previewRedemption(
  deps: Deps,
  consumer: Consumer,
  body: Static<typeof PreviewRequest>,
): Promise<Static<typeof Preview> | Refusal> {
  const user = await requireUser(deps, consumer)
  if (user instanceof Refusal) return user
  const now = deps.now()
  const voucherId = body.voucherId.toLowerCase()
  const outletId = body.outletId?.toLowerCase() ?? null
  const asked = { userId: user.id, voucherId, outletId, idempotencyKey: null, counts: false }
  const [facts, counted] = await Promise.all([
    loadFacts(deps.db, [asked], now, ATTEMPT_LIMITS),
    findAttempts(deps.db, user.id, now, ATTEMPT_LIMITS),
  ])
  const loaded = { ...facts, attempts: counted ? { [user.id]: counted } : {} }
  const { consumerLat, consumerLng } = body
  const request = {
    partner: consumer.partner,
    user: { id: user.id, externalUserId: consumer.externalUserId },
    voucherId,
    outletId: outletId ?? '',
    pin: '',
    consumer:
      consumerLat === undefined || consumerLng === undefined
        ? null
        : { latitude: consumerLat, longitude: consumerLng },
    gpsAccuracyMeters: null,
    idempotency: null,
  }
  const [attempt = null] = judgeAttempts([request], loaded, now)
  const told = factsOf(request, 0, startRunning(loaded, now), attempt, deps.vault)
  const asks = { ...told, pinIsRight: null, outlet: outletId === null ? undefined : told.outlet }
  const codes = reasons(asks)
  const unanswerable = codes.find((code) => code === 'voucher_not_found' || code === 'voucher_out_of_scope')
  if (unanswerable || !facts.voucher) return refuse(unanswerable ?? 'voucher_not_found')
  const { redemptionCount, globalRedemptionCap } = facts.voucher
  return {
    redeemable: codes.length === 0,
    reasons: codes as PreviewReason[],
    remaining: Math.max(0, redemptionCount - facts.usedByUser),
    globalRemaining: globalRedemptionCap === null ? null : Math.max(0, globalRedemptionCap - facts.usedByAll),
    cycleKey: facts.cycle.key,
    cycleResetsAt: facts.cycle.resetsAt,
  }
}
