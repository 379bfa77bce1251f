import type { Config } from '../../platform/config.ts'
import { createLogger } from '../../platform/logging.ts'
import { openMailer } from '../../platform/outbound/mailer.ts'
import { type Finding, ok, wrong } from './finding.ts'

/** Connects, with TLS as for an e-mail, and signs in. Sends nothing. */
export async function checkMail(config: Config): Promise<Finding> {
  const mailer = openMailer({ config, log: createLogger('error', process.stderr) })
  if (mailer === null || config.smtpUrl === null) return ok('mail', 'SMTP_URL is not set: none is sent')
  try {
    const failure = await mailer.verify()
    const { host } = new URL(config.smtpUrl)
    return failure === null
      ? ok('mail', `${host} accepts us`)
      : wrong('mail', `${host} cannot be used (${failure}): check SMTP_URL`)
  } finally {
    mailer.close()
  }
}
