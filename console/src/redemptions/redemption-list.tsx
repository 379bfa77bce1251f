import {
  exportRedemptions,
  listRedemptions,
  REDEMPTION_SORTS,
  reviewRedemption,
} from '@counterfoil/contract/admin/redemptions.ts'
import { getRouteApi } from '@tanstack/react-router'
import { addressOf } from '../api/call.ts'
import type { Redemption } from '../api/records.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { bulkOf } from '../bulk/lazy-bulk.tsx'
import { ButtonLink, RecordLink } from '../kit/links.tsx'
import { MarkedTitle } from '../kit/marked-title.tsx'
import { Money } from '../kit/money.tsx'
import { optionsOf } from '../kit/options-of.ts'
import { TwoLines } from '../kit/two-lines.tsx'
import { UserLink } from '../kit/user-link.tsx'
import { ActivityFilters } from '../list/activity-filters.tsx'
import type { Column } from '../list/data-table.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { ChoiceFilter } from '../list/filter-field.tsx'
import { FixedFilter } from '../list/fixed-filter.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { PagedTable } from '../list/paged-table.tsx'
import { MerchantMoment } from '../merchants/merchant-moment.tsx'
import { queryOf } from '../routing/search.ts'
import { SavedFilters } from '../saved-filters/lazy-saved-filters.tsx'
import { useCan } from '../session/use-session.ts'
import { formatMoney } from '../time/money.ts'
import { monthName } from '../time/month.ts'
import {
  FLAG_REASON_WORDS,
  OUTCOME_WORDS,
  STATUS_WORDS,
  REDEMPTION_WORDS as words,
} from '../words/redemptions.ts'
import { RedemptionState } from './redemption-state.tsx'

const route = getRouteApi('/redemptions')

/** A rejection does not give back the use: these wait for a void. */
const REJECTED_ONLY = { reviewOutcome: 'REJECTED', voided: false } as const

export function RedemptionList() {
  const search = route.useSearch()
  const can = useCan()
  const page = useApiQuery(listRedemptions, { query: { ...queryOf(listRedemptions, search), count: true } })
  return (
    <>
      <PageHeading title={words.title}>
        {can(reviewRedemption) && (
          <ButtonLink to="/redemptions" search={REJECTED_ONLY} variant="default">
            {words.rejectedOnly}
          </ButtonLink>
        )}
        <SavedFilters list="redemptions" />
        <ExportButton address={addressOf(exportRedemptions, { query: queryOf(exportRedemptions, search) })} />
      </PageHeading>
      <ActivityFilters>
        <ChoiceFilter name="status" label={words.status} choices={optionsOf(STATUS_WORDS)} />
        <ChoiceFilter name="flagReason" label={words.flagReason} choices={optionsOf(FLAG_REASON_WORDS)} />
        <ChoiceFilter
          name="reviewed"
          label={words.reviewed}
          choices={optionsOf({ true: words.isReviewed, false: words.notReviewed })}
        />
        <ChoiceFilter
          name="voided"
          label={words.voidedFilter}
          choices={optionsOf({ true: words.isVoided, false: words.notVoided })}
        />
        <ChoiceFilter name="reviewOutcome" label={words.outcome} choices={optionsOf(OUTCOME_WORDS)} />
        <FixedFilter name="statementMonth" label={words.statementMonth} describe={monthName} />
        <FixedFilter name="value" label={words.value} describe={describeValue} />
      </ActivityFilters>
      <PagedTable
        label={words.title}
        page={page}
        columns={COLUMNS}
        empty={words.none}
        sorts={REDEMPTION_SORTS}
        bulk={can(reviewRedemption) ? bulkOf('redemptions', queryOf(listRedemptions, search)) : null}
      />
    </>
  )
}

/** The filter's value, as in "5.00 MYR" or "none". */
function describeValue(value: string): string {
  const [amount = '', currency] = value.split(' ')
  return currency === undefined ? words.noValue : formatMoney({ amount, currency })
}

const COLUMNS: Column<Redemption>[] = [
  {
    title: words.voucher,
    cell: ({ id, voucherTitle, outletName }) => (
      <TwoLines
        main={<RecordLink to="/redemptions/$id" id={id} name={<MarkedTitle title={voucherTitle} />} />}
        below={outletName}
      />
    ),
  },
  {
    title: words.when,
    sort: 'redeemedAt',
    nowrap: true,
    cell: ({ redeemedAt, merchantId }) => <MerchantMoment at={redeemedAt} merchantId={merchantId} />,
  },
  {
    title: words.user,
    cell: (redemption) => <UserLink of={redemption} />,
  },
  { title: words.status, cell: (redemption) => <RedemptionState of={redemption} /> },
  {
    title: words.distance,
    isNumber: true,
    cell: ({ gpsDistanceMeters: meters }) => (meters === null ? words.noDistance : words.meters(meters)),
  },
  {
    title: words.value,
    isNumber: true,
    cell: ({ redemptionValue: value }) => (value === null ? words.noValue : <Money of={value} />),
  },
  { title: words.code, nowrap: true, cell: ({ code }) => code ?? words.noCode },
]
