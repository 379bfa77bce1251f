import {
  DAYS,
  type HoursException,
  MINUTES_OF_A_DAY,
  minutesOf,
  type OpeningHours,
  type WeeklySpan,
  writeSpans,
} from '@counterfoil/contract/hours-text.ts'
import { type Issue, issueAt } from '../../platform/refusal.ts'
import { isTimezone, UNKNOWN_TIMEZONE } from './timezone.ts'

const MINUTES_OF_A_WEEK = DAYS.length * MINUTES_OF_A_DAY

/** What the schema cannot see: an unknown time zone, and hours that contradict each other. */
export function hoursIssues({
  timezone = null,
  openingHours = null,
}: {
  timezone?: string | null | undefined
  openingHours?: OpeningHours | null | undefined
}): Issue[] {
  return [
    ...(timezone === null || isTimezone(timezone) ? [] : [UNKNOWN_TIMEZONE]),
    ...(openingHours === null
      ? []
      : [...weeklyIssues(openingHours.weekly), ...exceptionIssues(openingHours.exceptions)]),
  ]
}

function weeklyIssues(weekly: WeeklySpan[]): Issue[] {
  const placed = weekly.map((span, place) => {
    const midnight = DAYS.indexOf(span.day) * MINUTES_OF_A_DAY
    const { from, to } = minutesOf(span)
    const path = `/openingHours/weekly/${place}`
    return { from: midnight + from, to: midnight + to, path, name: `${span.day} ${writeSpans([span])}` }
  })
  // Hours of Sunday can end on Monday.
  const nextWeek = placed.map(({ from, to, ...rest }) => ({
    from: from + MINUTES_OF_A_WEEK,
    to: to + MINUTES_OF_A_WEEK,
    ...rest,
  }))
  const issues = [...emptySpans(placed), ...overlaps([...placed, ...nextWeek])]
  return issues.filter(({ path }, place) => issues.findIndex((other) => other.path === path) === place)
}

function exceptionIssues(exceptions: HoursException[]): Issue[] {
  return exceptions.flatMap(({ date, hours }, place) => {
    const path = `/openingHours/exceptions/${place}`
    const placed = hours.map((span, number) => ({
      ...minutesOf(span),
      path: `${path}/hours/${number}`,
      name: `${date} ${writeSpans([span])}`,
    }))
    const isRepeated = exceptions.findIndex((other) => other.date === date) < place
    return [
      ...(isRepeated ? [issueAt(`${path}/date`, 'issue.dateTwice', { date })] : []),
      ...emptySpans(placed),
      ...overlaps(placed),
    ]
  })
}

/** A span in minutes since a midnight, and how an issue names it. */
type PlacedSpan = { from: number; to: number; path: string; name: string }

function emptySpans(spans: PlacedSpan[]): Issue[] {
  return spans
    .filter(({ from, to }) => from === to)
    .map(({ path, name }) => issueAt(`${path}/closes`, 'issue.hoursEqual', { hours: name }))
}

function overlaps(spans: PlacedSpan[]): Issue[] {
  const issues: Issue[] = []
  let last: PlacedSpan | null = null
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    if (last && span.from < last.to)
      issues.push(issueAt(span.path, 'issue.hoursOverlap', { hours: span.name, other: last.name }))
    if (!last || span.to > last.to) last = span
  }
  return issues
}
