import type { Preview, PreviewReason, PreviewRequest } from '@counterfoil/contract/shapes/redemption.ts'
import type { Static } from 'typebox'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Consumer } from '../actors/consumer.ts'
import { requireUser, type UsersDeps } from '../users/current-user.ts'
import { loadPreviewFacts } from './preview-facts.ts'
import { listBrokenRules } from './rules/decide.ts'

/** Lists all refusals that a redemption would get now, by the same facts and rules. Counts no attempt. */
export async function previewRedemption(
  deps: UsersDeps,
  consumer: Consumer,
  body: Static<typeof PreviewRequest>,
): Promise<Static<typeof Preview> | Refusal> {
  const user = await requireUser(deps, consumer)
  if (user instanceof Refusal) return user
  const { partner, externalUserId } = consumer
  const facts = await loadPreviewFacts(deps, { id: user.id, externalUserId, partner }, body)
  const codes = listBrokenRules(facts)
  const notVisible = codes.find((code) => code === 'voucher_not_found' || code === 'voucher_out_of_scope')
  if (notVisible || !facts.voucher) return refuse(notVisible ?? 'voucher_not_found')
  const { redemptionCount, globalRedemptionCap } = facts.voucher
  return {
    redeemable: codes.length === 0,
    reasons: codes as PreviewReason[],
    retryAfterSeconds: codes.includes('rate_limited')
      ? (facts.retryAfterSeconds ?? facts.defenseSeconds)
      : null,
    remaining: Math.max(0, redemptionCount - facts.usedByUser),
    globalRemaining: globalRedemptionCap === null ? null : Math.max(0, globalRedemptionCap - facts.usedByAll),
    cycleKey: facts.cycle.key,
    cycleResetsAt: facts.cycle.resetsAt,
  }
}
