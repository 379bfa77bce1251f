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
  config: { smtpUrl, smtpFrom, smtpRequiresTls },
  log,
}: {
  config: Pick<Config, 'smtpUrl' | 'smtpFrom' | 'smtpRequiresTls'>
  log: Logger
}): Mailer | null {
  if (smtpUrl === null) return null
  let transport: Transporter | null = null
  return {
    async send(mail) {
      const { promise: timeout, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(() => reject(new Error('the mail server is too slow')), TOTAL_TIMEOUT_MS)
      try {
        transport ??= await openTransport(smtpUrl, smtpRequiresTls)
        await Promise.race([transport.sendMail({ from: smtpFrom, ...mail }), timeout])
        return true
      } catch (error) {
        log.warn({ reason: reasonOf(error as SmtpError) }, 'an e-mail was not sent: check SMTP_URL')
        return false
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => transport?.close(),
  }
}

/** Imports nodemailer at the first mail: most services and all commands start without it. */
async function openTransport(url: string, requireTLS: boolean): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    // Otherwise somebody between us and the server could suppress STARTTLS and read the links.
    requireTLS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: TOTAL_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

type SmtpError = Error & { code?: string; command?: string; response?: string; responseCode?: number }

/** Neither the recipient nor the text, which a server may quote: the log is read by more people than the mail. */
function reasonOf({ code, command, message, response, responseCode }: SmtpError): string {
  if (response === undefined) return message
  if (code === 'ETLS') return 'the server offers no TLS (STARTTLS), and SMTP_ALLOW_PLAINTEXT is not true'
  return `the server answered ${responseCode ?? 'an error'} to ${command}`
}
