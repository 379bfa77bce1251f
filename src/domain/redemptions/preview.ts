import type { Preview, PreviewReason, PreviewRequest } from '@counterfoil/contract/redemption.ts'
import type { Static } from 'typebox'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { Consumer } from '../users/consumer.ts'
import { requireUser } from '../users/current-user.ts'
import { type Facts, listBrokenRules } from './decide.ts'
import { ATTEMPT_LIMITS, buildFacts, judgeAttempts, positionOf, startBatchFacts } from './facts.ts'
import { findAttempts, loadFacts } from './facts-queries.ts'
import { emptyTerms, mergeTerms } from './terms.ts'

/** Lists all refusals that a redemption would get now, by the same facts and rules. Counts no attempt. */
export async function previewRedemption(
  deps: Deps,
  consumer: Consumer,
  body: Static<typeof PreviewRequest>,
): Promise<Static<typeof Preview> | Refusal> {
  const user = await requireUser(deps, consumer)
  if (user instanceof Refusal) return user
  const facts = await loadPreviewFacts(deps, consumer, user.id, body)
  const codes = listBrokenRules(facts)
  const notVisible = codes.find((code) => code === 'voucher_not_found' || code === 'voucher_out_of_scope')
  if (notVisible || !facts.voucher) return refuse(notVisible ?? 'voucher_not_found')
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
  const toLoad = { ...user, voucherId, outletId, idempotencyKey: null, countsAsAttempt: false }
  const [found, counted] = await Promise.all([
    loadFacts(deps.db, [toLoad], now, ATTEMPT_LIMITS, emptyTerms()),
    findAttempts(deps.db, userId, now, ATTEMPT_LIMITS),
  ])
  const loaded = { ...found, attempts: counted ? { [userId]: counted } : {} }
  const request = {
    ...{ partner, externalUserId, voucherId, outletId: outletId ?? '', pin: '' },
    ...{ consumer: positionOf(body), gpsAccuracyMeters: null, idempotency: null },
  }
  const [attempt = null] = judgeAttempts(loaded, now)
  const facts = buildFacts(
    request,
    0,
    startBatchFacts(loaded, mergeTerms(emptyTerms(), loaded), now),
    attempt,
    deps.vault,
  )
  return { ...facts, pinIsRight: null, outlet: outletId === null ? undefined : facts.outlet }
}
