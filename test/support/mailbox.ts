import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'

export type ReceivedMail = { to: string[]; raw: string; isEncrypted: boolean }

/** A real SMTP server that keeps what it receives, and can be told to refuse. Its certificate is for tests only. */
export async function openMailbox({ offersTls = false } = {}) {
  const mails: ReceivedMail[] = []
  let refusing: RegExp | null = null
  let accepting: () => Promise<void> = async () => {}
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: offersTls ? ['AUTH'] : ['STARTTLS', 'AUTH'],
    onRcptTo: (address, _session, done) =>
      done(refusing?.test(address.address) ? new Error(`mailbox of ${address.address} unavailable`) : null),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const raw = decodeMail(Buffer.concat(chunks).toString())
        mails.push({ to, raw, isEncrypted: session.secure })
        void accepting().then(() => done())
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
      refusing = isRefusing ? /^/ : null
    },
    /** Refuses the addresses that match. */
    refuse(addresses: RegExp) {
      refusing = addresses
    },
    /** Called when an e-mail has arrived, before the server says so. */
    beforeAccepting(work: () => Promise<void>) {
      accepting = work
    },
  }
}

/** RFC 2045 and RFC 2047: bodies in base64 and quoted-printable, and words of other letters in headers. */
function decodeMail(text: string): string {
  return text
    .replaceAll(/(\?=)\r\n (?==\?)/g, '$1')
    .replaceAll(/=\?UTF-8\?B\?([^?]+)\?=/g, (_, word) => fromBase64(word))
    .replaceAll(/=\?UTF-8\?Q\?([^?]+)\?=/g, (_, word) => fromQuotedPrintable(word.replaceAll('_', ' ')))
    .replaceAll(
      /(\nContent-Transfer-Encoding: base64\r\n\r\n)([\w+/=\r\n]+)/g,
      (_, head, body) => head + fromBase64(body),
    )
    .replaceAll(
      /(\nContent-Transfer-Encoding: quoted-printable\r\n\r\n)([\s\S]*?)(?=\r\n--)/g,
      (_, head, body) => head + fromQuotedPrintable(body),
    )
}

const fromBase64 = (text: string) => Buffer.from(text, 'base64').toString()
const fromQuotedPrintable = (text: string) =>
  text
    .replaceAll('=\r\n', '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
