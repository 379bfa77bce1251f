import { type Language, LanguageChoice, type LanguageRequest } from '../languages/language-choice.ts'
import { type Translations, translate } from '../languages/translate.ts'

type Translatable = {
  voucherTitle: string
  outletName: string
  voucherTranslations: Translations
  outletTranslations: Translations
}

/** The redemption with its texts in the language, where they have a translation. */
export function translateRedemption<T extends Translatable>(
  { voucherTranslations, outletTranslations, ...redemption }: T,
  language: Language | null,
): Omit<T, 'voucherTranslations' | 'outletTranslations'> {
  const { voucherTitle: title, outletName: name } = redemption
  const voucher = translate({ title, translations: voucherTranslations }, language)
  const outlet = translate({ name, translations: outletTranslations }, language)
  return { ...redemption, voucherTitle: voucher.title, outletName: outlet.name }
}

/** The best language among the given translations, for pages that read no catalog. */
export function chooseAmong(
  baseLanguage: string,
  request: LanguageRequest,
  ...translations: Translations[]
): Language | null {
  const tags = translations.flatMap((one) => Object.keys(one ?? {}))
  return new LanguageChoice(baseLanguage, tags).choose(request)
}
