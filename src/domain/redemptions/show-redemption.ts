import type { Redemption } from '@counterfoil/contract/shapes/redemption.ts'
import type { Static } from 'typebox'
import type { Vault } from '../../platform/secrets.ts'
import { verificationCode } from '../../platform/verification-code.ts'
import type { Language } from '../languages/language-choice.ts'
import type { RedemptionRecord, TranslatableRedemption } from './engine/write-queries.ts'
import { translateRedemption } from './translate-redemption.ts'

/** A redemption as the contract shows it, with the code that verifies it. */
export function showRedemption(vault: Vault, redemption: RedemptionRecord): Static<typeof Redemption> {
  return { ...redemption, verifyCode: verificationCode(vault, redemption.id) }
}

export function showTranslated(
  vault: Vault,
  redemption: TranslatableRedemption,
  language: Language | null,
): Static<typeof Redemption> {
  return showRedemption(vault, translateRedemption(redemption, language))
}
