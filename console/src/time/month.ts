import { LOCALE } from './language.ts'

/** Months are written as in 2026-11, and do no arithmetic with time zones: the service decides what belongs to a month. */
const NAMES = new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const DAYS = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' })

/** The month a number of months later, or earlier. */
export function monthAfter(month: string, months: number): string {
  const [year, number] = partsOf(month)
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7)
}

/** The last month that is over on the reader's calendar: the one that people settle. */
export function lastMonth(now: Date): string {
  const current = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`
  return monthAfter(current, -1)
}

export function monthName(month: string): string {
  const [year, number] = partsOf(month)
  return NAMES.format(Date.UTC(year, number - 1))
}

export function daysOf(month: string): { first: string; last: string } {
  const [year, number] = partsOf(month)
  return {
    first: DAYS.format(Date.UTC(year, number - 1, 1)),
    last: DAYS.format(Date.UTC(year, number, 0)),
  }
}

function partsOf(month: string): [year: number, month: number] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return [year, number]
}

/** The month that runs now on the reader's calendar. */
export function currentMonth(now: Date): string {
  return monthAfter(lastMonth(now), 1)
}

/** “Tuesday, 1 December 2026” */
const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeZone: 'UTC' })

export function dayName(day: string): string {
  return DAY.format(Date.parse(`${day}T00:00:00Z`))
}

const FORTNIGHT_DAYS = 14

/** The month of a cycle, or its first and last day. */
export function cycleName(key: string): string {
  if (/^\d{4}-\d{2}$/.test(key)) return monthName(key)
  const [, firstDay] = /^(\d{4}-\d{2}-\d{2})\/P2W$/.exec(key) ?? []
  if (firstDay === undefined) return key
  const first = new Date(`${firstDay}T00:00:00Z`)
  const last = new Date(first)
  last.setUTCDate(last.getUTCDate() + FORTNIGHT_DAYS - 1)
  return DAYS.formatRange(first, last)
}

const WEEKDAY = new Intl.DateTimeFormat(LOCALE, { weekday: 'short', timeZone: 'UTC' })
const A_MONDAY = Date.UTC(2026, 0, 5)

/** From Monday to Sunday. */
export function weekdayNames(): string[] {
  return Array.from({ length: 7 }, (_, day) => WEEKDAY.format(A_MONDAY + day * 24 * 60 * 60 * 1000))
}

/** 0 for Monday. */
export function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}
