import type { Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'

export type Mail = { to: { name: string; address: string }; subject: string; text: string; html: string }

/** Sends e-mail through the server of SMTP_URL. */
export type Mailer = {
  /** Whether the server has accepted the mail. Never throws: a failure is logged. */
  send(mail: Mail): Promise<boolean>
  close(): void
}

/** A request that sends a mail is answered within 5 seconds. */
const CONNECT_TIMEOUT_MS = 2000
const TOTAL_TIMEOUT_MS = 4000

/** Null if SMTP_URL is not set. */
export function openMailer({
  config: { smtpUrl, smtpFrom },
  log,
}: {
  config: Pick<Config, 'smtpUrl' | 'smtpFrom'>
  log: Logger
}): Mailer | null {
  if (smtpUrl === null) return null
  let transport: Transporter | null = null
  return {
    async send(mail) {
      const { promise: timeout, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(() => reject(new Error('the mail server is too slow')), TOTAL_TIMEOUT_MS)
      try {
        transport ??= await openTransport(smtpUrl)
        await Promise.race([transport.sendMail({ from: smtpFrom, ...mail }), timeout])
        return true
      } catch (error) {
        // Neither the recipient nor the text: the log is read by more people than the mail.
        log.warn({ reason: (error as Error).message }, 'an e-mail was not sent: check SMTP_URL')
        return false
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => transport?.close(),
  }
}

/** Imports nodemailer at the first mail: most services and all commands start without it. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: TOTAL_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
