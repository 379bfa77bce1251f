export type CycleKind = 'ONE_TIME' | 'MONTHLY' | 'BIWEEKLY'

/** The cycle that contains a time, and when the next one starts; null if there is none. */
export type CycleBucket = { key: string; resetsAt: string | null }

/** This is a Monday. Fortnights are counted from here. */
const FIRST_FORTNIGHT = Temporal.PlainDate.from('2024-01-01')
const FORTNIGHT_DAYS = 14

/** Cycles start at midnight in the merchant's time zone, wherever the user is. */
export function cycleAt(kind: CycleKind, timezone: string, now: Date): CycleBucket {
  if (kind === 'ONE_TIME') return { key: 'ONE_TIME', resetsAt: null }
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timezone)
    .toPlainDate()
  if (kind === 'MONTHLY') {
    const start = today.with({ day: 1 })
    return {
      key: start.toPlainYearMonth().toString(),
      resetsAt: startOfDay(start.add({ months: 1 }), timezone),
    }
  }
  const start = startOfFortnight(today)
  return { key: `${start}/P2W`, resetsAt: startOfDay(start.add({ days: FORTNIGHT_DAYS }), timezone) }
}

function startOfFortnight(date: Temporal.PlainDate): Temporal.PlainDate {
  const days = FIRST_FORTNIGHT.until(date, { largestUnit: 'days' }).days
  return FIRST_FORTNIGHT.add({ days: Math.floor(days / FORTNIGHT_DAYS) * FORTNIGHT_DAYS })
}

/** The first moment of a day. It is later than 00:00 if the clocks go forward at midnight. */
function startOfDay(date: Temporal.PlainDate, timezone: string): string {
  return new Date(date.toZonedDateTime(timezone).epochMilliseconds).toISOString()
}
