import { getMerchant } from '@counterfoil/contract/admin/merchants.ts'
import { Group, Tabs } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Merchant } from '../api/records.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { useCategoryName } from '../categories/category-names.ts'
import { ActiveDot } from '../kit/active-dot.tsx'
import { AnchorLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Loading } from '../kit/loading.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { OutletList } from '../outlets/outlet-list.tsx'
import { VoucherList } from '../vouchers/voucher-list.tsx'
import { MERCHANT_WORDS as words } from '../words/merchants.ts'

const route = getRouteApi('/merchants/$id')

/** The form is as large as the rest of the screen, and most visits only look at the lists. */
const MerchantProfile = lazy(async () => {
  const { MerchantProfile: component } = await import('./merchant-profile.tsx')
  return { default: component }
})

export function MerchantDetail() {
  const { id } = route.useParams()
  const merchant = useApiQuery(getMerchant, { params: { id } })
  return (
    <>
      <AnchorLink to="/merchants" size="sm">
        {words.back}
      </AnchorLink>
      <Loaded of={merchant}>{(data) => <MerchantPage key={data.id} merchant={data} />}</Loaded>
    </>
  )
}

function MerchantPage({ merchant }: { merchant: Merchant }) {
  const categoryName = useCategoryName()
  return (
    <>
      <PageHeading
        title={merchant.name}
        below={
          <Group gap="sm">
            <ActiveDot isActive={merchant.isActive} />
            {[merchant.slug, categoryName(merchant.category), merchant.timezone].join(' · ')}
          </Group>
        }
      />
      <Belongings merchant={merchant} />
    </>
  )
}

const TABS = ['vouchers', 'outlets', 'profile'] as const

/** Each tab is a list of its own, so changing it leaves search and page behind. */
function Belongings({ merchant }: { merchant: Merchant }) {
  const { tab } = route.useSearch()
  const navigate = useNavigate()
  const open = TABS.find((name) => name === tab) ?? 'vouchers'
  return (
    <Tabs
      value={open}
      onChange={(value) => void navigate({ to: '.', search: { tab: value ?? undefined } as never })}
      keepMounted={false}
    >
      <Tabs.List mb="md" aria-label={words.belongings(merchant.name)}>
        {TABS.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {words[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="vouchers">
        <VoucherList merchant={merchant} />
      </Tabs.Panel>
      <Tabs.Panel value="outlets">
        <OutletList merchantId={merchant.id} />
      </Tabs.Panel>
      <Tabs.Panel value="profile">
        <Suspense fallback={<Loading />}>
          <MerchantProfile merchant={merchant} />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  )
}
