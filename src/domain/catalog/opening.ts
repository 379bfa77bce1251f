import {
  DAYS,
  MINUTES_OF_A_DAY,
  minutesOf,
  type OpeningHours,
  type Span,
} from '@counterfoil/contract/hours-text.ts'

/** Times in milliseconds. `closesAt` is null unless it is open, `opensAt` unless it is closed. */
export type Opening = { isOpen: boolean; closesAt: number | null; opensAt: number | null }

/** A later change is not named: within a week, the name of a day says which day is meant. */
const MAX_DAYS_AHEAD = 7
const MINUTE_MS = 60_000
const DAY_MS = MINUTES_OF_A_DAY * MINUTE_MS

/** Whether an outlet is open, and when that changes. */
export function openingAt(hours: OpeningHours, timezone: string, now: number): Opening {
  const { today, momentOf } = localClock(timezone, now)
  const last = today + MAX_DAYS_AHEAD
  let closesAt: number | null = null
  // Hours of yesterday may end today.
  for (let day = today - 1; day <= last; day += 1) {
    for (const { opens, closes } of momentsOn(day, hours, momentOf)) {
      if (opens > (closesAt ?? now)) return closesAt === null ? closedUntil(opens) : openUntil(closesAt)
      if (closes > (closesAt ?? now)) closesAt = closes
    }
  }
  if (closesAt === null) return closedUntil(null)
  // Hours after the last day that was looked at may follow without a break.
  return openUntil(closesAt < momentOf(last + 1, 0) ? closesAt : null)
}

const openUntil = (closesAt: number | null): Opening => ({ isOpen: true, closesAt, opensAt: null })
const closedUntil = (opensAt: number | null): Opening => ({ isOpen: false, closesAt: null, opensAt })

/** The moment of a local time, in minutes since the midnight of a day. Days are counted from 1 January 1970. */
type MomentOf = (day: number, minute: number) => number

/** The hours that start on a day, in their order. */
function momentsOn(
  day: number,
  hours: OpeningHours,
  momentOf: MomentOf,
): { opens: number; closes: number }[] {
  return (
    spansOn(day, hours)
      .map(minutesOf)
      .map(({ from, to }) => ({ opens: momentOf(day, from), closes: momentOf(day, to) }))
      // The clock can skip all of them.
      .filter(({ opens, closes }) => opens < closes)
      .sort((a, b) => a.opens - b.opens)
  )
}

function spansOn(day: number, { weekly, exceptions }: OpeningHours): Span[] {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10)
  // 1 January 1970 was a Thursday.
  const dayOfWeek = DAYS[(day + DAYS.indexOf('TH')) % DAYS.length]
  const exception = exceptions.find((one) => one.date === date)
  return exception?.hours ?? weekly.filter((span) => span.day === dayOfWeek)
}

/** Between two changes of the clocks, local times need no calendar, which takes several times as long. */
function localClock(timezone: string, now: number): { today: number; momentOf: MomentOf } {
  const { offsetMs, from, until } = periodOf(timezone, now)
  const isFarFromChanges = now - 3 * DAY_MS > from && now + (MAX_DAYS_AHEAD + 3) * DAY_MS < until
  return {
    today: Math.floor((now + offsetMs) / DAY_MS),
    momentOf: isFarFromChanges
      ? (day, minute) => day * DAY_MS + minute * MINUTE_MS - offsetMs
      : (day, minute) => momentByCalendar(timezone, day, minute),
  }
}

/** A time in which the clocks of a zone are not changed: from a change, and until the next one. */
type Period = { offsetMs: number; from: number; until: number }

/** The last period of each zone. */
const periods = new Map<string, Period>()

function periodOf(timezone: string, now: number): Period {
  const known = periods.get(timezone)
  if (known && known.from <= now && now < known.until) return known
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone)
  // A change at this very moment belongs to this period.
  const previous = local.add({ milliseconds: 1 }).getTimeZoneTransition('previous')
  const period = {
    offsetMs: local.offsetNanoseconds / 1_000_000,
    from: previous?.epochMilliseconds ?? -Infinity,
    until: local.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity,
  }
  periods.set(timezone, period)
  return period
}

const FIRST_DAY = new Temporal.PlainDateTime(1970, 1, 1)

/** A time that the clock skips is the moment of the skip. A time that comes twice is the first one. */
function momentByCalendar(timezone: string, day: number, minute: number): number {
  const local = FIRST_DAY.add({ days: day, minutes: minute })
  const moment = local.toZonedDateTime(timezone, { disambiguation: 'earlier' })
  const isSkipped = !moment.toPlainDateTime().equals(local)
  const skip = isSkipped ? moment.getTimeZoneTransition('next') : null
  return (skip ?? moment).epochMilliseconds
}
