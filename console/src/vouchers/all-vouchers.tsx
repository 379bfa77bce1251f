import { exportVouchers, listAllVouchers, VOUCHER_SORTS } from '@counterfoil/contract/admin/voucher-list.ts'
import { publishVoucher } from '@counterfoil/contract/admin/vouchers.ts'
import { Group, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { addressOf, type ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { bulkOf } from '../bulk/lazy-bulk.tsx'
import { AnchorLink, RecordLink } from '../kit/links.tsx'
import { MarkedTitle } from '../kit/marked-title.tsx'
import { optionsOf } from '../kit/options-of.ts'
import { StatusDot } from '../kit/status-dot.tsx'
import { TwoLines } from '../kit/two-lines.tsx'
import type { Column } from '../list/data-table.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { ChoiceFilter, FilterField } from '../list/filter-field.tsx'
import { MerchantFilter } from '../list/owner-filters.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { PagedTable } from '../list/paged-table.tsx'
import { queryOf } from '../routing/search.ts'
import { SavedFilters } from '../saved-filters/lazy-saved-filters.tsx'
import { useCan, useOnlyMerchant } from '../session/use-session.ts'
import { Moment } from '../time/moment.tsx'
import { formatNumber } from '../time/numbers.ts'
import { VOUCHER_STATE_WORDS, ALL_VOUCHERS_WORDS as words } from '../words/all-vouchers.ts'
import { CYCLE_WORDS } from '../words/vouchers.ts'
import { ScheduleNote } from './schedule-note.tsx'
import { UseBar } from './use-bar.tsx'

type Voucher = ResponseBody<typeof listAllVouchers>['items'][number]

const route = getRouteApi('/vouchers')

/** The vouchers of all merchants: which are live, which end, and how far each is used up. */
export function AllVouchers() {
  const search = route.useSearch()
  const showsMerchants = useOnlyMerchant() === null
  const can = useCan()
  const page = useApiQuery(listAllVouchers, { query: { ...queryOf(listAllVouchers, search), count: true } })
  return (
    <>
      <PageHeading title={words.title} below={words.below}>
        <SavedFilters list="vouchers" />
        <ExportButton address={addressOf(exportVouchers, { query: queryOf(exportVouchers, search) })} />
      </PageHeading>
      <Group gap="xs" mb="md">
        <FilterField name="q" label={words.search} />
        {showsMerchants && <MerchantFilter />}
        <ChoiceFilter name="state" label={words.state} choices={optionsOf(VOUCHER_STATE_WORDS)} />
        <ChoiceFilter
          name="endsWithinDays"
          label={words.ends}
          choices={[3, 7, 30].map((days) => ({ value: String(days), label: words.endsWithin(days) }))}
        />
      </Group>
      <PagedTable
        label={words.title}
        page={page}
        columns={columnsOf(showsMerchants, page.data?.recentFrom)}
        empty={words.none}
        sorts={VOUCHER_SORTS}
        bulk={can(publishVoucher) ? bulkOf('vouchers', queryOf(listAllVouchers, search)) : null}
      />
    </>
  )
}

function columnsOf(showsMerchants: boolean, recentFrom: string | undefined): Column<Voucher>[] {
  return [
    {
      title: words.one,
      sort: 'title',
      cell: ({ id, title }) => (
        <RecordLink to="/vouchers/$id" id={id} name={<MarkedTitle title={title} />} className="wrap" />
      ),
    },
    ...(showsMerchants ? [MERCHANT] : []),
    { title: words.state, cell: (voucher) => <State of={voucher} /> },
    { title: words.validUntil, sort: 'validUntil', nowrap: true, cell: (voucher) => <End of={voucher} /> },
    { title: words.cap, cell: ({ cap, cycle }) => cap && <CapUse cap={cap} cycle={cycle} /> },
    {
      title: words.codes,
      cell: ({ codes }) => codes && <UseBar used={codes.dispensed} total={codes.total} />,
    },
    {
      title: words.redeemed30Days,
      isNumber: true,
      cell: ({ id, merchantId, redeemed30Days }) => (
        <AnchorLink
          to="/redemptions"
          search={{ merchantId, voucherId: id, voided: false, from: recentFrom }}
          inherit
        >
          {formatNumber(redeemed30Days)}
        </AnchorLink>
      ),
    },
  ]
}

const MERCHANT: Column<Voucher> = {
  title: words.merchant,
  sort: 'merchantName',
  cell: ({ merchantId, merchantName }) => (
    <RecordLink to="/merchants/$id" id={merchantId} name={merchantName} className="wrap" />
  ),
}

function State({ of }: { of: Voucher }) {
  const { state, merchantTimezone } = of
  return (
    <>
      <StatusDot tone={state === 'LIVE' ? 'good' : 'quiet'}>{VOUCHER_STATE_WORDS[state]}</StatusDot>
      <ScheduleNote of={of} timezone={merchantTimezone} />
    </>
  )
}

function End({ of: { validUntil, merchantTimezone, endsSoon } }: { of: Voucher }) {
  if (validUntil === null) return words.noEnd
  const moment = <Moment at={validUntil} merchantZone={merchantTimezone} />
  if (!endsSoon) return moment
  return (
    <TwoLines
      main={moment}
      below={
        <Text component="span" inherit fw={600} c="var(--mantine-color-text)">
          {words.endsSoon}
        </Text>
      }
    />
  )
}

/** A one-time cap has no cycle, so it needs no word for it. */
function CapUse({ cap, cycle }: { cap: NonNullable<Voucher['cap']>; cycle: Voucher['cycle'] }) {
  return <UseBar used={cap.used} total={cap.limit} below={cycle === 'ONE_TIME' ? null : CYCLE_WORDS[cycle]} />
}
