import { MerchantSelect, PartnerSelect } from '../kit/record-select.tsx'
import { FILTER_WORDS as words } from '../words/filters.ts'
import { useIdFilter } from './use-id-filter.ts'

export function PartnerFilter() {
  return <PartnerSelect {...useIdFilter('partnerId', words.partner)} />
}

export function MerchantFilter() {
  return <MerchantSelect {...useIdFilter('merchantId', words.merchant, ['outletId', 'voucherId'])} />
}
