import { listOutlets } from '@counterfoil/contract/admin/outlets.ts'
import { getRedeemability } from '@counterfoil/contract/admin/redeemability.ts'
import { getVoucher } from '@counterfoil/contract/admin/vouchers.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import { byOutletName } from '@counterfoil/contract/shapes/outlet-order.ts'
import { SimpleGrid } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useApiQuery } from '../api/use-api-query.ts'
import { type RecordOption, RecordSelect } from '../list/record-select.tsx'
import { detailOf, titleOf } from '../look-up/hit-words.ts'
import { useHits } from '../look-up/use-hits.ts'
import { useCan } from '../session/use-session.ts'
import { USER_WORDS as words } from '../words/users.ts'
import type { User } from './user.ts'

type Chosen = { user: User; voucherId: string | undefined; outletId: string | undefined }

/** Chooses what to check. Partners see no catalog, so they choose from what the user has claimed and redeemed. */
export function VoucherAndOutlet(chosen: Chosen) {
  const { user, voucherId, outletId } = chosen
  const navigate = useNavigate()
  const go = (search: { voucherId?: string | undefined; outletId?: string | undefined }) =>
    void navigate({ to: '.', search: { tab: 'redeemability', ...search } as never, replace: true })
  const names = useApiQuery(
    getRedeemability,
    { params: { id: user.id }, query: { voucherId: voucherId ?? '', ...(outletId && { outletId }) } },
    { enabled: voucherId !== undefined },
  ).data
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <VoucherSelect
        user={user}
        chosen={
          voucherId === undefined
            ? null
            : { value: voucherId, label: names?.voucherTitle ? plainText(names.voucherTitle) : voucherId }
        }
        choose={(value) => go({ voucherId: value ?? undefined })}
      />
      <OutletSelect
        user={user}
        voucherId={voucherId}
        chosen={outletId === undefined ? null : { value: outletId, label: names?.outletName ?? outletId }}
        choose={(value) => go({ voucherId, outletId: value ?? undefined })}
      />
    </SimpleGrid>
  )
}

type SelectProps = { user: User; chosen: RecordOption | null; choose: (value: string | null) => void }

function VoucherSelect({ user, chosen, choose }: SelectProps) {
  const [text, search] = useState('')
  const hits = useHits(text)
  const can = useCan()
  const own = distinct(
    [...user.claims, ...user.redemptions].map(({ voucherId, voucherTitle }) => ({
      value: voucherId,
      label: plainText(voucherTitle),
    })),
  ).filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
  const found = (text === '' ? [] : (hits.data?.items ?? []))
    .filter(({ type }) => type === 'voucher')
    .map((hit) => ({ value: hit.id, label: `${titleOf(hit)} · ${detailOf(hit)}` }))
  return (
    <RecordSelect
      label={words.voucher}
      placeholder={words.voucher}
      hint={can(getVoucher) ? words.voucherHint : words.voucherHintForPartner}
      chosen={chosen}
      options={distinct([...own, ...found])}
      search={search}
      choose={choose}
    />
  )
}

const MAX_OUTLETS = 50

function OutletSelect({ user, voucherId, chosen, choose }: SelectProps & { voucherId: string | undefined }) {
  const [q, search] = useState('')
  const can = useCan()
  const voucher = useApiQuery(
    getVoucher,
    { params: { id: voucherId ?? '' } },
    { enabled: voucherId !== undefined && can(getVoucher) },
  )
  const merchantId = voucher.data?.id === voucherId ? voucher.data?.merchantId : undefined
  const outlets = useApiQuery(
    listOutlets,
    { params: { id: merchantId ?? '' }, query: { limit: MAX_OUTLETS, ...(q !== '' && { q }) } },
    { enabled: merchantId !== undefined },
  )
  const redeemedAt = user.redemptions
    .filter((redemption) => redemption.voucherId === voucherId)
    .map(({ outletId, outletName }) => ({ value: outletId, label: outletName }))
  const listed = (outlets.data?.items ?? []).toSorted(byOutletName).map(({ id, name, city }) => ({
    value: id,
    label: `${name} · ${city}`,
  }))
  return (
    <RecordSelect
      label={words.outlet}
      placeholder={words.outlet}
      hint={words.outletHint}
      chosen={chosen}
      options={distinct([...listed, ...redeemedAt])}
      search={search}
      choose={choose}
      disabledBecause={voucherId === undefined ? words.chooseVoucherFirst : undefined}
    />
  )
}

function distinct(options: RecordOption[]): RecordOption[] {
  return [...new Map(options.toReversed().map((option) => [option.value, option])).values()].toReversed()
}
