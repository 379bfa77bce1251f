import { listOutlets } from '@counterfoil/contract/admin/outlets.ts'
import { getRedeemability } from '@counterfoil/contract/admin/redeemability.ts'
import { getVoucher } from '@counterfoil/contract/admin/vouchers.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import { byOutletName } from '@counterfoil/contract/shapes/outlet-order.ts'
import { SimpleGrid } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '../api/records.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { type NamedRecord, RecordSelect } from '../kit/record-select.tsx'
import { detailOf, titleOf } from '../record-search/hit-words.ts'
import { useHits } from '../record-search/use-hits.ts'
import { useCan } from '../session/use-session.ts'
import { KIT_WORDS } from '../words/kit.ts'
import { USER_WORDS as words } from '../words/users.ts'

type Chosen = { user: User; voucherId: string | undefined; outletId: string | undefined }

/** Chooses what to check. Partners see no catalog, so they choose from what the user has claimed and redeemed. */
export function VoucherAndOutlet(chosen: Chosen) {
  const { user, voucherId, outletId } = chosen
  const navigate = useNavigate()
  const go = (search: { voucherId?: string | undefined; outletId?: string | undefined }) =>
    void navigate({ to: '.', search: { tab: 'redeemability', ...search } as never, replace: true })
  const names = useApiQuery(
    getRedeemability,
    voucherId === undefined
      ? null
      : { params: { id: user.id }, query: { voucherId, ...(outletId && { outletId }) } },
  ).data
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <VoucherSelect
        user={user}
        chosen={
          voucherId === undefined
            ? undefined
            : { id: voucherId, name: names?.voucherTitle ? plainText(names.voucherTitle) : voucherId }
        }
        choose={(id) => go({ voucherId: id ?? undefined })}
      />
      <OutletSelect
        user={user}
        voucherId={voucherId}
        chosen={outletId === undefined ? undefined : { id: outletId, name: names?.outletName ?? outletId }}
        choose={(id) => go({ voucherId, outletId: id ?? undefined })}
      />
    </SimpleGrid>
  )
}

type SelectProps = { user: User; chosen: NamedRecord | undefined; choose: (id: string | null) => void }

function VoucherSelect({ user, chosen, choose }: SelectProps) {
  const [text, search] = useState('')
  const hits = useHits(text)
  const can = useCan()
  const own = distinct(
    [...user.claims, ...user.redemptions].map(({ voucherId, voucherTitle }) => ({
      id: voucherId,
      name: plainText(voucherTitle),
    })),
  ).filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
  const found = (text === '' ? [] : (hits.data?.items ?? []))
    .filter(({ type }) => type === 'voucher')
    .map((hit) => ({ id: hit.id, name: `${titleOf(hit)} · ${detailOf(hit)}` }))
  return (
    <RecordSelect
      label={words.voucher}
      placeholder={words.voucher}
      description={can(getVoucher) ? words.voucherHint : words.voucherHintForPartner}
      nothingFoundMessage={KIT_WORDS.nothingMatches}
      clearable
      clearButtonProps={{ 'aria-label': `${KIT_WORDS.clearFilters}: ${words.voucher}` }}
      value={chosen?.id ?? null}
      chosen={chosen}
      found={distinct([...own, ...found])}
      search={search}
      onChange={choose}
    />
  )
}

const MAX_OUTLETS = 50

function OutletSelect({ user, voucherId, chosen, choose }: SelectProps & { voucherId: string | undefined }) {
  const [q, search] = useState('')
  const can = useCan()
  const voucher = useApiQuery(
    getVoucher,
    voucherId !== undefined && can(getVoucher) ? { params: { id: voucherId } } : null,
  )
  const merchantId = voucher.data?.id === voucherId ? voucher.data?.merchantId : undefined
  const outlets = useApiQuery(
    listOutlets,
    merchantId === undefined
      ? null
      : { params: { id: merchantId }, query: { limit: MAX_OUTLETS, ...(q !== '' && { q }) } },
  )
  const redeemedAt = user.redemptions
    .filter((redemption) => redemption.voucherId === voucherId)
    .map(({ outletId, outletName }) => ({ id: outletId, name: outletName }))
  const listed = (outlets.data?.items ?? []).toSorted(byOutletName).map(({ id, name, city }) => ({
    id,
    name: `${name} · ${city}`,
  }))
  return (
    <RecordSelect
      label={words.outlet}
      placeholder={words.outlet}
      description={voucherId === undefined ? words.chooseVoucherFirst : words.outletHint}
      disabled={voucherId === undefined}
      nothingFoundMessage={KIT_WORDS.nothingMatches}
      clearable
      clearButtonProps={{ 'aria-label': `${KIT_WORDS.clearFilters}: ${words.outlet}` }}
      value={chosen?.id ?? null}
      chosen={chosen}
      found={distinct([...listed, ...redeemedAt])}
      search={search}
      onChange={choose}
    />
  )
}

function distinct(records: NamedRecord[]): NamedRecord[] {
  return [...new Map(records.toReversed().map((record) => [record.id, record])).values()].toReversed()
}
