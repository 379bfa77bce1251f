import { CLAIM_SORTS, exportClaims, listAllClaims } from '@counterfoil/contract/admin/claims.ts'
import { getVoucher } from '@counterfoil/contract/admin/vouchers.ts'
import { getRouteApi } from '@tanstack/react-router'
import { addressOf, type ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { RecordLink } from '../kit/links.tsx'
import { MarkedTitle } from '../kit/marked-title.tsx'
import { UserLink } from '../kit/user-link.tsx'
import { ActivityFilters } from '../list/activity-filters.tsx'
import type { Column } from '../list/data-table.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { PagedTable } from '../list/paged-table.tsx'
import { MerchantMoment } from '../merchants/merchant-moment.tsx'
import { queryOf } from '../routing/search.ts'
import { SavedFilters } from '../saved-filters/lazy-saved-filters.tsx'
import { useCan } from '../session/use-session.ts'
import { CLAIM_WORDS as words } from '../words/claims.ts'

type Claim = ResponseBody<typeof listAllClaims>['items'][number]

const route = getRouteApi('/claims')

export function ClaimList() {
  const search = route.useSearch()
  const page = useApiQuery(listAllClaims, { query: { ...queryOf(listAllClaims, search), count: true } })
  return (
    <>
      <PageHeading title={words.title} below={words.below}>
        <SavedFilters list="claims" />
        <ExportButton address={addressOf(exportClaims, { query: queryOf(exportClaims, search) })} />
      </PageHeading>
      <ActivityFilters hasOutlets={false} />
      <PagedTable label={words.title} page={page} columns={COLUMNS} empty={words.none} sorts={CLAIM_SORTS} />
    </>
  )
}

const COLUMNS: Column<Claim>[] = [
  { title: words.voucher, cell: (claim) => <Voucher of={claim} /> },
  {
    title: words.when,
    sort: 'claimedAt',
    nowrap: true,
    cell: ({ claimedAt, merchantId }) => <MerchantMoment at={claimedAt} merchantId={merchantId} />,
  },
  { title: words.user, cell: (claim) => <UserLink of={claim} /> },
]

function Voucher({ of: { voucherId, voucherTitle } }: { of: Claim }) {
  const can = useCan()
  const title = <MarkedTitle title={voucherTitle} />
  if (!can(getVoucher)) return title
  return <RecordLink to="/vouchers/$id" id={voucherId} name={title} />
}
