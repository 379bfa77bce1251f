import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'

export type ReceivedMail = { to: string[]; raw: string; isEncrypted: boolean }

/** A real SMTP server that keeps what it receives, and can be told to refuse. Its certificate is for tests only. */
export async function openMailbox({ offersTls = false } = {}) {
  const mails: ReceivedMail[] = []
  let refusing = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: offersTls ? ['AUTH'] : ['STARTTLS', 'AUTH'],
    onRcptTo: (address, _session, done) =>
      done(refusing ? new Error(`mailbox of ${address.address} unavailable`) : null),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const raw = decodeQuotedPrintable(Buffer.concat(chunks).toString())
        mails.push({ to, raw, isEncrypted: session.secure })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  afterAll(close)
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    close,
    refuseAll(isRefusing: boolean) {
      refusing = isRefusing
    },
  }
}

/** RFC 2045, section 6.7; our links are ASCII. */
function decodeQuotedPrintable(text: string): string {
  return text.replaceAll('=\r\n', '').replaceAll('=3D', '=')
}
