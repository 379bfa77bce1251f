import type { AlertKind } from '@counterfoil/contract/admin/alerts.ts'
import type { StaffLanguage } from '@counterfoil/contract/shapes/staff-language.ts'
import { describerOf } from '@counterfoil/contract/words/describe-facts.ts'
import { FACT_LANGUAGES } from '@counterfoil/contract/words/fact-languages.ts'
import { ValueWriter } from '@counterfoil/contract/words/write-value.ts'
import { readAlert } from './alert-facts.ts'
import type { ReportedAlert } from './alert-words.ts'
import { MESSAGE_WORDS } from './message-words.ts'

// The messages about alerts that people read outside the console. Pure.

/** A message as a person reads it. Each kind of destination has its own form for it. */
export type MessageText = {
  language: StaffLanguage
  title: string
  sections: { title: string; lines: string[] }[]
  /** The end, with the address of the console and the words of the link. */
  footer: string
  link: string
  open: string
}

/** What the text depends on, besides the alerts: the settings of its destination, and where the console is. */
export type MessageSettings = { language: StaffLanguage; timezone: string; consoleUrl: string }

/** More alerts of a kind are only counted. */
const MAX_LINES = 10

/** Puts a message into words: one section for each kind that began, and one for what has ended. */
export function writeMessage(alerts: ReportedAlert[], settings: MessageSettings): MessageText {
  return new MessageWriter(settings).write(alerts)
}

/** What the test button sends. */
export function testMessage({ language, consoleUrl }: Omit<MessageSettings, 'timezone'>): MessageText {
  const { testTitle, test, testLine, footer, open } = MESSAGE_WORDS[language]
  return {
    ...{ language, title: testTitle, sections: [{ title: test, lines: [testLine] }] },
    ...{ footer, link: consoleUrl, open },
  }
}

/** A message leaves the service, so it does not name members of staff. The console does. */
export function messageSentence(alert: ReportedAlert, language: StaffLanguage): string {
  const { subject } = alert
  const name = subject.type === 'staff' ? MESSAGE_WORDS[language].person : subject.name
  return DESCRIBERS[language]({ ...readAlert({ ...alert, subject: { ...subject, name } }), changes: [] })
    .summary
}

const DESCRIBERS = {
  en: describerOf(FACT_LANGUAGES.en),
  ms: describerOf(FACT_LANGUAGES.ms),
  'zh-Hans': describerOf(FACT_LANGUAGES['zh-Hans']),
  ar: describerOf(FACT_LANGUAGES.ar),
}

class MessageWriter {
  readonly #settings: MessageSettings
  readonly #writer: ValueWriter
  readonly #times: Intl.DateTimeFormat

  constructor(settings: MessageSettings) {
    const language = FACT_LANGUAGES[settings.language]
    this.#settings = settings
    this.#writer = new ValueWriter(language)
    this.#times = new Intl.DateTimeFormat(language.locale, {
      ...{ dateStyle: 'medium', timeStyle: 'short', timeZone: settings.timezone },
    })
  }

  write(alerts: ReportedAlert[]): MessageText {
    const news = alerts.filter(({ change }) => change !== 'ENDED')
    const ended = alerts.filter(({ change }) => change === 'ENDED')
    const sections = [...Map.groupBy(news, ({ kind }) => kind)].map(([kind, ofKind]) => ({
      title: this.#titleOfKind(kind, ofKind.length),
      lines: this.#linesOf(ofKind),
    }))
    if (ended.length > 0) sections.push({ title: this.#words.ended, lines: this.#linesOf(ended) })
    const { footer, open } = this.#words
    const { language, consoleUrl: link } = this.#settings
    return { language, title: this.#titleOf(news, ended), sections, footer, link, open }
  }

  get #words() {
    return MESSAGE_WORDS[this.#settings.language]
  }

  #titleOfKind(kind: AlertKind, count: number): string {
    return this.#writer.fill(this.#words.kinds[kind], {}, count)
  }

  #titleOf(news: ReportedAlert[], ended: ReportedAlert[]): string {
    const { oneEnded, endedCount, alerts, between } = this.#words
    const [first] = [...news, ...ended]
    if (first && news.length + ended.length === 1) {
      const sentence = this.#sentenceOf(first)
      return first.change === 'ENDED' ? this.#writer.fill(oneEnded, { sentence }) : sentence
    }
    const [kind, ...others] = new Set(news.map((alert) => alert.kind))
    const begun = others.length > 0 ? this.#writer.fill(alerts, {}, news.length) : null
    return [
      ...(kind === undefined ? [] : [begun ?? this.#titleOfKind(kind, news.length)]),
      ...(ended.length > 0 ? [this.#writer.fill(endedCount, {}, ended.length)] : []),
    ].join(between)
  }

  #linesOf(alerts: ReportedAlert[]): string[] {
    const lines = alerts.slice(0, MAX_LINES).map((alert) => {
      const [sentence, when] = [this.#sentenceOf(alert), this.#when(alert)]
      return this.#writer.fill(this.#words.line, { sentence, when })
    })
    const rest = alerts.length - lines.length
    return rest > 0 ? [...lines, this.#writer.fill(this.#words.more, {}, rest)] : lines
  }

  #sentenceOf(alert: ReportedAlert): string {
    return messageSentence(alert, this.#settings.language)
  }

  #when({ change, since, endedAt }: ReportedAlert): string {
    const from = this.#timeOf(since)
    if (change === 'HAPPENED') return from
    if (endedAt === null) return this.#writer.fill(this.#words.since, { from })
    return this.#writer.fill(this.#words.fromTo, { from, to: this.#timeOf(endedAt) })
  }

  #timeOf(time: string): string {
    const at = this.#times.format(new Date(time))
    return this.#writer.isolate(this.#settings.timezone === 'UTC' ? `${at} UTC` : at)
  }
}
