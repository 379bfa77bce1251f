import { useComputedColorScheme, useMantineTheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { CHART_WORDS } from '../words/charts.ts'

export type Series = { label: string; values: number[]; color: 'indigo' | 'teal' | 'orange' | 'red' }

const HEIGHT = 220
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Lines over days. The numbers behind it stand in the table beside it, so it is hidden from screen readers. */
export function TimeChart({ days, series }: { days: string[]; series: Series[] }) {
  const element = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme('light')
  const theme = useMantineTheme()
  useEffect(() => {
    const target = element.current
    if (!target) return
    const shade = scheme === 'dark' ? 4 : 7
    const colors = series.map(({ color }) => theme.colors[color]?.[shade] ?? color)
    const ink = scheme === 'dark' ? '#a6a7ab' : '#495057'
    const grid = scheme === 'dark' ? '#383838' : '#e9ecef'
    const axis = { stroke: ink, grid: { stroke: grid, width: 1 }, ticks: { show: false } }
    const chart = new uPlot(
      {
        width: target.clientWidth,
        height: HEIGHT,
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
        scales: { y: { range: (_, __, max) => [0, Math.max(5, max * 1.1)] } },
        axes: [
          { ...axis, values: (_, ticks) => ticks.map((tick) => DAY.format(tick * 1000)) },
          { ...axis, size: 56, values: (_, ticks) => ticks.map((tick) => tick.toLocaleString()) },
        ],
        series: [
          { label: CHART_WORDS.day, value: '{YYYY}-{MM}-{DD}' },
          ...series.map(({ label }, index) => ({
            label,
            stroke: colors[index] as string,
            width: 2,
            points: { show: days.length < 15 },
          })),
        ],
        cursor: { drag: { x: false, y: false } },
      },
      [days.map((day) => Date.parse(`${day}T00:00:00Z`) / 1000), ...series.map(({ values }) => values)],
      target,
    )
    const resize = new ResizeObserver(() => chart.setSize({ width: target.clientWidth, height: HEIGHT }))
    resize.observe(target)
    return () => {
      resize.disconnect()
      chart.destroy()
    }
  }, [days, series, scheme, theme])
  return <div ref={element} className="chart" aria-hidden="true" />
}
