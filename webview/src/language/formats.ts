import { serverNow } from '../api/server-clock.ts'

/** Numbers, times and distances, formatted by `Intl` for one language. */
export type Formats = ReturnType<typeof createFormats>

type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

const DAY_MS = 86_400_000

/** Created on first use: each formatter takes milliseconds on a slow phone, and the first screen needs none. */
function lazy<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

export function createFormats(locale: string, now: () => number = serverNow) {
  const numbers = lazy(() => new Intl.NumberFormat(locale))
  const plurals = lazy(() => new Intl.PluralRules(locale))
  const unit = (name: string, digits: number) =>
    lazy(() => new Intl.NumberFormat(locale, { style: 'unit', unit: name, maximumFractionDigits: digits }))
  const [meters, nearKilometers, kilometers] = [unit('meter', 0), unit('kilometer', 1), unit('kilometer', 0)]
  const isThisYear = (date: Date) => date.getFullYear() === new Date(now()).getFullYear()
  const isToday = (date: Date) => date.toDateString() === new Date(now()).toDateString()
  const dates = (options: Intl.DateTimeFormatOptions) => lazy(() => new Intl.DateTimeFormat(locale, options))
  const day = dates({ day: 'numeric', month: 'long' })
  const dayOfYear = dates({ day: 'numeric', month: 'long', year: 'numeric' })
  const time = dates({ hour: 'numeric', minute: '2-digit' })
  const clock = dates({ hour: 'numeric', minute: '2-digit', second: '2-digit' })
  const moment = dates({ day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' })
  const momentOfYear = dates({ dateStyle: 'long', timeStyle: 'short' })
  const month = dates({ month: 'long', year: 'numeric' })

  const formatDay = (date: Date) => (isThisYear(date) ? day : dayOfYear)().format(date)
  const timeIfToday = (date: Date, otherwise: Date) =>
    isToday(date) && isToday(otherwise) ? time().format(date) : formatDay(otherwise)
  return {
    locale,
    number: (value: number) => numbers().format(value),
    /** The plural form for this count. `#` stands for the count. */
    plural: (count: number, forms: Plural) =>
      (forms[plurals().select(count)] ?? forms.other).replace('#', numbers().format(count)),
    /** In the phone's time zone, where a merchant's midnight can be in the afternoon. */
    isToday: (time: string) => isToday(new Date(time)),
    /** `30 November`, with the year if it is not this year. Today: `17:00`. */
    dayOrTime: (at: string) => timeIfToday(new Date(at), new Date(at)),
    /** The last day before an exclusive end: `2026-12-01T00:00` gives `30 November`. Today: `17:00`. */
    lastDayOrTime: (end: string) => timeIfToday(new Date(end), new Date(Date.parse(end) - 1)),
    /** Whether `lastDayOrTime` gives a time rather than a day. */
    endsToday: (end: string) => isToday(new Date(end)) && isToday(new Date(Date.parse(end) - 1)),
    moment: (time: string | number) => {
      const date = new Date(time)
      return (isThisYear(date) ? moment : momentOfYear)().format(date)
    },
    month: (time: string) => month().format(new Date(time)),
    clock: (time: number) => clock().format(new Date(time)),
    distance: (inMeters: number) => {
      // From 100 m on, single meters are noise.
      if (inMeters < 995)
        return meters().format(inMeters < 100 ? Math.round(inMeters) : Math.round(inMeters / 10) * 10)
      return (inMeters < 9_950 ? nearKilometers : kilometers)().format(inMeters / 1000)
    },
    /** Days from now, rounded up, at least 0. */
    daysUntil: (end: string, now: number) => Math.max(0, Math.ceil((Date.parse(end) - now) / DAY_MS)),
  }
}
