import { signatureHeader } from '@counterfoil/contract/signature.ts'
import type { Deps } from '../deps.ts'
import type { PartnerEntry } from '../partners/directory.ts'
import { VERSION } from '../version.ts'
import type { Answered } from './retry.ts'
import { type TargetAnswer, type TargetCall, TargetRefused } from './target.ts'

/** What is sent, in the very bytes that were frozen when it happened. */
export type Dispatch = { eventId: string; type: string; body: string; attempt: number }

/** What came of one POST. */
export type Attempt = Answered & {
  attemptedAt: Date
  durationMs: number
  /** The start of the answer. */
  response: string | null
  /** Why there was none, in words. */
  error: string | null
}

export const TIMEOUT_MS = 15_000
const MOST_BYTES = 16 * 1024
const SHOWN_BYTES = 1024

/** Builds, signs afresh, sends. Whatever happens is an attempt: this never throws. */
export async function deliver(
  { targets, now }: Pick<Deps, 'targets' | 'now'>,
  partner: Pick<PartnerEntry, 'webhookUrl' | 'secrets'>,
  dispatch: Dispatch,
  signal?: AbortSignal,
): Promise<Attempt> {
  const attemptedAt = now()
  const startedMs = performance.now()
  const ended = (end: Omit<Attempt, 'attemptedAt' | 'durationMs'>): Attempt => ({
    attemptedAt,
    durationMs: Math.round(performance.now() - startedMs),
    ...end,
  })
  try {
    if (partner.webhookUrl === null) throw new TargetRefused('no webhook URL is registered')
    if (partner.secrets.signing === '') throw new TargetRefused('the partner’s secret cannot be read')
    const call = requestOf(dispatch, partner.secrets.signing, attemptedAt)
    const answer = await targets.call(partner.webhookUrl, { ...call, ...(signal && { signal }) })
    return ended({ ...answeredBy(answer), response: startOf(answer.body), error: null })
  } catch (error) {
    return ended({ status: null, retryAfter: null, response: null, error: inWords(error) })
  }
}

function requestOf({ eventId, type, body, attempt }: Dispatch, secret: string, now: Date): TargetCall {
  const timestampSeconds = Math.floor(now.getTime() / 1000)
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': `Counterfoil/${VERSION}`,
      'x-signature': signatureHeader({ secret, timestampSeconds, body }),
      'x-event-id': eventId,
      'x-event-type': type,
      'x-delivery-attempt': String(attempt),
    },
    body,
    timeoutMs: TIMEOUT_MS,
    mostBytes: MOST_BYTES,
  }
}

function answeredBy({ status, headers }: TargetAnswer): Answered {
  const retryAfter = headers['retry-after']
  return { status, retryAfter: typeof retryAfter === 'string' ? retryAfter : null }
}

/** PostgreSQL stores any text but NUL. */
function startOf(body: Buffer): string {
  return body.subarray(0, SHOWN_BYTES).toString('utf8').replaceAll('\0', '\uFFFD')
}

const IN_WORDS: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'no connection within 5 seconds',
  UND_ERR_SOCKET: 'the connection was closed before the whole answer had come',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
}

function inWords(error: unknown): string {
  const { name, message, code } = error as Error & { code?: string }
  if (name === 'TimeoutError') return 'no whole answer within 15 seconds'
  if (name === 'AbortError') return 'cut off: the worker was shutting down'
  if (error instanceof TargetRefused) return message
  if (code?.startsWith('HPE_')) return `not an HTTP answer (${message})`
  const words = code === undefined ? undefined : IN_WORDS[code]
  return words ? `${words} (${code})` : message || code || name
}
