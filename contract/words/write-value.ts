import type { Static } from 'typebox'
import type { FactValue } from '../admin/facts.ts'
import {
  DAYS,
  type DaysRule,
  type HoursException,
  isHours,
  readHours,
  rulesOf,
  type Span,
} from '../hours-text.ts'
import { writeFailure } from './call-failure.ts'
import type { FactLanguage, Template } from './fact-words.ts'

export type Value = Static<typeof FactValue>

/** Fields whose codes have the words of another field. */
const CODES_OF: Record<string, string> = { secondFactorRoles: 'role' }
/** More items are counted in a sentence, and named beside it. */
const MAX_NAMED_IN_SENTENCE = 2
const MAX_MINUTES = 120
const DAY_MS = 24 * 60 * 60_000
const A_MONDAY_MS = Date.UTC(2026, 0, 5)

/** Writes values as a person reads them in a language. */
export class ValueWriter {
  readonly language: FactLanguage
  readonly #numbers: Intl.NumberFormat
  readonly #rules: Intl.PluralRules
  readonly #lists: Intl.ListFormat
  readonly #languages: Intl.DisplayNames

  constructor(language: FactLanguage) {
    const { locale } = language
    this.language = language
    this.#numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 8 })
    this.#rules = new Intl.PluralRules(locale)
    this.#lists = new Intl.ListFormat(locale, { type: 'conjunction' })
    this.#languages = new Intl.DisplayNames(locale, { type: 'language' })
  }

  /** Keeps the order of what is written in another direction, such as an id in an Arabic sentence. */
  isolate(text: string): string {
    return this.language.isRightToLeft ? `\u2068${text}\u2069` : text
  }

  /** Why a call failed. */
  explain(error: string): string {
    return writeFailure(error, this.language.failures, (foreign) => this.isolate(foreign))
  }

  /** A template with its placeholders filled in, in the plural form of the count. */
  fill(template: Template, parts: Record<string, string>, count = 0): string {
    const form =
      typeof template === 'string' ? template : (template[this.#rules.select(count)] ?? template.other)
    return form
      .replaceAll('#', this.#numbers.format(count))
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '')
  }

  /** The sentence of a template. `count` chooses the plural form. */
  say(template: Template, details: Record<string, Value>, further: Record<string, string> = {}): string {
    const parts = Object.entries(details).map(([name, value]) => [name, this.write(value, name)])
    return this.fill(
      template,
      { ...Object.fromEntries(parts), ...further },
      Number(details.count?.value ?? 0),
    )
  }

  /** The field chooses the words of codes, and of what no list means. */
  write(value: Value, field: string): string {
    return WRITERS[value.type](this, value, field)
  }

  /** A long list is only counted. */
  writeInSentence(value: Value, field: string): string {
    const counted = lookUp(this.language.words.items, field)
    const count = Number(value.value)
    return value.type === 'LIST' && counted !== undefined && count > MAX_NAMED_IN_SENTENCE
      ? this.fill(counted, {}, count)
      : this.write(value, field)
  }

  /** What a person wrote stands in quotation marks. */
  quote(value: Value, written: string): string {
    return value.type === 'TEXT' ? this.fill(this.language.words.values.quoted, { text: written }) : written
  }

  formatNumber(value: string): string {
    return this.#numbers.format(Number(value))
  }

  /** 2026-10 becomes October 2026. */
  formatMonth(month: string): string {
    const format = new Intl.DateTimeFormat(this.language.locale, {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    })
    const start = new Date(`${month}-01T00:00:00Z`)
    return Number.isNaN(start.getTime()) ? month : format.format(start)
  }

  /** Monday is 0. */
  formatDay(day: number): string {
    const format = new Intl.DateTimeFormat(this.language.locale, { weekday: 'short', timeZone: 'UTC' })
    return format.format(A_MONDAY_MS + day * DAY_MS)
  }

  /** 2026-12-25 becomes 25 Dec 2026. */
  formatDate(date: string): string {
    const format = new Intl.DateTimeFormat(this.language.locale, { dateStyle: 'medium', timeZone: 'UTC' })
    const at = new Date(`${date}T00:00:00Z`)
    return Number.isNaN(at.getTime()) ? date : format.format(at)
  }

  formatDuration(seconds: number): string {
    const minutes = Math.round(seconds / 60)
    const [unit, count] = minutes < MAX_MINUTES ? ['minute', minutes] : ['hour', Math.round(minutes / 60)]
    return new Intl.NumberFormat(this.language.locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
      count,
    )
  }

  formatList({ value, items = [] }: Value, field: string): string {
    const rest = Number(value) - items.length
    const names = items.map((item) => this.write(item, field))
    const { moreItems } = this.language.words.change
    return this.#lists.format(rest > 0 ? [...names, this.fill(moreItems, {}, rest)] : names)
  }

  languageName(tag: string): string {
    try {
      return this.#languages.of(tag) ?? tag
    } catch {
      return tag
    }
  }
}

type Write = (writer: ValueWriter, value: Value, field: string) => string

const isolated: Write = (writer, { value }) => writer.isolate(value)

/** What a field without a list means: “every outlet”, “none”. */
const absence =
  (prefix: 'all' | 'none'): Write =>
  ({ language: { words } }, _, field) =>
    lookUp(words.values, `${prefix}.${field}`) ?? words.values.none

const WRITERS: Record<Value['type'], Write> = {
  TEXT: isolated,
  NAME: (writer, { value }, field) => (field === 'error' ? writer.explain(value) : writer.isolate(value)),
  HOURS: (writer, { value }) => writeHours(writer, value),
  CODE: (writer, { value }, field) =>
    lookUp(writer.language.words.codes, `${CODES_OF[field] ?? field}.${value}`) ?? writer.isolate(value),
  NUMBER: (writer, { value }) => writer.isolate(writer.formatNumber(value)),
  SECONDS: (writer, { value }) =>
    writer.fill(writer.language.words.values.seconds, { count: writer.formatNumber(value) }),
  DURATION: (writer, { value }) => writer.formatDuration(Number(value)),
  TIME: (writer, { value }) => writer.isolate(writer.language.writeTime(value)),
  TIME_IN_ZONE: (writer, { value }) => {
    const [at = '', timeZone] = value.split(' ')
    return writer.isolate(writer.language.writeTime(at, timeZone))
  },
  MONTH: (writer, { value }) => writer.formatMonth(value),
  MONEY: (writer, { value }) => {
    const [amount = '', currency = ''] = value.split(' ')
    return writer.isolate(writer.language.writeMoney({ amount, currency }))
  },
  SPAN: (writer, { value }) => {
    const [from = '', until = ''] = value.split('-')
    return writer.fill(writer.language.words.values.span, { from, until })
  },
  LANGUAGE: (writer, { value }) => writer.languageName(value),
  BOOLEAN: ({ language: { words } }, { value }) => (value === 'true' ? words.values.yes : words.values.no),
  LIST: (writer, value, field) => writer.formatList(value, field),
  ALL: absence('all'),
  NONE: absence('none'),
}

/** Opening hours from their text form: “Mon–Fri 09:00–18:00; 25 Dec 2026 closed”. */
function writeHours(writer: ValueWriter, text: string): string {
  const hours = readHours(text)
  // An entry of any age is shown.
  if (!isHours(hours)) return writer.isolate(text)
  const { change, values } = writer.language.words
  const rules = [
    ...rulesOf(hours).map((rule) => writeDays(writer, rule)),
    ...hours.exceptions.map((exception) => writeException(writer, exception)),
  ]
  return rules.length === 0 ? values.closed : rules.join(change.betweenChanges)
}

function writeDays(writer: ValueWriter, { first, last, spans }: DaysRule): string {
  const days = [...new Set([first, last])].map((day) => writer.formatDay(DAYS.indexOf(day)))
  return `${days.join('–')} ${writeTimes(writer, spans)}`
}

function writeException(writer: ValueWriter, { date, hours, note }: HoursException): string {
  const { values } = writer.language.words
  const times = hours.length === 0 ? values.closed : writeTimes(writer, hours)
  const quoted = note === null ? '' : ` ${writer.fill(values.quoted, { text: writer.isolate(note) })}`
  return `${writer.formatDate(date)} ${times}${quoted}`
}

function writeTimes(writer: ValueWriter, spans: Span[]): string {
  return writer.isolate(spans.map(({ opens, closes }) => `${opens}–${closes}`).join(', '))
}

/** The text of a key that may be of another release, or that only some fields have. */
export function lookUp<T extends Template>(words: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(words, key) ? words[key] : undefined
}
