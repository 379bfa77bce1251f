import { serverNow } from './server-clock.ts'

/** Numbers, times and distances, formatted by `Intl` for one language. */
export type Formats = ReturnType<typeof createFormats>

type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Counts whole days of the phone's calendar, also across a change of daylight saving time. */
const dayNumber = (date: Date) =>
  Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS)

/** Created on first use: each formatter takes milliseconds on a slow phone, and the first screen seldom needs one. */
function lazy<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** Whole numbers below this have no separator. */
const FIRST_WITH_SEPARATOR = 1_000

/** In Malay, the words before a day and a time say “pada” already. */
const withoutPada = (locale: string, text: string) =>
  locale.startsWith('ms') ? text.replace(' pada ', ', ') : text

export function createFormats(locale: string, now: () => number = serverNow) {
  const numbers = lazy(() => new Intl.NumberFormat(locale))
  const hasOtherDigits = /^ar|-u-/.test(locale)
  // The first formatter takes 100 ms on a slow phone, and the first screen has a small number: the count of the wallet.
  const number = (value: number) =>
    Number.isInteger(value) && value >= 0 && value < FIRST_WITH_SEPARATOR && !hasOtherDigits
      ? String(value)
      : numbers().format(value)
  const plurals = lazy(() => new Intl.PluralRules(locale))
  const unit = (name: string, digits: number) =>
    lazy(() => new Intl.NumberFormat(locale, { style: 'unit', unit: name, maximumFractionDigits: digits }))
  const [meters, nearKilometers, kilometers] = [unit('meter', 0), unit('kilometer', 1), unit('kilometer', 0)]
  const isThisYear = (date: Date) => date.getFullYear() === new Date(now()).getFullYear()
  const isToday = (date: Date) => date.toDateString() === new Date(now()).toDateString()
  const dates = (options: Intl.DateTimeFormatOptions) => lazy(() => new Intl.DateTimeFormat(locale, options))
  const day = dates({ day: 'numeric', month: 'long' })
  const dayOfYear = dates({ day: 'numeric', month: 'long', year: 'numeric' })
  const shortDay = dates({ day: 'numeric', month: 'short' })
  const time = dates({ hour: 'numeric', minute: '2-digit' })
  const clock = dates({ hour: 'numeric', minute: '2-digit', second: '2-digit' })
  const moment = dates({ day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' })
  const momentOfYear = dates({ dateStyle: 'long', timeStyle: 'short' })
  const month = dates({ month: 'long', year: 'numeric' })

  const formatDay = (date: Date) => (isThisYear(date) ? day : dayOfYear)().format(date)
  const momentOf = (date: Date) =>
    withoutPada(locale, (isThisYear(date) ? moment : momentOfYear)().format(date))
  const timeIfToday = (date: Date, otherwise: Date) =>
    isToday(date) && isToday(otherwise) ? time().format(date) : formatDay(otherwise)
  return {
    locale,
    number,
    /** The plural form for this count. `#` stands for the count. */
    plural: (count: number, forms: Plural) =>
      (forms[plurals().select(count)] ?? forms.other).replace('#', number(count)),
    /** In the phone's time zone, where a merchant's midnight can be in the afternoon. */
    isToday: (time: string) => isToday(new Date(time)),
    /** `30 November`, with the year if it is not this year. Today: `17:00`. */
    dayOrTime: (at: string) => timeIfToday(new Date(at), new Date(at)),
    /** `16 Nov`, on one line. Today: `17:00`. */
    shortDayOrTime: (at: string) =>
      (isToday(new Date(at)) ? time : shortDay)().format(new Date(at)).replace(/ /g, '\u00a0'),
    /** The last day before an exclusive end: `2026-12-01T00:00` gives `30 November`. Today: `17:00`. */
    lastDayOrTime: (end: string) => timeIfToday(new Date(end), new Date(Date.parse(end) - 1)),
    /** Whether `lastDayOrTime` gives a time rather than a day. */
    endsToday: (end: string) => isToday(new Date(end)) && isToday(new Date(Date.parse(end) - 1)),
    moment: (time: string | number) => momentOf(new Date(time)),
    /** `30 November at 17:00`. Today: `17:00`. */
    timeOrMoment: (at: string) =>
      isToday(new Date(at)) ? time().format(new Date(at)) : momentOf(new Date(at)),
    month: (time: string) => month().format(new Date(time)),
    /** The clock time after this many seconds, rounded up to the minute: `14:35`. */
    timeAfter: (seconds: number) =>
      time().format(Math.ceil((now() + seconds * 1000) / MINUTE_MS) * MINUTE_MS),
    clock: (time: number) => clock().format(new Date(time)),
    distance: (inMeters: number) => {
      // From 100 m on, single meters are noise.
      // Below 10 m, the phone cannot tell.
      if (inMeters < 995)
        return meters().format(
          inMeters < 100 ? Math.max(10, Math.round(inMeters)) : Math.round(inMeters / 10) * 10,
        )
      return (inMeters < 9_950 ? nearKilometers : kilometers)().format(inMeters / 1000)
    },
    /** Calendar days from today to the last day before an exclusive end: on the 15th, the 17th is 2 days away. */
    daysUntil: (end: string) =>
      Math.max(0, dayNumber(new Date(Date.parse(end) - 1)) - dayNumber(new Date(now()))),
  }
}
