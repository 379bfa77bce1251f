import type { CodeReading } from '@counterfoil/contract/counter/counter.ts'
import type { CodeRedemptionRefusal } from '@counterfoil/contract/shapes/redemption.ts'
import type { Static } from 'typebox'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { PartnersDeps } from '../partners/directory.ts'
import { loadPreviewFacts } from '../redemptions/preview-facts.ts'
import { decide } from '../redemptions/rules/decide.ts'
import { HOLD_SECONDS, type Taker, takeCode } from './take-code.ts'
import { getVoucherText } from './use-queries.ts'

/** Shows what a code would redeem, and holds it. Counts no attempt. */
export async function readCode(
  deps: PartnersDeps,
  taker: Taker,
  code: string,
): Promise<Static<typeof CodeReading> | Refusal> {
  const taken = await takeCode(deps, taker, code)
  if (taken instanceof Refusal) return taken
  if ('use' in taken) return refuse('code_used')
  const { userId, externalUserId, partner, voucherId, outletId, consumerLat, consumerLng } = taken
  const position = consumerLat === null || consumerLng === null ? {} : { consumerLat, consumerLng }
  const facts = await loadPreviewFacts(
    deps,
    { id: userId, externalUserId, partner },
    { voucherId, outletId, ...position, method: 'QR' },
  )
  const decision = decide(facts)
  const { title, terms, outletName } = await getVoucherText(deps.db, taken)
  return {
    ...{ voucherTitle: title, terms, outletName },
    refusal: 'code' in decision ? (decision.code as CodeRedemptionRefusal) : null,
    heldForSeconds: HOLD_SECONDS,
  }
}
