import { failureText } from '@counterfoil/contract/words/call-failure.ts'
import type { Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'

export type Mail = {
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** The same for every attempt, so that a mailbox recognizes a repetition. */
  messageId?: string
}

/** Sends e-mail through the server of SMTP_URL. */
export type Mailer = {
  /** Returns whether the server has accepted the e-mail. Never throws: a failure is logged. */
  send(mail: Mail): Promise<boolean>
  /** Returns why the server has not accepted the e-mail, or null. In the background, it has more time. Never throws. */
  trySend(mail: Mail, isInBackground: boolean): Promise<string | null>
  /** Connects and signs in, but sends nothing. Returns why this failed, or null. */
  verify(): Promise<string | null>
  close(): void
}

/** A request that sends an e-mail is answered within 5 seconds. */
const CONNECT_TIMEOUT_MS = 2000
const TOTAL_TIMEOUT_MS = 4000
/** A server that checks for spam may take long. An e-mail that we gave up too early would be sent again. */
const SLOW_TIMEOUT_MS = 30_000

/** RFC 3834: it gets no out-of-office notices. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' }

/** Returns null if SMTP_URL is not set. */
export function openMailer({
  config: { smtpUrl, smtpFrom, smtpRequiresTls },
  log,
}: {
  config: Pick<Config, 'smtpUrl' | 'smtpFrom' | 'smtpRequiresTls'>
  log: Logger
}): Mailer | null {
  if (smtpUrl === null) return null
  const transports = new Map<number, Transporter>()
  const transportOf = async (timeoutMs: number) => {
    const transport = transports.get(timeoutMs) ?? (await openTransport(smtpUrl, smtpRequiresTls, timeoutMs))
    transports.set(timeoutMs, transport)
    return transport
  }
  /** Returns why the work failed, or null. */
  const attempt = async (
    work: (transport: Transporter) => Promise<unknown>,
    timeoutMs = TOTAL_TIMEOUT_MS,
  ): Promise<string | null> => {
    const { promise: timeout, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error(failureText('slowMailServer'))), timeoutMs)
    try {
      await Promise.race([work(await transportOf(timeoutMs)), timeout])
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
    trySend: (mail, isInBackground) =>
      attempt(
        (open) => open.sendMail({ from: smtpFrom, headers: AUTOMATIC, ...mail }),
        isInBackground ? SLOW_TIMEOUT_MS : TOTAL_TIMEOUT_MS,
      ),
    verify: () => attempt((open) => open.verify()),
    close() {
      for (const transport of transports.values()) transport.close()
    },
  }
}

/** Imports nodemailer for the first e-mail: most services and all commands start without it. */
async function openTransport(url: string, requireTLS: boolean, timeoutMs: number): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    // Without this, somebody between us and the server could suppress STARTTLS and read the links.
    requireTLS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: timeoutMs,
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
  if (code === 'ETLS') return failureText('noTls')
  return responseCode === undefined
    ? failureText('mailAnswered:error', { command: String(command) })
    : failureText('mailAnswered', { status: responseCode, command: String(command) })
}
