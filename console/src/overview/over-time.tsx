import type { getStats } from '@counterfoil/contract/admin/stats.ts'
import { VisuallyHidden } from '@mantine/core'
import { useMemo } from 'react'
import type { ResponseBody } from '../api/call.ts'
import { ChartPanel } from '../charts/chart-panel.tsx'
import { TimeChart } from '../charts/time-chart.tsx'
import { LOCALE } from '../time/language.ts'
import { formatMoment } from '../time/moment.tsx'
import { wallTimeOf } from '../time/wall-time.ts'
import { CHART_WORDS } from '../words/charts.ts'
import { OVERVIEW_WORDS as words } from '../words/overview-page.ts'

type Stats = ResponseBody<typeof getStats>

const DAY = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** The days of the period; of a period of one day, its hours. */
export function OverTime({ stats: { days, hours, timezone } }: { stats: Stats }) {
  const rows = useMemo(() => (hours.length > 0 ? hours : days), [days, hours])
  const units = useMemo(
    () => [
      ...days.map(({ day }) => ({ short: DAY.format(Date.parse(`${day}T00:00:00Z`)), long: day })),
      ...hours.map(({ hour }) => ({
        short: wallTimeOf(hour, timezone).slice(11),
        long: formatMoment(hour, timezone),
      })),
    ],
    [days, hours, timezone],
  )
  const series = useMemo(
    () => [
      {
        label: words.redemptions,
        values: rows.map(({ redemptions }) => redemptions),
        color: 'indigo' as const,
      },
      { label: words.claims, values: rows.map(({ claims }) => claims), color: 'teal' as const },
      { label: words.refused, values: rows.map(({ refused }) => refused), color: 'orange' as const },
    ],
    [rows],
  )
  const isByHour = hours.length > 0
  const table = {
    header: [
      isByHour ? CHART_WORDS.hour : CHART_WORDS.day,
      ...[words.redemptions, words.claims, words.flagged, words.refused],
    ],
    rows: rows.map(({ redemptions, claims, flagged, refused }, place) => [
      units[place]?.long ?? '',
      ...[redemptions, claims, flagged, refused],
    ]),
  }
  const title = isByHour ? words.overHours : words.overTime
  return (
    <ChartPanel
      title={title}
      fileName={isByHour ? 'redemptions-by-hour' : 'redemptions-by-day'}
      table={table}
    >
      <TimeChart units={units} series={series} />
      <HiddenTable title={title} {...table} />
    </ChartPanel>
  )
}

/** Screen readers get the numbers of the chart without a click. */
function HiddenTable({
  title,
  header,
  rows,
}: {
  title: string
  header: string[]
  rows: (string | number)[][]
}) {
  return (
    <VisuallyHidden component="div">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            {header.map((text) => (
              <th key={text} scope="col">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells[0]}>
              {cells.map((cell, place) => (
                <td key={header[place]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
}
