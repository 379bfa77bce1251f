import { formatByZone } from './format-by-zone.ts'
import { LANGUAGE, SENTENCE_LOCALE } from './language.ts'

const formatIn = formatByZone('en-CA', {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** A time as a clock on the wall shows it in a zone: `2026-11-30T23:59`, the value of a date and time input. */
export function wallTimeOf(at: string, timeZone: string): string {
  const time = new Date(at)
  if (Number.isNaN(time.getTime())) return ''
  const parts = formatIn(timeZone).formatToParts(time)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

/** The moment of a wall time. An hour that a clock change skips gives the moment after it, a repeated hour the first. */
export function momentOf(wallTime: string, timeZone: string): string {
  const asUtc = Date.parse(`${wallTime}Z`)
  const offsetAt = (time: number) =>
    Date.parse(`${wallTimeOf(new Date(time).toISOString(), timeZone)}Z`) - Math.floor(time / 60_000) * 60_000
  const DAY_MS = 86_400_000
  const before = asUtc - offsetAt(asUtc - DAY_MS)
  const after = asUtc - offsetAt(asUtc + DAY_MS)
  const fits = (time: number) => wallTimeOf(new Date(time).toISOString(), timeZone) === wallTime
  return new Date(fits(before) ? before : fits(after) ? after : before).toISOString()
}

const sentenceFormatIn = formatByZone(SENTENCE_LOCALE, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

const COMMA = LANGUAGE === 'ar' ? '، ' : ', '

/** “30 Nov 2026, 23:59, Kuala Lumpur”: for a sentence. */
export function describeMoment(at: string, timeZone: string): string {
  const time = new Date(at)
  if (Number.isNaN(time.getTime())) return ''
  return `${sentenceFormatIn(timeZone).format(time)}${COMMA}${cityOf(timeZone)}`
}

/** `Asia/Kuala_Lumpur` → “Kuala Lumpur”. */
export function cityOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
}
