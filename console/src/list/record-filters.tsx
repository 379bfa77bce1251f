import { getMerchant, listMerchants } from '@counterfoil/contract/admin/merchants.ts'
import { getOutlet, listOutlets } from '@counterfoil/contract/admin/outlets.ts'
import { getPartner, listPartners } from '@counterfoil/contract/admin/partners.ts'
import { getUser, listUsers } from '@counterfoil/contract/admin/users.ts'
import { getVoucher, listVouchers } from '@counterfoil/contract/admin/vouchers.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import { useState } from 'react'
import { useApiQuery } from '../api/use-api-query.ts'
import { FILTER_WORDS as words } from '../words/filters.ts'
import { useListSearch } from './list-search.ts'
import { type RecordOption, RecordSelect } from './record-select.tsx'

const MAX_OPTIONS = 20

/** One id of the list's query, in the address. Choosing it clears the filters that only fit the one before. */
function useIdFilter(name: string, cleared: string[] = []) {
  const { search, setFilters } = useListSearch()
  const id = search[name] === undefined ? '' : String(search[name])
  const [q, setQ] = useState('')
  return {
    id,
    isSet: { enabled: id !== '' },
    params: { id },
    query: { limit: MAX_OPTIONS, ...(q !== '' && { q }) },
    props: (label: string, found: RecordOption[] = [], chosenName?: string) => ({
      label,
      isLabelHidden: true,
      chosen: id === '' ? null : { value: id, label: chosenName },
      options: found,
      search: setQ,
      choose: (value: string | null) =>
        setFilters({ ...Object.fromEntries(cleared.map((other) => [other, null])), [name]: value }),
    }),
  }
}

type Named = { id: string; name: string }

const byName = (items: Named[] = []): RecordOption[] =>
  items.map(({ id, name }) => ({ value: id, label: name }))

/** The record before it stays on the screen while the next one loads. */
const nameOf = (id: string, record: Named | undefined) => (record?.id === id ? record.name : undefined)

export function PartnerFilter() {
  const { id, isSet, params, query, props } = useIdFilter('partnerId')
  const found = useApiQuery(listPartners, { query })
  const chosen = useApiQuery(getPartner, { params }, isSet)
  return <RecordSelect {...props(words.partner, byName(found.data?.items), nameOf(id, chosen.data))} />
}

export function MerchantFilter() {
  const { id, isSet, params, query, props } = useIdFilter('merchantId', ['outletId', 'voucherId'])
  const found = useApiQuery(listMerchants, { query })
  const chosen = useApiQuery(getMerchant, { params }, isSet)
  return <RecordSelect {...props(words.merchant, byName(found.data?.items), nameOf(id, chosen.data))} />
}

/** Outlets of one merchant: there is no list of all outlets. Without a merchant, only the chosen one is shown. */
export function OutletFilter({ merchantId }: { merchantId: string | null }) {
  const { id, isSet, params, query, props } = useIdFilter('outletId')
  const found = useApiQuery(
    listOutlets,
    { params: { id: merchantId ?? '' }, query },
    { enabled: merchantId !== null },
  )
  const chosen = useApiQuery(getOutlet, { params }, isSet)
  return <RecordSelect {...props(words.outlet, byName(found.data?.items), nameOf(id, chosen.data))} />
}

/** Vouchers of one merchant: there is no list of all vouchers. */
export function VoucherFilter({ merchantId }: { merchantId: string | null }) {
  const { id, isSet, params, query, props } = useIdFilter('voucherId')
  const found = useApiQuery(
    listVouchers,
    { params: { id: merchantId ?? '' }, query },
    { enabled: merchantId !== null },
  )
  const chosen = useApiQuery(getVoucher, { params }, isSet)
  const named = ({ id, title }: { id: string; title: string }) => ({ id, name: plainText(title) })
  return (
    <RecordSelect
      {...props(
        words.voucher,
        byName(found.data?.items.map(named)),
        nameOf(id, chosen.data && named(chosen.data)),
      )}
    />
  )
}

export function UserFilter() {
  const { id, isSet, params, query, props } = useIdFilter('userId')
  const found = useApiQuery(listUsers, { query })
  const chosen = useApiQuery(getUser, { params }, isSet)
  const named = (user: { id: string; displayName: string | null; externalUserId: string }) => ({
    id: user.id,
    name: user.displayName === null ? user.externalUserId : `${user.displayName} · ${user.externalUserId}`,
  })
  return (
    <RecordSelect
      {...props(
        words.user,
        byName(found.data?.items.map(named)),
        nameOf(id, chosen.data && named(chosen.data)),
      )}
    />
  )
}
