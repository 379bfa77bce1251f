import { getStats } from '@counterfoil/contract/admin-stats.ts'
import { ERRORS } from '@counterfoil/contract/errors.ts'
import { Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Answered } from '../api/call.ts'
import { useAnswer } from '../api/use-answer.ts'
import { Bars } from '../charts/bars.tsx'
import { ChartPanel } from '../charts/chart-panel.tsx'
import { TimeChart } from '../charts/time-chart.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { useSession } from '../session/use-session.ts'
import { lastDays } from '../time/utc-day.ts'
import { CHART_WORDS } from '../words/charts.ts'
import { DELIVERY_STATE_WORDS, OVERVIEW_WORDS as words } from '../words/overview.ts'
import { CurrentAlerts } from './current-alerts.tsx'
import { LowPools } from './low-pools.tsx'
import { OverviewFilters } from './overview-filters.tsx'

type Stats = Answered<typeof getStats>

const route = getRouteApi('/overview')
const DEFAULT_DAYS = 30

export function Overview() {
  const search = route.useSearch()
  const standard = useMemo(() => lastDays(DEFAULT_DAYS, new Date()), [])
  const period = { from: search.from ?? standard.from, to: search.to ?? standard.to }
  const { merchantId, partnerId } = search
  const stats = useAnswer(getStats, {
    query: { ...period, interval: 'day', ...(merchantId && { merchantId }), ...(partnerId && { partnerId }) },
  })
  return (
    <>
      <PageHeading title={words.title} />
      <OverviewFilters period={period} />
      <Loaded of={stats}>{(data) => <Figures stats={data} />}</Loaded>
    </>
  )
}

function Figures({ stats }: { stats: Stats }) {
  const { role } = useSession()
  const refused = stats.refused.reduce((sum, { count }) => sum + count, 0)
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
        <Tile label={words.redemptions} value={stats.redemptions} hint={words.redemptionsHint} />
        <Tile label={words.claims} value={stats.claims} />
        <Tile label={words.flagged} value={stats.flagged} hint={words.flaggedHint} />
        <Tile label={words.refused} value={refused} hint={words.refusedHint} />
      </SimpleGrid>
      <OverTime stats={stats} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Refusals stats={stats} />
        {role !== 'merchant' && <Deliveries stats={stats} />}
        {role !== 'partner' && <LowPools pools={stats.lowPools} />}
        <CurrentAlerts />
      </SimpleGrid>
    </Stack>
  )
}

function Tile({ label, value, hint }: { label: string; value: number; hint?: string }) {
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz={28} fw={650} lh={1.3} className="figure">
        {value.toLocaleString()}
      </Text>
      {hint && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
    </Paper>
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
  const figures = {
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
    <ChartPanel title={words.overTime} fileName="redemptions-by-day" figures={figures}>
      <TimeChart days={dates} series={series} />
    </ChartPanel>
  )
}

function Refusals({ stats: { refused } }: { stats: Stats }) {
  const counts = refused.map(({ reason, count }) => ({ label: ERRORS[reason].meaning, count }))
  const figures = {
    header: [words.reason, words.count],
    rows: refused.map(({ reason, count }) => [reason, count]),
  }
  return (
    <ChartPanel title={words.refusals} fileName="refusals" figures={figures}>
      <Bars counts={counts} />
    </ChartPanel>
  )
}

function Deliveries({ stats: { deliveries } }: { stats: Stats }) {
  const counts = deliveries.map(({ state, count }) => ({
    label: DELIVERY_STATE_WORDS[state] ?? state,
    count,
  }))
  const figures = {
    header: [words.state, words.count],
    rows: counts.map(({ label, count }) => [label, count]),
  }
  return (
    <ChartPanel title={words.deliveries} fileName="deliveries" figures={figures}>
      <Bars counts={counts} />
    </ChartPanel>
  )
}
