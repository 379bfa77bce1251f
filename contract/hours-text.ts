import type { ENGLISH_ISSUES } from './words/english-issues.ts'

/** The days of a week, in the order of ISO 8601. */
export const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

export type Day = (typeof DAYS)[number]
export type Span = { opens: string; closes: string }
export type WeeklySpan = Span & { day: Day }
export type HoursException = { date: string; hours: Span[]; note: string | null }
export type OpeningHours = { weekly: WeeklySpan[]; exceptions: HoursException[] }

export const MINUTES_OF_A_DAY = 24 * 60

/** In minutes since the midnight before it opens. A time before the opening is on the next day. */
export function minutesOf({ opens, closes }: Span): { from: number; to: number } {
  const [from, to] = [minuteOf(opens), minuteOf(closes)]
  return { from, to: to < from ? to + MINUTES_OF_A_DAY : to }
}

function minuteOf(time: string): number {
  const [hours, minutes] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** Days from Monday on, times and dates in their order. */
export function inOrder({ weekly, exceptions }: OpeningHours): OpeningHours {
  return {
    weekly: weekly.toSorted((a, b) => DAYS.indexOf(a.day) - DAYS.indexOf(b.day) || byOpening(a, b)),
    exceptions: exceptions
      .map(({ date, hours, note }) => ({ date, hours: hours.toSorted(byOpening), note }))
      .sort((a, b) => (a.date < b.date ? -1 : 1)),
  }
}

function byOpening(a: Span, b: Span): number {
  return a.opens < b.opens ? -1 : 1
}

/** More than the text of as many hours as an outlet can have. */
const MAX_TEXT_LENGTH = 20_000
/** The part of a wrong text that its message repeats. */
const MAX_QUOTED_LENGTH = 60
const CLOSED = 'closed'
const DAY_NAMES = DAYS.map((day) => `${day.charAt(0)}${day.charAt(1).toLowerCase()}`)

/** Neighboring days with the same hours. */
export type DaysRule = { first: Day; last: Day; spans: Span[] }

/** The text form, as in CSV files: `Mo-Fr 09:00-18:00; Sa 10:00-14:00; 2026-12-25 closed "Christmas"`. */
export function writeHours(hours: OpeningHours): string {
  const rules = [...rulesOf(hours).map(writeRule), ...inOrder(hours).exceptions.map(writeException)]
  return rules.length === 0 ? CLOSED : rules.join('; ')
}

export function writeSpans(spans: Span[]): string {
  return spans.map(({ opens, closes }) => `${opens}-${closes}`).join(',')
}

/** The hours of a week with as few rules as possible. A closed day is left out. */
export function rulesOf(hours: OpeningHours): DaysRule[] {
  const { weekly } = inOrder(hours)
  const rules: DaysRule[] = []
  let before = ''
  for (const day of DAYS) {
    const spans = weekly.filter((span) => span.day === day)
    const times = writeSpans(spans)
    const rule = rules.at(-1)
    if (times !== '' && times === before && rule) rule.last = day
    else if (times !== '') rules.push({ first: day, last: day, spans })
    before = times
  }
  return rules
}

function writeRule({ first, last, spans }: DaysRule): string {
  const days = [...new Set([first, last])].map((day) => DAY_NAMES[DAYS.indexOf(day)])
  return `${days.join('-')} ${writeSpans(spans)}`
}

function writeException({ date, hours, note }: HoursException): string {
  const quoted = note === null ? '' : ` "${note.replaceAll('"', '""')}"`
  return `${date} ${hours.length === 0 ? CLOSED : writeSpans(hours)}${quoted}`
}

/** Why a text is not opening hours, as a sentence of the catalogue of issues. */
export type HoursProblem = {
  sentence: Extract<keyof typeof ENGLISH_ISSUES, `issue.hours${string}`>
  details: Record<string, string | number>
}

export const isHours = (read: OpeningHours | HoursProblem): read is OpeningHours => 'weekly' in read

/** Reads the text form, or says why it cannot be read. Whether hours overlap is not checked here. */
export function readHours(text: string): OpeningHours | HoursProblem {
  if (text.length > MAX_TEXT_LENGTH)
    return { sentence: 'issue.hoursTooLong', details: { limit: MAX_TEXT_LENGTH } }
  const hours: OpeningHours = { weekly: [], exceptions: [] }
  if (text.trim().toLowerCase() === CLOSED) return hours
  const rules = splitRules(text)
  if (rules.length === 0) return { sentence: 'issue.hoursEmpty', details: {} }
  for (const rule of rules) {
    const sentence = readRule(rule, hours)
    if (sentence !== null) return { sentence, details: { rule: rule.slice(0, MAX_QUOTED_LENGTH) } }
  }
  return inOrder(hours)
}

/** Splits at semicolons, but not inside a quoted note. */
function splitRules(text: string): string[] {
  const rules = text.match(/(?:[^;"]|"[^"]*"|")+/g) ?? []
  return rules.map((rule) => rule.trim()).filter((rule) => rule !== '')
}

/** Adds the hours of one rule to `hours`. Returns what is wrong with it, or null. */
function readRule(rule: string, hours: OpeningHours): HoursProblem['sentence'] | null {
  const [, plain = '', quoted = ''] = /^([^"]*)(.*)$/s.exec(rule) ?? []
  const [start = '', ...rest] = tidied(plain).split(' ')
  const spans = readSpans(rest.join(' '))
  if (spans === null) return 'issue.hoursTimes'
  const note = readNote(quoted)
  if (note === undefined) return 'issue.hoursNote'
  if (/^\d{4}-\d{2}-\d{2}$/.test(start)) {
    hours.exceptions.push({ date: start, hours: spans, note })
    return null
  }
  if (note !== null) return 'issue.hoursNoteDate'
  const days = readDays(start)
  if (days === null) return 'issue.hoursDays'
  hours.weekly.push(...days.flatMap((day) => spans.map((span) => ({ day, ...span }))))
  return null
}

/** Spreadsheets turn a hyphen into a dash, and people put spaces around it. */
function tidied(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([-–—,]) ?/g, '$1')
    .replaceAll(/[–—]/g, '-')
    .trim()
}

/** Null if there is no note, undefined if it is not between quotes. */
function readNote(quoted: string): string | null | undefined {
  if (quoted === '') return null
  return /^"((?:[^"]|"")*)"$/.exec(quoted)?.[1]?.replaceAll('""', '"')
}

function readSpans(text: string): Span[] | null {
  if (text.toLowerCase() === CLOSED) return []
  const spans = text.split(',').map((span) => /^(\d{1,2}:\d{2})-(\d{1,2}:\d{2})$/.exec(span))
  return spans.every((span) => span !== null)
    ? spans.map(([, opens = '', closes = '']) => ({
        opens: opens.padStart(5, '0'),
        closes: closes.padStart(5, '0'),
      }))
    : null
}

/** `Mo-We,Su`; `Sa-Mo` runs over the end of the week. */
function readDays(text: string): Day[] | null {
  const days: Day[] = []
  for (const part of text.toUpperCase().split(',')) {
    const [first, last = first, ...more] = part.split('-').map((name) => DAYS.indexOf(name as Day))
    if (first === undefined || last === undefined || first < 0 || last < 0 || more.length > 0) return null
    const count = ((last - first + DAYS.length) % DAYS.length) + 1
    for (let place = 0; place < count; place += 1) days.push(DAYS[(first + place) % DAYS.length] as Day)
  }
  return days
}
