import type { ALERT_SUBJECTS, AlertKind } from '@counterfoil/contract/admin/alerts.ts'

// Every text about alerts that leaves the service, in English. Pure: a sentence is built from a kind, the name of its subject
// and facts, so that a further language is a further file like this one.

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

const SENTENCES: Record<AlertKind, (name: string, facts: AlertFacts) => string> = {
  PIN_GUESSING: (name, { guesses }) => `${guesses} wrong PINs at ${name} within an hour`,
  PIN_DEFENSE: (name, { withinMeters }) =>
    withinMeters === null
      ? `Somebody is guessing the PIN of ${name}: users who have never redeemed there are refused, because it has no coordinates`
      : `Somebody is guessing the PIN of ${name}: users who have never redeemed there must be within ${withinMeters} m of it`,
  CODE_GUESSING: (name, { guesses }) => `${guesses} wrong codes typed at ${name} within an hour`,
  POOL_LOW: (name, { available, total }) => `${available} of ${total} codes left for ${name}`,
  POOL_EMPTY: (name, { total }) => `No codes left for ${name} (${total} in total)`,
  ENDPOINT_FAILING: (name, { failures }) =>
    `Deliveries to ${name} are failing: the last ${failures === 1 ? 'attempt' : `${failures} attempts`} failed`,
  ENDPOINT_PAUSED: (name, { reason }) =>
    reason === 'GONE'
      ? `Deliveries to ${name} are paused: its endpoint answered 410 Gone`
      : `Deliveries to ${name} are paused: its endpoint has failed for 5 days`,
  JWKS_UNREACHABLE: (name, { error }) => `The keys of ${name} cannot be fetched: ${error}`,
  SIGN_IN_GUESSING: (name, { failures }) => `${failures} failed sign-ins of ${name} within 24 hours`,
  VOUCHER_ENDS_SOON: (name, { validUntil, timezone }) =>
    `${name} ends on ${timeIn(String(timezone))(String(validUntil))} (${timezone})`,
  CAP_NEARLY_REACHED: (name, { used, cap }) => `${used} of ${cap} redemptions of ${name} are used`,
  CAP_REACHED: (name, { cap }) => `All ${cap} redemptions of ${name} are used`,
  SCHEDULE_FAILED: (name, { reasons }) => `${name} was not published at its time: ${reasons}`,
  DESTINATION_FAILING: (name, { error }) => `Alerts cannot be sent to ${name}: ${error}`,
  // Merchants and partners read it, so it does not say how many there are.
  STATEMENTS_CLOSED: (name) => `The statements of ${name} are closed`,
  NEW_DEVICE: (name, { device }) =>
    `${name}, an admin, signed in on a device for the first time${device === null ? '' : `: ${device}`}`,
  APPROVAL_BYPASSED: (name) =>
    `A change of ${name} was made with the emergency command, without a second person`,
}

/** The sentence of an alert, as staff read it in the back office. */
export function alertSentence({
  kind,
  subject,
  facts,
}: Pick<ReportedAlert, 'kind' | 'subject' | 'facts'>): string {
  return SENTENCES[kind](subject.name, facts)
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
  return new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
}

export const TEST_MESSAGE = {
  title: 'Test message of Counterfoil',
  sections: [{ title: 'Test', lines: ['Alerts arrive here. Nothing is wrong.'] }],
  footer: 'All current alerts are in the console:',
}
