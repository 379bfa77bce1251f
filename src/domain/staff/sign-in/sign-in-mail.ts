import type { Mail, Mailer } from '../../../platform/outbound/mailer.ts'
import type { Runtime } from '../../../platform/runtime.ts'

/** The mailer is null if SMTP_URL is not set. */
export type MailDeps = Runtime & { mailer: Mailer | null }

type Recipient = { name: string; email: string }
type Link = { url: string; expiresAt: string }

const WORDS = {
  INVITE: {
    subject: 'Your invitation to Counterfoil',
    request: 'You have been invited to Counterfoil. Open this link to choose your password:',
  },
  RESET: {
    subject: 'Choose a new password for Counterfoil',
    request: 'Open this link to choose a new password for Counterfoil:',
  },
}

/** Sends the link. Returns whether it was sent. Call it after the transaction: an e-mail cannot be rolled back. */
export async function mailLink(
  { mailer }: MailDeps,
  recipient: Recipient,
  link: Link,
  purpose: keyof typeof WORDS,
): Promise<boolean> {
  return mailer ? mailer.send(linkMail(recipient, link, purpose)) : false
}

/** The e-mail has plain text and simple HTML. It loads nothing, so nobody can see when it is read. */
function linkMail({ name, email }: Recipient, { url, expiresAt }: Link, purpose: keyof typeof WORDS): Mail {
  const { subject, request } = WORDS[purpose]
  const until = `The link works once, until ${expiresAt.slice(0, 16).replace('T', ' ')} UTC.`
  const ignore = 'If you did not expect this e-mail, you can ignore it.'
  const [greeting, href] = [`Hello ${escapeHtml(name)},`, escapeHtml(url)]
  return {
    to: { name, address: email },
    subject,
    text: `Hello ${name},\n\n${request}\n\n${url}\n\n${until}\n${ignore}\n`,
    html: `<p>${greeting}</p><p>${request}</p><p><a href="${href}">${href}</a></p><p>${until}<br>${ignore}</p>`,
  }
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
