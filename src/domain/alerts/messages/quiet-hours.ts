type QuietHours = { from: string; until: string } | null

/** Whether a time is within the quiet hours, by the clock of their zone. Hours such as 22:00 to 07:00 span midnight. */
export function isQuiet(quietHours: QuietHours, timezone: string, now: Date): boolean {
  if (quietHours === null) return false
  const time = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timezone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' })
  const { from, until } = quietHours
  return from < until ? time >= from && time < until : time >= from || time < until
}
