import { getOutlet, listOutlets } from '@counterfoil/contract/admin/outlets.ts'
import { getUser, listUsers } from '@counterfoil/contract/admin/users.ts'
import { getVoucher, listVouchers } from '@counterfoil/contract/admin/vouchers.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { RecordSelect, useRecordSearch } from '../kit/record-select.tsx'
import { FILTER_WORDS as words } from '../words/filters.ts'
import { useIdFilter } from './use-id-filter.ts'

/** Outlets of one merchant: there is no list of all outlets. Without a merchant, only the chosen one is shown. */
export function OutletFilter({ merchantId }: { merchantId: string | null }) {
  const filter = useIdFilter('outletId', words.outlet)
  const { search, query, chosenInput } = useRecordSearch(filter.value)
  const found = useApiQuery(listOutlets, merchantId === null ? null : { params: { id: merchantId }, query })
  const chosen = useApiQuery(getOutlet, chosenInput)
  return <RecordSelect {...filter} chosen={chosen.data} found={found.data?.items} search={search} />
}

/** Vouchers of one merchant: there is no list of all vouchers. */
export function VoucherFilter({ merchantId }: { merchantId: string | null }) {
  const filter = useIdFilter('voucherId', words.voucher)
  const { search, query, chosenInput } = useRecordSearch(filter.value)
  const found = useApiQuery(listVouchers, merchantId === null ? null : { params: { id: merchantId }, query })
  const chosen = useApiQuery(getVoucher, chosenInput)
  const named = ({ id, title }: { id: string; title: string }) => ({ id, name: plainText(title) })
  return (
    <RecordSelect
      {...filter}
      chosen={chosen.data && named(chosen.data)}
      found={found.data?.items.map(named)}
      search={search}
    />
  )
}

export function UserFilter() {
  const filter = useIdFilter('userId', words.user)
  const { search, query, chosenInput } = useRecordSearch(filter.value)
  const found = useApiQuery(listUsers, { query })
  const chosen = useApiQuery(getUser, chosenInput)
  const named = (user: { id: string; displayName: string | null; externalUserId: string }) => ({
    id: user.id,
    name: user.displayName === null ? user.externalUserId : `${user.displayName} · ${user.externalUserId}`,
  })
  return (
    <RecordSelect
      {...filter}
      chosen={chosen.data && named(chosen.data)}
      found={found.data?.items.map(named)}
      search={search}
    />
  )
}
