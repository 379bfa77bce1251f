import { signatureHeader } from '@counterfoil/contract/signature.ts'
import { type Answer, type Call, TimedOut, WasCutOff } from '../../platform/outbound/exchange.ts'
import type { Targets } from '../../platform/outbound/target.ts'
import { TargetRefused } from '../../platform/outbound/target.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { VERSION } from '../../platform/version.ts'
import type { PartnerEntry } from '../partners/directory.ts'
import type { Answered } from './retry.ts'

/** What is sent, in the very bytes that were frozen when it happened. */
export type Dispatch = { eventId: string; type: string; body: string; attempt: number }

/** What came of one POST. */
export type Attempt = Answered & {
  /** Where it went: the partner may have another URL by the time that it is recorded. */
  url: string
  attemptedAt: Date
  durationMs: number
  /** The start of the answer. */
  response: string | null
  /** Why there was none, in words. */
  error: string | null
  /** We ended it ourselves, and do not know what would have come of it. */
  isCutOff: boolean
}

export const TIMEOUT_MS = 15_000
const USER_AGENT = `Counterfoil/${VERSION}`
const MOST_BYTES = 16 * 1024
const SHOWN_BYTES = 1024
const MOST_WORDS = 500

/** Builds, signs afresh, sends. Whatever happens is an attempt: this never throws. */
export async function deliver(
  { targets, now }: Pick<Runtime, 'now'> & { targets: Targets },
  { webhookUrl, secrets }: Pick<PartnerEntry, 'webhookUrl' | 'secrets'>,
  dispatch: Dispatch,
  limits: Pick<Call, 'timeoutMs' | 'cutOff'> = { timeoutMs: TIMEOUT_MS },
): Promise<Attempt> {
  const attemptedAt = now()
  const startedMs = performance.now()
  const ended = (end: Omit<Attempt, 'url' | 'attemptedAt' | 'durationMs'>): Attempt => ({
    url: webhookUrl ?? '',
    attemptedAt,
    durationMs: Math.round(performance.now() - startedMs),
    ...end,
  })
  try {
    if (webhookUrl === null) throw new TargetRefused('no webhook URL is registered')
    if (secrets.signing === '') throw new TargetRefused('the partner’s secret cannot be read')
    const headers = headersOf(dispatch, secrets.signing, attemptedAt)
    const call = { ...limits, method: 'POST', headers, body: dispatch.body, mostBytes: MOST_BYTES } as const
    const answer = await targets.call(webhookUrl, call)
    return ended({ ...answeredBy(answer), response: startOf(answer.body), error: null, isCutOff: false })
  } catch (error) {
    const isCutOff = error instanceof WasCutOff
    const words = isCutOff ? 'cut off: the worker was shutting down' : inWords(error)
    return ended({ status: null, retryAfter: null, response: null, error: words, isCutOff })
  }
}

function headersOf({ eventId, type, body, attempt }: Dispatch, secret: string, now: Date) {
  const timestampSeconds = Math.floor(now.getTime() / 1000)
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'x-signature': signatureHeader({ secret, timestampSeconds, body }),
    'x-event-id': eventId,
    'x-event-type': type,
    'x-delivery-attempt': String(attempt),
  }
}

function answeredBy({ status, headers }: Answer): Answered {
  const given = headers['retry-after']
  return { status, retryAfter: (Array.isArray(given) ? given[0] : given) ?? null }
}

function startOf(body: Buffer): string {
  return storable(body.toString('utf8', 0, SHOWN_BYTES))
}

/** PostgreSQL stores any text but NUL, which a receiver may send, and a certificate hold. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD')
}

const IN_WORDS: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name could not be looked up',
  ESERVFAIL: 'the host name could not be looked up',
  EREFUSED: 'the host name could not be looked up',
  ETIMEOUT: 'the host name could not be looked up in time',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the connection timed out',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate’s issuer is not known',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
  UND_ERR_CONNECT_TIMEOUT: 'no connection within 5 seconds',
  UND_ERR_SOCKET: 'the connection was closed before the whole answer had come',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the connection was closed before the whole answer had come',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
}

function inWords(error: unknown): string {
  const { name, message, code } = error as Error & { code?: string }
  if (error instanceof TargetRefused || error instanceof TimedOut) return message
  const known = code === undefined ? undefined : IN_WORDS[code]
  const said = message || code || name
  const words =
    name === 'HTTPParserError' ? `not an HTTP answer: ${said}` : known ? `${known} (${code})` : said
  return storable(words.slice(0, MOST_WORDS))
}
