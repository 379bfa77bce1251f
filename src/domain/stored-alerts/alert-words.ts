import type { ALERT_SUBJECTS, AlertKind } from '@counterfoil/contract/admin/alerts.ts'
import { describerOf } from '@counterfoil/contract/words/describe-facts.ts'
import { IN_ENGLISH } from '@counterfoil/contract/words/in-english.ts'
import { ValueWriter } from '@counterfoil/contract/words/write-value.ts'
import { readAlert } from './alert-facts.ts'

// Every text about alerts that leaves the service, in English. Pure. The console builds the sentences in its own language.

export type AlertSubject = { type: (typeof ALERT_SUBJECTS)[number]; id: string; name: string }
/** The numbers and texts of a sentence. They are stored as JSON. */
export type AlertFacts = Record<string, string | number | boolean | null>

/** What changed about an alert since the last message. A notice has happened and has no end. */
export type AlertChange = 'BEGAN' | 'ENDED' | 'BEGAN_AND_ENDED' | 'HAPPENED'

export type ReportedAlert = {
  id: string
  kind: AlertKind
  change: AlertChange
  subject: AlertSubject
  merchantId: string | null
  partnerId: string | null
  facts: AlertFacts
  since: string
  endedAt: string | null
}

const count = (value: unknown, one: string, many = `${one}s`) =>
  `${Number(value).toLocaleString('en')} ${Number(value) === 1 ? one : many}`

const describe = describerOf(IN_ENGLISH)
const writer = new ValueWriter(IN_ENGLISH)

/** The sentence of an alert, as staff read it in the back office. */
export function alertSentence(alert: Pick<ReportedAlert, 'kind' | 'subject' | 'facts'>): string {
  return describe({ ...readAlert(alert), changes: [] }).summary
}

/** A message leaves the service, so it does not name members of staff. The console does. */
export function messageSentence(alert: ReportedAlert): string {
  const { subject } = alert
  if (subject.type !== 'staff') return alertSentence(alert)
  return alertSentence({ ...alert, subject: { ...subject, name: 'A member of staff' } })
}

const TITLES: Record<AlertKind, [one: string, many: string]> = {
  PIN_GUESSING: ['outlet with PIN guessing', 'outlets with PIN guessing'],
  PIN_DEFENSE: ['outlet with PIN defense', 'outlets with PIN defense'],
  CODE_GUESSING: ['outlet with code guessing', 'outlets with code guessing'],
  POOL_LOW: ['code pool is low', 'code pools are low'],
  POOL_EMPTY: ['code pool is empty', 'code pools are empty'],
  ENDPOINT_FAILING: ['webhook is failing', 'webhooks are failing'],
  ENDPOINT_PAUSED: ['webhook is paused', 'webhooks are paused'],
  JWKS_UNREACHABLE: ['partner whose keys cannot be fetched', 'partners whose keys cannot be fetched'],
  SIGN_IN_GUESSING: ['account with password guessing', 'accounts with password guessing'],
  VOUCHER_ENDS_SOON: ['voucher ends soon', 'vouchers end soon'],
  CAP_NEARLY_REACHED: ['cap is nearly reached', 'caps are nearly reached'],
  CAP_REACHED: ['cap is reached', 'caps are reached'],
  SCHEDULE_FAILED: ['voucher was not published at its time', 'vouchers were not published at their time'],
  DESTINATION_FAILING: ['destination of alerts is failing', 'destinations of alerts are failing'],
  STATEMENTS_CLOSED: ['month is closed', 'months are closed'],
  NEW_DEVICE: ['sign-in on a new device', 'sign-ins on new devices'],
  APPROVAL_BYPASSED: ['change without a second person', 'changes without a second person'],
}

/** A message as a person reads it. Each kind of destination has its own form for it. */
export type MessageText = {
  title: string
  sections: { title: string; lines: string[] }[]
  /** The end, with the address of the console. */
  footer: string
  link: string
}

/** More alerts of a kind are only counted. */
const MAX_LINES = 10

/** Puts a message into words: one section for each kind that began, and one for what has ended. */
export function writeMessage(
  alerts: ReportedAlert[],
  { timezone, consoleUrl }: { timezone: string; consoleUrl: string },
): MessageText {
  const inZone = timeIn(timezone)
  const timeOf = (time: string) => `${inZone(time)}${timezone === 'UTC' ? ' UTC' : ''}`
  const news = alerts.filter(({ change }) => change !== 'ENDED')
  const ended = alerts.filter(({ change }) => change === 'ENDED')
  const kinds = [...new Set(news.map(({ kind }) => kind))]
  const sections = kinds.map((kind) => {
    const ofKind = news.filter((alert) => alert.kind === kind)
    return { title: sectionTitle(kind, ofKind.length), lines: linesOf(ofKind, timeOf) }
  })
  if (ended.length > 0) sections.push({ title: 'Ended', lines: linesOf(ended, timeOf) })
  return {
    title: titleOf(news, ended),
    sections,
    footer: 'All current alerts are in the console:',
    link: consoleUrl,
  }
}

function sectionTitle(kind: AlertKind, number: number): string {
  const [one, many] = TITLES[kind]
  return count(number, one, many)
}

function titleOf(news: ReportedAlert[], ended: ReportedAlert[]): string {
  const [first] = [...news, ...ended]
  if (first && news.length + ended.length === 1) {
    const sentence = messageSentence(first)
    return first.change === 'ENDED' ? `Ended: ${sentence}` : sentence
  }
  const kinds = [...new Set(news.map(({ kind }) => kind))]
  const parts = [
    ...(kinds.length === 1 ? [sectionTitle(kinds[0] as AlertKind, news.length)] : []),
    ...(kinds.length > 1 ? [`${news.length} alerts`] : []),
    ...(ended.length > 0 ? [`${ended.length} ended`] : []),
  ]
  return parts.join(', ')
}

function linesOf(alerts: ReportedAlert[], timeOf: (time: string) => string): string[] {
  const lines = alerts
    .slice(0, MAX_LINES)
    .map((alert) => `${messageSentence(alert)} (${when(alert, timeOf)})`)
  const rest = alerts.length - lines.length
  return rest > 0 ? [...lines, `and ${rest} more`] : lines
}

function when({ change, since, endedAt }: ReportedAlert, timeOf: (time: string) => string): string {
  if (change === 'HAPPENED') return timeOf(since)
  if (endedAt === null) return `since ${timeOf(since)}`
  return `from ${timeOf(since)} to ${timeOf(endedAt)}`
}

function timeIn(timezone: string): (time: string) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timezone,
  })
  return (time) => format.format(new Date(time))
}

/** 2026-10 becomes October 2026. */
export function monthInWords(month: string): string {
  return writer.formatMonth(month)
}

export const TEST_MESSAGE = {
  title: 'Test message of Counterfoil',
  sections: [{ title: 'Test', lines: ['Alerts arrive here. Nothing is wrong.'] }],
  footer: 'All current alerts are in the console:',
}
