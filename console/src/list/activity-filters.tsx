import { listMerchants } from '@counterfoil/contract/admin/merchants.ts'
import { listPartners } from '@counterfoil/contract/admin/partners.ts'
import { listUsers } from '@counterfoil/contract/admin/users.ts'
import { Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCan, useOnlyMerchant, useSession } from '../session/use-session.ts'
import { useListSearch } from './list-search.ts'
import { CategoryFilter, MerchantFilter, PartnerFilter } from './owner-filters.tsx'
import { OutletFilter, UserFilter, VoucherFilter } from './record-filters.tsx'
import { TimeFilter } from './time-filter.tsx'

/** The filters that redemptions, refusals and claims share, and those of the list itself as children. */
export function ActivityFilters({
  children,
  hasOutlets = true,
}: {
  children?: ReactNode
  hasOutlets?: boolean
}) {
  const can = useCan()
  const { search } = useListSearch()
  const session = useSession()
  const onlyMerchant = useOnlyMerchant()
  const merchantId = search.merchantId === undefined ? onlyMerchant : String(search.merchantId)
  // Outlets and vouchers are listed by merchant. A link may name one without its merchant.
  const isShown = (name: string) => can(listMerchants) && (merchantId !== null || search[name] !== undefined)
  return (
    <Stack gap="xs" mb="md">
      <Group gap="xs">
        {session.partnerId === null && can(listPartners) && <PartnerFilter />}
        {onlyMerchant === null && can(listMerchants) && <MerchantFilter />}
        {hasOutlets && isShown('outletId') && <OutletFilter merchantId={merchantId} />}
        {isShown('voucherId') && <VoucherFilter merchantId={merchantId} />}
        {can(listUsers) && <UserFilter />}
        {search.category !== undefined && <CategoryFilter />}
        {children}
      </Group>
      <Group gap="xs" align="flex-end">
        <TimeFilter />
      </Group>
    </Stack>
  )
}
