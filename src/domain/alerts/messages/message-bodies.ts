import type { Mail } from '../../../platform/outbound/mailer.ts'
import type { ReportedAlert } from '../../stored-alerts/alert-words.ts'
import { type MessageText, messageSentence } from '../../stored-alerts/message-text.ts'

/** A message on its way: its text for people, and its alerts for programs. */
export type OutgoingMessage = {
  id: string
  attempt: number
  createdAt: string
  text: MessageText
  alerts: ReportedAlert[]
  /** Present only in test messages. */
  test?: true
}

/** Limits of Slack: https://docs.slack.dev/reference/block-kit/blocks */
const MAX_SLACK_HEADER = 150
const MAX_SLACK_SECTION = 3000

/** An incoming webhook of Slack. Names are plain text there, so that they cannot mention anybody or hide a link. */
export function slackBody({ text }: OutgoingMessage): string {
  const { title, sections, footer, link } = text
  const plain = (content: string) => ({ type: 'plain_text', text: content, emoji: false })
  return JSON.stringify({
    text: escapeSlack(title),
    blocks: [
      { type: 'header', text: plain(cut(title, MAX_SLACK_HEADER)) },
      ...sections.map((section) => ({
        type: 'section',
        text: plain(
          cut([section.title, ...section.lines.map((line) => `• ${line}`)].join('\n'), MAX_SLACK_SECTION),
        ),
      })),
      { type: 'context', elements: [{ type: 'mrkdwn', text: `${footer} <${link}>` }] },
    ],
  })
}

/** https://docs.slack.dev/messaging/formatting-message-text#escaping */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A workflow of Teams that posts a card. Names are in text runs, which have no Markdown. */
export function teamsBody({ text }: OutgoingMessage): string {
  const { title, sections, footer, link, open, language } = text
  const run = (content: string, style: object = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text: content, ...style }],
  })
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    lang: language,
    fallbackText: title,
    body: [
      run(title, { size: 'large', weight: 'bolder' }),
      ...sections.flatMap((section) => [
        run(section.title, { weight: 'bolder' }),
        ...section.lines.map((line) => run(`• ${line}`)),
      ]),
      run(footer, { isSubtle: true }),
    ],
    actions: [{ type: 'Action.OpenUrl', title: open, url: link }],
  }
  const contentType = 'application/vnd.microsoft.card.adaptive'
  return JSON.stringify({ type: 'message', attachments: [{ contentType, contentUrl: null, content }] })
}

/** The event of a SIGNED destination. It has every alert, each with its sentence in English, as in the API. */
export function signedBody({ id, createdAt, alerts, test }: OutgoingMessage): string {
  return JSON.stringify({
    id,
    type: SIGNED_TYPE,
    createdAt,
    ...(test && { test }),
    data: { alerts: alerts.map(signedAlert) },
  })
}

export const SIGNED_TYPE = 'ALERTS_CHANGED'

function signedAlert(alert: ReportedAlert) {
  const { id, kind, change, subject, merchantId, partnerId, since, endedAt } = alert
  const isPerson = subject.type === 'staff'
  return {
    ...{ id, kind, change, message: messageSentence(alert, 'en') },
    subject: { type: subject.type, id: subject.id, name: isPerson ? null : subject.name },
    ...{ merchantId, partnerId, since, endedAt },
  }
}

/** An e-mail to one address. It has plain text and simple HTML, and loads nothing. */
export function mailOf({ id, text }: OutgoingMessage, address: string, domain: string): Mail {
  const { title, sections, footer, link, language } = text
  const plain = sections.map((section) =>
    [section.title, ...section.lines.map((line) => `- ${line}`)].join('\n'),
  )
  const html = sections.map(
    (section) =>
      `<p><b>${escapeHtml(section.title)}</b></p><ul>${section.lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`,
  )
  const href = escapeHtml(link)
  return {
    to: { name: '', address },
    subject: `Counterfoil: ${title.replaceAll(/\s+/g, ' ')}`,
    text: `${plain.join('\n\n')}\n\n${footer}\n${link}\n`,
    html: `<div lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">${html.join('')}<p>${escapeHtml(footer)} <a dir="ltr" href="${href}">${href}</a></p></div>`,
    messageId: `<${id}@${domain}>`,
  }
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] as string)
}

/** Cuts at whole characters. */
function cut(text: string, max: number): string {
  const characters = [...text]
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`
}
