import { MerchantSelect, PartnerSelect } from '../kit/record-select.tsx'
import { KIT_WORDS as words } from '../words/kit.ts'
import { useListSearch } from './list-search.ts'

const WIDTH = { base: '100%', xs: 200 }

/** Filters a list by merchant or partner, in the address as `merchantId` and `partnerId`. */
export function MerchantFilter() {
  const { search, setFilter } = useListSearch()
  return (
    <MerchantSelect
      aria-label={words.merchant}
      placeholder={words.anyMerchant}
      clearable
      clearButtonProps={{ 'aria-label': `${words.clearFilters}: ${words.merchant}` }}
      value={(search.merchantId as string | undefined) ?? null}
      onChange={(id) => setFilter('merchantId', id)}
      w={WIDTH}
    />
  )
}

export function PartnerFilter() {
  const { search, setFilter } = useListSearch()
  return (
    <PartnerSelect
      aria-label={words.partner}
      placeholder={words.anyPartner}
      clearable
      clearButtonProps={{ 'aria-label': `${words.clearFilters}: ${words.partner}` }}
      value={(search.partnerId as string | undefined) ?? null}
      onChange={(id) => setFilter('partnerId', id)}
      w={WIDTH}
    />
  )
}
