import { dayInZone } from '../time/day-in-zone.ts'
import { SENTENCE_LOCALE } from '../time/language.ts'
import { momentOf, wallTimeOf } from '../time/wall-time.ts'

/** The periods to choose from. Today is always included, except in “yesterday” and “last month”. */
export const PERIODS = ['today', 'yesterday', '7-days', 'month', 'last-month', '90-days'] as const
export type PeriodName = (typeof PERIODS)[number]
export const STANDARD_PERIOD: PeriodName = '7-days'

export type Period = { from: string; to: string }

const DAY_MS = 24 * 3_600_000

/** The first moment of a day (`2026-11-18`) in a zone. */
export function startOfDay(day: string, zone: string): string {
  return momentOf(`${day}T00:00`, zone)
}

export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The first moment of the period, and the first one after it. */
export function periodOf(name: PeriodName, zone: string, now: Date): Period {
  const { date: today } = dayInZone(now.toISOString(), zone)
  const between = (first: string, next: string) => ({
    from: startOfDay(first, zone),
    to: startOfDay(next, zone),
  })
  const month = `${today.slice(0, 7)}-01`
  switch (name) {
    case 'today':
      return between(today, dayAfter(today, 1))
    case 'yesterday':
      return between(dayAfter(today, -1), today)
    case '7-days':
      return between(dayAfter(today, -6), dayAfter(today, 1))
    case '90-days':
      return between(dayAfter(today, -89), dayAfter(today, 1))
    case 'month':
      return between(month, `${dayAfter(month, 31).slice(0, 7)}-01`)
    case 'last-month':
      return between(`${dayAfter(month, -1).slice(0, 7)}-01`, month)
  }
}

/** The first and the last day of a period. */
export function daysOf({ from, to }: Period, zone: string): { first: string; last: string } {
  const lastMoment = new Date(Date.parse(to) - 1).toISOString()
  return { first: wallTimeOf(from, zone).slice(0, 10), last: wallTimeOf(lastMoment, zone).slice(0, 10) }
}

/** “18 Nov 2026”, or “1 Nov 2026 – 18 Nov 2026”. */
export function describePeriod(period: Period, zone: string): string {
  const { first, last } = daysOf(period, zone)
  return first === last ? describeDay(first) : `${describeDay(first)} – ${describeDay(last)}`
}

const DAY = new Intl.DateTimeFormat(SENTENCE_LOCALE, {
  ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
})

function describeDay(day: string): string {
  return DAY.format(Date.parse(`${day}T00:00:00Z`))
}
