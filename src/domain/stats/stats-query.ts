import { FIRST_TIME_MS, readTime } from '../../platform/input/time.ts'
import { invalid, issueAt, type Refusal } from '../../platform/refusal.ts'
import { isTimezone, UNKNOWN_TIMEZONE } from '../catalog/timezone.ts'
import type { Grouping } from './group-queries.ts'
import { previousPeriod } from './previous-period.ts'
import { DAY_MS, type Period } from './split-period.ts'

export type StatsQuery = {
  from?: string
  to?: string
  merchantId?: string
  partnerId?: string
  interval?: 'day' | 'hour'
  groupBy?: Grouping
  compare?: 'previous'
  timezone?: string
}

export type RequestedPeriods = { timezone: string; period: Period; previous: Period | null }

const DEFAULT_DAYS = { day: 30, hour: 7 }
const MAX_DAYS = { day: 400, hour: 7 }

export function periodsOf(query: StatsQuery, now: Date): RequestedPeriods | Refusal {
  const { timezone = 'UTC', interval = 'day' } = query
  if (!isTimezone(timezone)) return invalid(UNKNOWN_TIMEZONE)
  const to = query.to === undefined ? now : readTime(query.to)
  if (!to) return invalid(issueAt('/to', 'issue.time'))
  const from =
    query.from === undefined ? daysBefore(to, DEFAULT_DAYS[interval], timezone) : readTime(query.from)
  if (!from) return invalid(issueAt('/from', 'issue.time'))
  const tooLong = [
    ...(query.interval ? [`interval is ${query.interval}`] : []),
    ...(query.groupBy ? [`groupBy is ${query.groupBy}`] : []),
  ][0]
  // A day has 25 hours if the clocks change.
  if (tooLong !== undefined && from < daysBefore(to, MAX_DAYS[interval], timezone))
    return invalid(issueAt('/from', 'issue.daysBefore', { count: MAX_DAYS[interval], condition: tooLong }))
  const period = { from, to }
  const previous =
    query.compare === 'previous'
      ? previousPeriod(period, { timezone, now, isOpen: query.to === undefined })
      : null
  return { timezone, period, previous }
}

/** Days of the time zone, so that the time of day stays. */
function daysBefore(time: Date, days: number, timezone: string): Date {
  if (time.getTime() - days * DAY_MS <= FIRST_TIME_MS + DAY_MS) return new Date(FIRST_TIME_MS)
  const zoned = Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timezone)
  return new Date(zoned.subtract({ days }).epochMilliseconds)
}
