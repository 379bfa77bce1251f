import type { Preview, PreviewReason, PreviewRequest } from '@counterfoil/contract/redemption.ts'
import type { Static } from 'typebox'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { Consumer } from '../users/consumer.ts'
import { requireUser } from '../users/current-user.ts'
import { type Facts, reasons } from './decide.ts'
import { ATTEMPT_LIMITS, factsOf, judgeAttempts, positionOf, startRunning } from './facts.ts'
import { findAttempts, loadFacts } from './facts-queries.ts'
import { learn, noTerms } from './terms.ts'

/** What a redemption would meet now: the same facts and the same rules, all of them at once, and nothing counted. */
export async function previewRedemption(
  deps: Deps,
  consumer: Consumer,
  body: Static<typeof PreviewRequest>,
): Promise<Static<typeof Preview> | Refusal> {
  const user = await requireUser(deps, consumer)
  if (user instanceof Refusal) return user
  const facts = await loadPreviewFacts(deps, consumer, user.id, body)
  const codes = reasons(facts)
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

async function loadPreviewFacts(
  deps: Deps,
  { partner, externalUserId }: Consumer,
  userId: string,
  body: Static<typeof PreviewRequest>,
): Promise<Facts> {
  const now = deps.now()
  const voucherId = body.voucherId.toLowerCase()
  const outletId = body.outletId?.toLowerCase() ?? null
  const user = { partnerId: partner.id, externalUserId }
  const asked = { ...user, voucherId, outletId, idempotencyKey: null, counts: false }
  const [found, counted] = await Promise.all([
    loadFacts(deps.db, [asked], now, ATTEMPT_LIMITS, noTerms()),
    findAttempts(deps.db, userId, now, ATTEMPT_LIMITS),
  ])
  const loaded = { ...found, attempts: counted ? { [userId]: counted } : {} }
  const request = {
    ...{ partner, externalUserId, voucherId, outletId: outletId ?? '', pin: '' },
    ...{ consumer: positionOf(body), gpsAccuracyMeters: null, idempotency: null },
  }
  const [attempt = null] = judgeAttempts(loaded, now)
  const facts = factsOf(request, 0, startRunning(loaded, learn(noTerms(), loaded), now), attempt, deps.vault)
  return { ...facts, pinIsRight: null, outlet: outletId === null ? undefined : facts.outlet }
}
