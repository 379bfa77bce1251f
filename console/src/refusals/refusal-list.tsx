import { getRedeemability } from '@counterfoil/contract/admin/redeemability.ts'
import { exportRefusals, listRefusals, REFUSAL_SORTS } from '@counterfoil/contract/admin/refusals.ts'
import { getRouteApi } from '@tanstack/react-router'
import { addressOf } from '../api/call.ts'
import type { Refusal } from '../api/records.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { Reasons } from '../facts/reasons.tsx'
import { Coded } from '../kit/coded.tsx'
import { AnchorLink } from '../kit/links.tsx'
import { MarkedTitle } from '../kit/marked-title.tsx'
import { optionsOf } from '../kit/options-of.ts'
import { TwoLines } from '../kit/two-lines.tsx'
import { UserLink } from '../kit/user-link.tsx'
import { ActivityFilters } from '../list/activity-filters.tsx'
import type { Column } from '../list/data-table.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { ChoiceFilter, FilterField } from '../list/filter-field.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { PagedTable } from '../list/paged-table.tsx'
import { MerchantMoment } from '../merchants/merchant-moment.tsx'
import { RequestLink } from '../requests/request-link.tsx'
import { queryOf } from '../routing/search.ts'
import { SavedFilters } from '../saved-filters/lazy-saved-filters.tsx'
import { useCan } from '../session/use-session.ts'
import { REFUSAL_CODE_WORDS, REFUSAL_WORDS as words } from '../words/refusals.ts'

const route = getRouteApi('/refusals')

export function RefusalList() {
  const search = route.useSearch()
  const page = useApiQuery(listRefusals, { query: { ...queryOf(listRefusals, search), count: true } })
  const can = useCan()
  return (
    <>
      <PageHeading title={words.title} below={words.below}>
        <SavedFilters list="refusals" />
        <ExportButton address={addressOf(exportRefusals, { query: queryOf(exportRefusals, search) })} />
      </PageHeading>
      <ActivityFilters>
        <ChoiceFilter name="code" label={words.reason} choices={optionsOf(REFUSAL_CODE_WORDS)} />
        <FilterField name="requestId" label={words.requestId} />
      </ActivityFilters>
      <PagedTable
        label={words.title}
        page={page}
        columns={can(getRedeemability) ? [...COLUMNS, CHECK] : COLUMNS}
        empty={words.none}
        sorts={REFUSAL_SORTS}
      />
    </>
  )
}

const COLUMNS: Column<Refusal>[] = [
  {
    title: words.voucher,
    cell: ({ voucherTitle, outletName }) => (
      <TwoLines
        main={voucherTitle === null ? words.unknownVoucher : <MarkedTitle title={voucherTitle} />}
        below={outletName ?? words.unknownOutlet}
      />
    ),
  },
  {
    title: words.when,
    sort: 'at',
    nowrap: true,
    cell: ({ at, merchantId, requestId }) => (
      <TwoLines
        main={<MerchantMoment at={at} merchantId={merchantId} />}
        below={<RequestLink id={requestId} />}
      />
    ),
  },
  { title: words.user, cell: (refusal) => <UserLink of={refusal} /> },
  {
    title: words.reason,
    cell: ({ code, facts, reason }) => (
      <TwoLines
        main={<Coded words={REFUSAL_CODE_WORDS[code]} code={code} />}
        below={<Reasons facts={facts} english={reason} />}
      />
    ),
  },
  {
    title: words.distance,
    isNumber: true,
    cell: ({ distanceMeters }) => (distanceMeters === null ? '' : words.meters(distanceMeters)),
  },
]

const CHECK: Column<Refusal> = {
  title: words.check,
  nowrap: true,
  cell: ({ userId, voucherId, outletId }) => (
    <AnchorLink
      to="/users/$id"
      params={{ id: userId }}
      search={{ tab: 'redeemability', voucherId, outletId }}
      inherit
    >
      {words.checkNow}
    </AnchorLink>
  ),
}
