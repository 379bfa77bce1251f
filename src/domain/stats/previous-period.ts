import { FIRST_TIME_MS } from '../../platform/input/time.ts'
import type { Period } from './split-period.ts'

type Options = {
  timezone: string
  now: Date
  /** The request has no end, so the period ends now. */
  isOpen: boolean
}

/**
 * The period to compare with: the same number of days of the time zone before; for whole months, as many months before.
 * If the period is running, only its elapsed part is compared.
 */
export function previousPeriod(period: Period, { timezone, now, isOpen }: Options): Period {
  if (period.from >= period.to) return period
  const zoned = (time: Date) =>
    Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timezone)
  const isRunning = isOpen || (period.from <= now && now < period.to)
  const [start, end, elapsed] = [zoned(period.from), zoned(period.to), zoned(isRunning ? now : period.to)]
  const months = countWholeMonths(start, end, isOpen)
  const shift = months > 0 ? { months } : { days: countDays(start, end) }
  const from = start.subtract(shift)
  const to = months > 0 ? afterElapsedPart(from, start, isRunning ? elapsed : null) : elapsed.subtract(shift)
  return { from: timeOf(from), to: timeOf(to) }
}

/** 0 if the period does not consist of whole months. A period without an end is about the whole running month. */
function countWholeMonths(
  start: Temporal.ZonedDateTime,
  end: Temporal.ZonedDateTime,
  isOpen: boolean,
): number {
  if (!isStartOfMonth(start) || !(isOpen || isStartOfMonth(end))) return 0
  const months = (end.year - start.year) * 12 + end.month - start.month
  return isStartOfMonth(end) ? months : months + 1
}

function isStartOfMonth(time: Temporal.ZonedDateTime): boolean {
  return time.day === 1 && time.equals(time.startOfDay())
}

/** A day that has begun counts as one. */
function countDays(start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime): number {
  const days = start.until(end, { largestUnit: 'days' }).days
  return start.add({ days }).equals(end) ? days : days + 1
}

/** Months differ in length: the part of the earlier months ends at the latest where they end. */
function afterElapsedPart(
  from: Temporal.ZonedDateTime,
  start: Temporal.ZonedDateTime,
  elapsed: Temporal.ZonedDateTime | null,
): Temporal.ZonedDateTime {
  if (elapsed === null) return start
  const end = from.add(start.until(elapsed, { largestUnit: 'days' }))
  return Temporal.ZonedDateTime.compare(end, start) > 0 ? start : end
}

function timeOf(time: Temporal.ZonedDateTime): Date {
  return new Date(Math.max(time.epochMilliseconds, FIRST_TIME_MS))
}
