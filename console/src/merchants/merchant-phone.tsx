import { Phone } from '../preview/phone.tsx'
import { useShownOutlets } from '../preview/shown-outlets.ts'
import { NEUTRAL_BRAND, shownMerchant } from '../preview/shown-records.ts'
import { PREVIEW_WORDS as words } from '../words/preview.ts'
import { useCategories } from './category-names.ts'
import type { MerchantValues } from './merchant-values.ts'

const SCREENS = [
  { value: 'merchant' as const, label: words.merchant },
  { value: 'home' as const, label: words.card },
]

/** The merchant's page with banner and logo, and its card. */
export function MerchantPhone({ id, values }: { id: string; values: MerchantValues }) {
  return <WithOutlets id={id} values={values} outlets={useShownOutlets(id)} />
}

export function NewMerchantPhone({ values }: { values: MerchantValues }) {
  return <WithOutlets values={values} outlets={[]} />
}

function WithOutlets({
  outlets,
  values,
  id,
}: {
  outlets: ReturnType<typeof useShownOutlets>
  values: MerchantValues
  id?: string
}) {
  const categories = useCategories()
  const merchant = shownMerchant({ ...values, ...(id !== undefined && { id }) }, [], outlets)
  return <Phone shown={{ branding: NEUTRAL_BRAND, categories, vouchers: [], merchant }} screens={SCREENS} />
}
