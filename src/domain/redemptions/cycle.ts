export type CycleKind = 'ONE_TIME' | 'MONTHLY' | 'BIWEEKLY'

/** The bucket that a moment falls into, and when the next one begins (null: never). */
export type CycleBucket = { key: string; resetsAt: string | null }

/** A Monday: fortnights are counted from here. */
const FIRST_FORTNIGHT = Temporal.PlainDate.from('2024-01-01')
const FORTNIGHT_DAYS = 14

/** Cycles turn at midnight of the merchant's own clock, wherever the user is. */
export function cycleAt(kind: CycleKind, timezone: string, now: Date): CycleBucket {
  if (kind === 'ONE_TIME') return { key: 'ONE_TIME', resetsAt: null }
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timezone)
    .toPlainDate()
  if (kind === 'MONTHLY') {
    const begins = today.with({ day: 1 })
    return {
      key: begins.toPlainYearMonth().toString(),
      resetsAt: midnight(begins.add({ months: 1 }), timezone),
    }
  }
  const begins = fortnightOf(today)
  return { key: `${begins}/P2W`, resetsAt: midnight(begins.add({ days: FORTNIGHT_DAYS }), timezone) }
}

function fortnightOf(date: Temporal.PlainDate): Temporal.PlainDate {
  const days = FIRST_FORTNIGHT.until(date, { largestUnit: 'days' }).days
  return FIRST_FORTNIGHT.add({ days: Math.floor(days / FORTNIGHT_DAYS) * FORTNIGHT_DAYS })
}

/** The first moment of a day, which a change of the clocks may put after 00:00. */
function midnight(date: Temporal.PlainDate, timezone: string): string {
  return new Date(date.toZonedDateTime(timezone).epochMilliseconds).toISOString()
}
