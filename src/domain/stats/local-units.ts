import { HOUR_MS, type Period } from './split-period.ts'

export type LocalDay = { day: string; start: Date }

/** Every day of the time zone that overlaps the period, oldest first. A day has 23 or 25 hours if the clocks change. */
export function localDays({ from, to }: Period, timezone: string): LocalDay[] {
  const days: LocalDay[] = []
  let day = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(timezone).toPlainDate()
  for (;;) {
    const start = startOf(day, timezone)
    if (start >= to || from >= to) return days
    days.push({ day: day.toString(), start })
    day = day.add({ days: 1 })
  }
}

/** The starts of all hours of the time zone that overlap the period. They are counted from the start of each day. */
export function localHours(period: Period, timezone: string): Date[] {
  return localDays(period, timezone).flatMap(({ day, start }) => {
    const end = startOf(Temporal.PlainDate.from(day).add({ days: 1 }), timezone)
    const hours = Math.ceil((end.getTime() - start.getTime()) / HOUR_MS)
    return Array.from({ length: hours }, (_, hour) => new Date(start.getTime() + hour * HOUR_MS)).filter(
      (hour) => hour < period.to && hour.getTime() + HOUR_MS > period.from.getTime(),
    )
  })
}

function startOf(day: Temporal.PlainDate, timezone: string): Date {
  return new Date(day.toZonedDateTime(timezone).epochMilliseconds)
}
