import type { ReactNode } from 'react'
import type { Voucher } from '../../../webview/src/api/routes.ts'
import { useCategories } from '../kit/category-names.ts'
import { useLanguageChoice } from '../preview/language-choice.tsx'
import { Phone } from '../preview/phone.tsx'
import { useShownOutlets } from '../preview/shown-outlets.ts'
import { NEUTRAL_BRAND, shownMerchant, shownVoucher } from '../preview/shown-records.ts'
import { valuesOf } from '../vouchers/voucher-values.ts'
import { PREVIEW_WORDS as words } from '../words/preview.ts'
import type { MerchantValues } from './merchant-values.ts'
import { useVouchersOf } from './vouchers-of.ts'

const SCREENS = [
  { value: 'merchant' as const, label: words.merchant },
  { value: 'home' as const, label: words.card },
]

/** The merchant's page with banner, logo, live vouchers and outlets, and its card. */
export function MerchantPhone({ id, values }: { id: string; values: MerchantValues }) {
  const { language, choice } = useLanguageChoice(values.translations)
  const vouchers = useVouchersOf(id)
    .filter(isLive)
    .map((voucher) =>
      shownVoucher(valuesOf(voucher), {
        id: voucher.id,
        merchantId: id,
        timezone: values.timezone,
        language,
      }),
    )
  const outlets = useShownOutlets(id)
  return (
    <Shown values={{ ...values, id }} outlets={outlets} vouchers={vouchers} language={language}>
      {choice}
    </Shown>
  )
}

export function NewMerchantPhone({ values }: { values: MerchantValues }) {
  const { language, choice } = useLanguageChoice(values.translations)
  return (
    <Shown values={values} outlets={[]} vouchers={[]} language={language}>
      {choice}
    </Shown>
  )
}

function Shown({
  values,
  outlets,
  vouchers,
  language,
  children,
}: {
  values: MerchantValues & { id?: string }
  outlets: ReturnType<typeof useShownOutlets>
  vouchers: Voucher[]
  language: string | null
  children: ReactNode
}) {
  const categories = useCategories()
  const merchant = shownMerchant(values, vouchers, outlets, language)
  return (
    <Phone
      shown={{ branding: NEUTRAL_BRAND, categories, vouchers, merchant }}
      screens={SCREENS}
      language={language}
    >
      {children}
    </Phone>
  )
}

const isLive = ({ status, validUntil }: { status: string; validUntil: string | null }) =>
  status === 'PUBLISHED' && (validUntil === null || Date.parse(validUntil) > Date.now())
