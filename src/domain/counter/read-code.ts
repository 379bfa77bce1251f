import type { CodeReading } from '@counterfoil/contract/counter/counter.ts'
import type { CodeRedemptionRefusal } from '@counterfoil/contract/errors.ts'
import type { Static } from 'typebox'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { translate } from '../languages/translate.ts'
import type { PartnersDeps } from '../partners/directory.ts'
import { loadPreviewFacts } from '../redemptions/preview-facts.ts'
import { decide } from '../redemptions/rules/decide.ts'
import { chooseAmong } from '../redemptions/translate-redemption.ts'
import { HOLD_SECONDS, type Taker, takeCode } from './take-code.ts'
import { getVoucherText } from './use-queries.ts'

/** Shows what a code would redeem, and holds it. Counts no attempt. */
export async function readCode(
  deps: PartnersDeps,
  taker: Taker,
  code: string,
  acceptLanguage: string | null,
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
  const text = await getVoucherText(deps.db, taken)
  const { translations, outletTranslations, outletName: name } = text
  const request = { lang: undefined, acceptLanguage }
  const language = chooseAmong(deps.config.baseLanguage, request, translations, outletTranslations)
  const { title, terms } = translate(text, language)
  const outlet = translate({ name, translations: outletTranslations }, language)
  return {
    ...{ voucherTitle: title, terms, outletName: outlet.name },
    refusal: 'code' in decision ? (decision.code as CodeRedemptionRefusal) : null,
    heldForSeconds: HOLD_SECONDS,
  }
}
