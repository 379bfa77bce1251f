import type { Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'

export type Mail = { to: { name: string; address: string }; subject: string; text: string; html: string }

/** Sends e-mail through the server of SMTP_URL. */
export type Mailer = {
  /** Returns whether the server has accepted the e-mail. Never throws: a failure is logged. */
  send(mail: Mail): Promise<boolean>
  /** Connects and signs in, but sends nothing. Returns why this failed, or null. */
  verify(): Promise<string | null>
  close(): void
}

/** A request that sends an e-mail is answered within 5 seconds. */
const CONNECT_TIMEOUT_MS = 2000
const TOTAL_TIMEOUT_MS = 4000

/** Returns null if SMTP_URL is not set. */
export function openMailer({
  config: { smtpUrl, smtpFrom, smtpRequiresTls },
  log,
}: {
  config: Pick<Config, 'smtpUrl' | 'smtpFrom' | 'smtpRequiresTls'>
  log: Logger
}): Mailer | null {
  if (smtpUrl === null) return null
  let transport: Transporter | null = null
  /** Returns why the work failed, or null. */
  const attempt = async (work: (transport: Transporter) => Promise<unknown>): Promise<string | null> => {
    const { promise: timeout, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error('the mail server is too slow')), TOTAL_TIMEOUT_MS)
    try {
      transport ??= await openTransport(smtpUrl, smtpRequiresTls)
      await Promise.race([work(transport), timeout])
      return null
    } catch (error) {
      return reasonOf(error as SmtpError)
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    async send(mail) {
      const reason = await attempt((open) => open.sendMail({ from: smtpFrom, ...mail }))
      if (reason !== null) log.warn({ reason }, 'an e-mail was not sent: check SMTP_URL')
      return reason === null
    },
    verify: () => attempt((open) => open.verify()),
    close: () => transport?.close(),
  }
}

/** Imports nodemailer for the first e-mail: most services and all commands start without it. */
async function openTransport(url: string, requireTLS: boolean): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    // Without this, somebody between us and the server could suppress STARTTLS and read the links.
    requireTLS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: TOTAL_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

type SmtpError = Error & { code?: string; command?: string; response?: string; responseCode?: number }

/**
 * Returns a reason without the recipient and the text, which a server may quote: more people read the log than the e-mail.
 */
function reasonOf({ code, command, message, response, responseCode }: SmtpError): string {
  if (response === undefined) return message
  if (code === 'ETLS') return 'the server offers no TLS (STARTTLS), and SMTP_ALLOW_PLAINTEXT is not true'
  return `the server answered ${responseCode ?? 'an error'} to ${command}`
}
