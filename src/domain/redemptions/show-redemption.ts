import type { Redemption } from '@counterfoil/contract/shapes/redemption.ts'
import type { Static } from 'typebox'
import type { Vault } from '../../platform/secrets.ts'
import { withVerifyCode } from '../../platform/verification-code.ts'
import type { Language } from '../languages/language-choice.ts'
import type { TranslatableRedemption } from './engine/write-queries.ts'
import { translateRedemption } from './translate-redemption.ts'

/** A redemption as the contract shows it, in the language of the request. */
export function showTranslated(
  vault: Vault,
  redemption: TranslatableRedemption,
  language: Language | null,
): Static<typeof Redemption> {
  return withVerifyCode(vault, translateRedemption(redemption, language))
}
