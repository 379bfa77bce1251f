import type { LoadResult } from '../load/generate-load.ts'

type Measured = Pick<LoadResult, 'perSecond' | 'p50Ms' | 'p95Ms' | 'p99Ms' | 'responses'>

/** The medians of several runs, with the lowest and the highest value of each. */
export type Runs = {
  perSecond: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
  spread: { perSecond: [number, number]; p95Ms: [number, number] }
  statuses: string[]
}

export function summarize(runs: readonly Measured[]): Runs {
  const sorted = (name: 'perSecond' | 'p50Ms' | 'p95Ms' | 'p99Ms') =>
    runs.map((run) => run[name]).sort((a, b) => a - b)
  const median = (name: Parameters<typeof sorted>[0]) =>
    sorted(name)[Math.floor(runs.length / 2)] ?? Number.NaN
  const ends = (name: Parameters<typeof sorted>[0]): [number, number] => {
    const values = sorted(name)
    return [values[0] ?? Number.NaN, values.at(-1) ?? Number.NaN]
  }
  return {
    ...{ perSecond: median('perSecond'), p50Ms: median('p50Ms') },
    ...{ p95Ms: median('p95Ms'), p99Ms: median('p99Ms') },
    spread: { perSecond: ends('perSecond'), p95Ms: ends('p95Ms') },
    statuses: [...new Set(runs.flatMap(({ responses }) => Object.keys(responses)))],
  }
}

/** Prints one line for each row; `ratio` is its share of the floor. */
export function printRuns(rows: Record<string, { runs: Runs; floor?: Runs }>): void {
  console.table(
    Object.entries(rows).map(([name, { runs, floor }]) => ({
      ...{ name, 'requests/s': runs.perSecond, 'from–to': runs.spread.perSecond.join('–') },
      ...{ 'p50 ms': runs.p50Ms, 'p95 ms': runs.p95Ms, 'p95 from–to': runs.spread.p95Ms.join('–') },
      'p99 ms': runs.p99Ms,
      ...(floor && {
        'floor/s': floor.perSecond,
        'of floor': Math.round((100 * runs.perSecond) / floor.perSecond) / 100,
      }),
      statuses: runs.statuses.join(),
    })),
  )
}

/** The median, with the lowest and the highest value in brackets. */
export function medianAndRange(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  const [median, lowest, highest] = [Math.floor(values.length / 2), 0, values.length - 1].map((place) =>
    String(Number((sorted[place] ?? Number.NaN).toPrecision(3))),
  )
  return `${median} (${lowest}–${highest})`
}
