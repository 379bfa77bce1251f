import { getStats } from '@counterfoil/contract/admin/stats.ts'
import { SimpleGrid, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { Bars } from '../charts/bars.tsx'
import { ChartPanel } from '../charts/chart-panel.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { useMerchantZone } from '../merchants/merchant-moment.tsx'
import { useOnlyMerchant, useSession } from '../session/use-session.ts'
import { DELIVERY_STATE_WORDS } from '../words/deliveries.ts'
import { OVERVIEW_WORDS as words } from '../words/overview-page.ts'
import { REFUSAL_CODE_WORDS } from '../words/refusals.ts'
import { CurrentAlerts } from './current-alerts.tsx'
import { GroupTable } from './group-table.tsx'
import { LowPools } from './low-pools.tsx'
import { OverTime } from './over-time.tsx'
import { OverviewFilters } from './overview-filters.tsx'
import { describePeriod, PERIODS, type Period, periodOf, STANDARD_PERIOD } from './periods.ts'
import { isKept, type StatsFilters } from './stats-filters.ts'
import { Tile } from './tile.tsx'
import { TroubledEndpoints } from './troubled-endpoints.tsx'

type Stats = ResponseBody<typeof getStats>

const route = getRouteApi('/overview')
const DAY_MS = 24 * 3_600_000

export function Overview() {
  const search = route.useSearch()
  const onlyMerchant = useOnlyMerchant()
  const { merchantId, partnerId, groupBy = 'outlet' } = search
  const merchantZone = useMerchantZone(merchantId ?? onlyMerchant)
  const zone = search.timezone ?? merchantZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const name =
    search.from !== undefined && search.to !== undefined
      ? null
      : (PERIODS.find((one) => one === search.period) ?? STANDARD_PERIOD)
  // The moments of a period change with its first day only, so a new render sends no new request.
  const period =
    name === null
      ? { from: search.from as string, to: search.to as string }
      : periodOf(name, zone, new Date())
  const interval = isOneDay(period) ? 'hour' : 'day'
  const filters = { ...period, merchantId, partnerId }
  const query = {
    ...{ ...period, timezone: zone, groupBy, compare: 'previous' as const },
    ...(merchantId && { merchantId }),
    ...(partnerId && { partnerId }),
  }
  const stats = useApiQuery(getStats, { query: { ...query, interval } })
  return (
    <>
      <PageHeading title={words.title} />
      <OverviewFilters name={name} period={period} zone={zone} />
      <TroubledEndpoints partnerId={partnerId} />
      <Loaded of={stats}>
        {(data) => (
          <Stack gap="md">
            <Text size="sm" className="wrap">
              <strong>{describePeriod(data, data.timezone)}</strong>
              {data.previous &&
                ` ${words.comparedWith(describePeriod(data.previous, data.timezone), Date.parse(data.to) > Date.now())}`}
            </Text>
            <Totals stats={data} filters={filters} />
            <GroupTable stats={data} grouping={groupBy} filters={filters} query={query} />
            <OverTime stats={data} />
            <Panels stats={data} filters={filters} />
          </Stack>
        )}
      </Loaded>
    </>
  )
}

/** A day on which the clocks change has 25 hours. */
function isOneDay({ from, to }: Period): boolean {
  return Date.parse(to) - Date.parse(from) <= (25 / 24) * DAY_MS
}

function Totals({ stats, filters }: { stats: Stats; filters: StatsFilters }) {
  const { previous } = stats
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <Tile
        label={words.redemptions}
        value={stats.redemptions}
        before={previous?.redemptions}
        hint={words.redemptionsHint}
        to={{ to: '/redemptions', search: { ...filters, voided: false } }}
      />
      <Tile
        label={words.claims}
        value={stats.claims}
        before={previous?.claims}
        hint={words.claimsHint}
        to={{ to: '/claims', search: filters }}
      />
      <Tile
        label={words.flagged}
        value={stats.flagged}
        before={previous?.flagged}
        hint={words.flaggedHint}
        to={{ to: '/redemptions', search: { ...filters, voided: false, status: 'FLAGGED' } }}
      />
      <Tile
        label={words.refused}
        value={sumOf(stats.refused)}
        before={previous ? sumOf(previous.refused) : undefined}
        hint={words.refusedHint}
        to={isKept(filters) ? { to: '/refusals', search: filters } : null}
      />
    </SimpleGrid>
  )
}

const sumOf = (refused: Stats['refused']) => refused.reduce((sum, { count }) => sum + count, 0)

function Panels({ stats, filters }: { stats: Stats; filters: StatsFilters }) {
  const { role } = useSession()
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Refusals stats={stats} filters={filters} />
      {role !== 'merchant' && <Deliveries stats={stats} filters={filters} />}
      {role !== 'partner' && <LowPools pools={stats.lowPools} />}
      <CurrentAlerts />
    </SimpleGrid>
  )
}

function Refusals({ stats: { refused }, filters }: { stats: Stats; filters: StatsFilters }) {
  const counts = refused.map(({ reason, count }) => ({
    label: REFUSAL_CODE_WORDS[reason],
    count,
    to: isKept(filters) ? { to: '/refusals' as const, search: { ...filters, code: reason } } : null,
  }))
  const table = {
    header: [words.reason, words.code, words.count],
    rows: refused.map(({ reason, count }) => [REFUSAL_CODE_WORDS[reason], reason, count]),
  }
  return (
    <ChartPanel title={words.refusals} fileName="refusals" table={table}>
      <Bars counts={counts} />
    </ChartPanel>
  )
}

function Deliveries({ stats: { deliveries }, filters }: { stats: Stats; filters: StatsFilters }) {
  const { merchantId, ...listed } = filters
  const counts = deliveries.map(({ state, count }) => ({
    label: DELIVERY_STATE_WORDS[state],
    count,
    // The list of deliveries has no filter by merchant.
    to: merchantId ? null : { to: '/deliveries' as const, search: { ...listed, state } },
  }))
  const table = {
    header: [words.state, words.count],
    rows: counts.map(({ label, count }) => [label, count]),
  }
  return (
    <ChartPanel title={words.deliveries} fileName="deliveries" table={table}>
      <Bars counts={counts} />
    </ChartPanel>
  )
}
