import { getStats } from '@counterfoil/contract/admin/stats.ts'
import { SimpleGrid, Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { Bars } from '../charts/bars.tsx'
import { ChartPanel } from '../charts/chart-panel.tsx'
import { TimeChart } from '../charts/time-chart.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { useSession } from '../session/use-session.ts'
import { lastDays } from '../time/utc-day.ts'
import { CHART_WORDS } from '../words/charts.ts'
import { DELIVERY_STATE_WORDS } from '../words/deliveries.ts'
import { OVERVIEW_WORDS as words } from '../words/overview-page.ts'
import { REFUSAL_CODE_WORDS } from '../words/refusals.ts'
import { CurrentAlerts } from './current-alerts.tsx'
import { LowPools } from './low-pools.tsx'
import { OverviewFilters } from './overview-filters.tsx'
import { Tile } from './tile.tsx'
import { TroubledEndpoints } from './troubled-endpoints.tsx'

type Stats = ResponseBody<typeof getStats>

const route = getRouteApi('/overview')
const DEFAULT_DAYS = 30
const REFUSALS_KEPT_MS = 30 * 24 * 3_600_000

/** The lists that stats link to have the same filters. */
type Filters = { from: string; to: string; merchantId: string | undefined; partnerId: string | undefined }

export function Overview() {
  const search = route.useSearch()
  const standard = useMemo(() => lastDays(DEFAULT_DAYS, new Date()), [])
  const period = { from: search.from ?? standard.from, to: search.to ?? standard.to }
  const { merchantId, partnerId } = search
  const stats = useApiQuery(getStats, {
    query: { ...period, interval: 'day', ...(merchantId && { merchantId }), ...(partnerId && { partnerId }) },
  })
  return (
    <>
      <PageHeading title={words.title} />
      <OverviewFilters period={period} />
      <TroubledEndpoints partnerId={partnerId} />
      <Loaded of={stats}>
        {(data) => <StatPanels stats={data} filters={{ ...period, merchantId, partnerId }} />}
      </Loaded>
    </>
  )
}

function StatPanels({ stats, filters }: { stats: Stats; filters: Filters }) {
  const { role } = useSession()
  const refused = stats.refused.reduce((sum, { count }) => sum + count, 0)
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
        <Tile
          label={words.redemptions}
          value={stats.redemptions}
          hint={words.redemptionsHint}
          to={{ to: '/redemptions', search: { ...filters, voided: false } }}
        />
        <Tile
          label={words.claims}
          value={stats.claims}
          hint={words.claimsHint}
          to={{ to: '/claims', search: filters }}
        />
        <Tile
          label={words.flagged}
          value={stats.flagged}
          hint={words.flaggedHint}
          to={{ to: '/redemptions', search: { ...filters, voided: false, status: 'FLAGGED' } }}
        />
        <Tile
          label={words.refused}
          value={refused}
          hint={words.refusedHint}
          to={isKept(filters) ? { to: '/refusals', search: filters } : null}
        />
      </SimpleGrid>
      <OverTime stats={stats} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Refusals stats={stats} filters={filters} />
        {role !== 'merchant' && <Deliveries stats={stats} filters={filters} />}
        {role !== 'partner' && <LowPools pools={stats.lowPools} />}
        <CurrentAlerts />
      </SimpleGrid>
    </Stack>
  )
}

function OverTime({ stats: { days } }: { stats: Stats }) {
  const dates = useMemo(() => days.map(({ day }) => day), [days])
  const series = useMemo(
    () => [
      {
        label: words.redemptions,
        values: days.map(({ redemptions }) => redemptions),
        color: 'indigo' as const,
      },
      { label: words.claims, values: days.map(({ claims }) => claims), color: 'teal' as const },
      { label: words.refused, values: days.map(({ refused }) => refused), color: 'orange' as const },
    ],
    [days],
  )
  const table = {
    header: [CHART_WORDS.day, words.redemptions, words.claims, words.flagged, words.refused],
    rows: days.map(({ day, redemptions, claims, flagged, refused }) => [
      day,
      redemptions,
      claims,
      flagged,
      refused,
    ]),
  }
  return (
    <ChartPanel title={words.overTime} fileName="redemptions-by-day" table={table}>
      <TimeChart days={dates} series={series} />
    </ChartPanel>
  )
}

function Refusals({ stats: { refused }, filters }: { stats: Stats; filters: Filters }) {
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

function Deliveries({ stats: { deliveries }, filters }: { stats: Stats; filters: Filters }) {
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

/** Refusals are counted for good, but each one is kept for 30 days only. */
function isKept({ from }: Filters): boolean {
  return Date.parse(from) >= Date.now() - REFUSALS_KEPT_MS
}
