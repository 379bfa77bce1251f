import { useComputedColorScheme, useMantineTheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import { formatNumber } from '../time/numbers.ts'
import 'uplot/dist/uPlot.min.css'
import { CHART_WORDS } from '../words/charts.ts'

export type Series = { label: string; values: number[]; color: 'indigo' | 'teal' | 'orange' | 'red' }
/** A day or an hour: its label on the axis, and in the legend. */
export type Unit = { short: string; long: string }

const HEIGHT = 220
const LABEL_WIDTH = 64
/** Half a redemption does not exist: 1, 2, 5, 10, 20, 50 … */
const WHOLE_STEPS = Array.from({ length: 10 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat()

/**
 * Lines over days or hours, with one label for each of them at most. The legend shows the sums, and the values under the
 * pointer. The numbers behind it stand in the table beside it, so it is hidden from screen readers.
 */
export function TimeChart({ units, series }: { units: Unit[]; series: Series[] }) {
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
        scales: { x: { time: false }, y: { range: (_, __, max) => [0, Math.max(5, max * 1.1)] } },
        axes: [
          {
            ...axis,
            splits: ({ width }) => placesOfLabels(units.length, width),
            values: (_, places) => places.map((place) => units[place]?.short ?? ''),
          },
          {
            ...axis,
            size: 56,
            incrs: WHOLE_STEPS,
            values: (_, ticks) => ticks.map((tick) => formatNumber(tick)),
          },
        ],
        series: [
          {
            label: CHART_WORDS.shown,
            value: (_, __, ___, place) => (place == null ? CHART_WORDS.sum : (units[place]?.long ?? '')),
          },
          ...series.map(({ label, values }, index) => ({
            label,
            stroke: colors[index] as string,
            width: 2,
            points: { show: units.length < 32 },
            value: (_: uPlot, value: number | null) => formatNumber(value ?? sumOf(values)),
          })),
        ],
        cursor: { drag: { x: false, y: false } },
      },
      [units.map((_, place) => place), ...series.map(({ values }) => values)],
      target,
    )
    const resize = new ResizeObserver(() => chart.setSize({ width: target.clientWidth, height: HEIGHT }))
    resize.observe(target)
    return () => {
      resize.disconnect()
      chart.destroy()
    }
  }, [units, series, scheme, theme])
  return <div ref={element} className="chart" aria-hidden="true" />
}

/** Every day or hour has a label if there is room, otherwise every second, third … */
function placesOfLabels(count: number, width: number): number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(1, Math.floor(width / LABEL_WIDTH))))
  return Array.from({ length: Math.ceil(count / step) }, (_, label) => label * step)
}

const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0)
