import type { getMerchant } from '@counterfoil/contract/admin-merchants.ts'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Answered } from '../api/call.ts'
import { languageName } from '../form/language-tag.ts'
import { useCategories } from '../merchants/category-names.ts'
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
  merchant: Answered<typeof getMerchant>
}) {
  const [wanted, setLanguage] = useState('')
  const tags = Object.keys(values.translations)
  const language = tags.includes(wanted) ? wanted : null
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
      {tags.length > 0 && (
        <NativeSelect
          size="xs"
          aria-label={words.language}
          value={language ?? ''}
          onChange={(event) => setLanguage(event.currentTarget.value)}
          data={[
            { value: '', label: words.baseLanguage },
            ...tags.map((tag) => ({ value: tag, label: languageName(tag) })),
          ]}
        />
      )}
    </Phone>
  )
}
