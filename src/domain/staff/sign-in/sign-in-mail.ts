import type { StaffLanguage } from '@counterfoil/contract/shapes/staff-language.ts'
import type { Mail, Mailer } from '../../../platform/outbound/mailer.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import { MAIL_WORDS, type MailPurpose } from './mail-words.ts'

/** The mailer is null if SMTP_URL is not set. */
export type MailDeps = Runtime & { mailer: Mailer | null }

type Recipient = { name: string; email: string; language: StaffLanguage | null }
type Link = { url: string; expiresAt: string }

/** Sends the link. Returns whether it was sent. Call it after the transaction: an e-mail cannot be rolled back. */
export async function mailLink(
  { mailer }: MailDeps,
  recipient: Recipient,
  link: Link,
  purpose: MailPurpose,
): Promise<boolean> {
  return mailer ? mailer.send(linkMail(recipient, link, purpose)) : false
}

/** The e-mail has plain text and simple HTML. It loads nothing, so nobody can see when it is read. */
function linkMail(
  { name, email, language }: Recipient,
  { url, expiresAt }: Link,
  purpose: MailPurpose,
): Mail {
  const tag = language ?? 'en'
  const words = MAIL_WORDS[tag]
  const { subject, request } = words[purpose]
  const until = words.until(writeTime(expiresAt, tag))
  const { ignore } = words
  const [greeting, href] = [words.hello(escapeHtml(name)), escapeHtml(url)]
  const direction = tag === 'ar' ? 'rtl' : 'ltr'
  return {
    to: { name, address: email },
    subject,
    text: `${words.hello(name)}\n\n${request}\n\n${url}\n\n${until}\n${ignore}\n`,
    html: `<div lang="${tag}" dir="${direction}"><p>${greeting}</p><p>${request}</p><p><a dir="ltr" href="${href}">${href}</a></p><p>${until}<br>${ignore}</p></div>`,
  }
}

/** Arabic is written with the digits of links and codes. */
function writeTime(at: string, tag: StaffLanguage): string {
  const locale = { en: 'en-GB', ms: 'ms', 'zh-Hans': 'zh-Hans', ar: 'ar-u-nu-latn' }[tag]
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(at))} UTC`
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] as string)
}
