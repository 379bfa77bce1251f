import type { Merchant } from '../api/records.ts'
import { useCategories } from '../kit/category-names.ts'
import { useLanguageChoice } from '../preview/language-choice.tsx'
import { Phone } from '../preview/phone.tsx'
import { useShownOutlets } from '../preview/shown-outlets.ts'
import { NEUTRAL_BRAND, shownMerchant, shownVoucher } from '../preview/shown-records.ts'
import { PREVIEW_WORDS as words } from '../words/preview.ts'
import type { VoucherValues } from './voucher-values.ts'

const SCREENS = [
  { value: 'voucher' as const, label: words.voucher },
  { value: 'home' as const, label: words.card },
]

/** The voucher and its card as users see them, in each of its languages. */
export function VoucherPhone({
  id,
  values,
  merchant,
}: {
  id?: string
  values: VoucherValues
  merchant: Merchant
}) {
  const { language, choice } = useLanguageChoice(values.translations)
  const categories = useCategories()
  const outlets = useShownOutlets(merchant.id, values.outletIds !== null)
  const { timezone } = merchant
  const voucher = shownVoucher(values, {
    ...(id !== undefined && { id }),
    merchantId: merchant.id,
    timezone,
    language,
  })
  const shown = {
    branding: NEUTRAL_BRAND,
    categories,
    vouchers: [voucher],
    merchant: shownMerchant(merchant, [voucher], outlets),
  }
  return (
    <Phone shown={shown} screens={SCREENS} language={language}>
      {choice}
    </Phone>
  )
}
