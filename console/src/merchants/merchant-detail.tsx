import { getMerchant } from '@counterfoil/contract/admin/merchants.ts'
import { Group } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import type { Merchant } from '../api/records.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { PendingRequests } from '../approvals/pending-requests.tsx'
import { RecordHistory } from '../history/lazy-history.ts'
import { ActiveDot } from '../kit/active-dot.tsx'
import { useCategoryName } from '../kit/category-names.ts'
import { BackLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { PageTabs } from '../list/page-tabs.tsx'
import { NotesPanel } from '../notes/lazy-notes.ts'
import { OutletList } from '../outlets/outlet-list.tsx'
import { VoucherList } from '../vouchers/voucher-list.tsx'
import { HISTORY_WORDS } from '../words/history.ts'
import { MERCHANT_WORDS as words } from '../words/merchants.ts'
import { NOTE_WORDS } from '../words/notes.ts'

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
      <BackLink to="/merchants">{words.back}</BackLink>
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
      <PendingRequests target={`merchant:${merchant.id}`} />
      <PageTabs
        label={words.belongings(merchant.name)}
        tabs={[
          { name: 'vouchers', title: words.vouchers, content: <VoucherList merchant={merchant} /> },
          { name: 'outlets', title: words.outlets, content: <OutletList merchantId={merchant.id} /> },
          { name: 'profile', title: words.profile, content: <MerchantProfile merchant={merchant} /> },
          {
            name: 'notes',
            title: NOTE_WORDS.title,
            content: <NotesPanel target={`merchant:${merchant.id}`} />,
          },
          {
            name: 'history',
            title: HISTORY_WORDS.title,
            content: <RecordHistory target={`merchant:${merchant.id}`} />,
          },
        ]}
      />
    </>
  )
}
