import type { Outlet } from '../api/routes.ts'
import type { Words } from '../language/translations/en.ts'

const DAY_MS = 86_400_000

/**
 * “Open until 6:00 PM”, in the time of the outlet. Null if the hours are unknown, or if the outlet has opened or closed
 * since they were loaded.
 */
export function openingText(
  opening: Outlet['opening'],
  { open, openUntil, closed, closedUntil }: Words['merchant']['hours'],
  locale: string,
  now: number,
): string | null {
  if (!opening) return null
  const { isOpen, closesAt, opensAt, timezone } = opening
  const change = Date.parse(closesAt ?? opensAt ?? '')
  if (Number.isNaN(change)) return isOpen ? open : closed
  if (change <= now) return null
  const time = (withDay: boolean) => formatTime(locale, timezone, withDay).format(change)
  if (isOpen) return openUntil(time(change - now >= DAY_MS))
  const day = formatDay(locale, timezone)
  return closedUntil(time(day.format(change) !== day.format(now)))
}

const formatTime = (locale: string, timeZone: string, withDay: boolean) =>
  formatter(locale, { hour: 'numeric', minute: '2-digit', timeZone, ...(withDay && { weekday: 'short' }) })

const formatDay = (locale: string, timeZone: string) => formatter(locale, { dateStyle: 'short', timeZone })

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Kept, because each takes milliseconds on a slow phone, and a merchant can have hundreds of outlets in one zone. */
function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formatters.set(key, known)
  return known
}
