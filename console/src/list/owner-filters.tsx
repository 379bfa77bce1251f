import { useCategoryName } from '../kit/category-names.ts'
import { MerchantSelect, PartnerSelect } from '../kit/record-select.tsx'
import { FILTER_WORDS as words } from '../words/filters.ts'
import { FixedFilter } from './fixed-filter.tsx'
import { useIdFilter } from './use-id-filter.ts'

export function PartnerFilter() {
  return <PartnerSelect {...useIdFilter('partnerId', words.partner)} />
}

export function MerchantFilter() {
  return <MerchantSelect {...useIdFilter('merchantId', words.merchant, ['outletId', 'voucherId'])} />
}

export function CategoryFilter() {
  return <FixedFilter name="category" label={words.category} describe={useCategoryName()} />
}
