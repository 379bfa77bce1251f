import type { Language } from '../languages/language-choice.ts'
import { translate } from '../languages/translate.ts'
import type { RedemptionRecord, TranslatableRedemption } from './engine/write-queries.ts'

/** The redemption with its texts in the language, where they have a translation. */
export function translateRedemption(
  { voucherTranslations, outletTranslations, ...redemption }: TranslatableRedemption,
  language: Language | null,
): RedemptionRecord {
  const { voucherTitle: title, outletName: name } = redemption
  const voucher = translate({ title, translations: voucherTranslations }, language)
  const outlet = translate({ name, translations: outletTranslations }, language)
  return { ...redemption, voucherTitle: voucher.title, outletName: outlet.name }
}
