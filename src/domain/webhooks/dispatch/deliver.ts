import { failureText, textOfErrorCode } from '@counterfoil/contract/words/call-failure.ts'
import type { Targets } from '../../../platform/outbound/guarded-targets.ts'
import { TargetRefused } from '../../../platform/outbound/guarded-targets.ts'
import {
  type Call,
  type HttpResponse,
  RequestCanceled,
  RequestTimedOut,
} from '../../../platform/outbound/http-exchange.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import { tracedAttempt } from '../../../platform/tracing/tracing.ts'
import { VERSION } from '../../../platform/version.ts'
import type { PartnerEntry } from '../../actors/partner.ts'
import type { EndpointResponse } from './retry-policy.ts'
import { signatureHeaders } from './signature-headers.ts'

/** An event to send. `body` holds the exact bytes that were stored when the event was written. */
export type OutgoingEvent = { eventId: string; type: string; body: string; attempt: number }

/** The outcome of one POST. */
export type Attempt = EndpointResponse & {
  /** The URL that was called. The partner may have changed it by the time the attempt is recorded. */
  url: string
  attemptedAt: Date
  durationMs: number
  /** The first 1,024 bytes of the response's body; null if there was no response. */
  response: string | null
  /** Why there was no response, in plain words; null if there was one. */
  error: string | null
  /** Whether we canceled the request ourselves. Its outcome then says nothing about the endpoint. */
  isCanceled: boolean
}

export const DELIVERY_TIMEOUT_MS = 15_000
export const USER_AGENT = `Counterfoil/${VERSION}`
const MAX_READ_BYTES = 16 * 1024
const MAX_STORED_BYTES = 1024
const MAX_ERROR_LENGTH = 500

/** Signs an event with a fresh timestamp and POSTs it. Never throws: every outcome is an attempt. */
export function deliver(
  deps: Pick<Runtime, 'now'> & { targets: Targets },
  { webhookUrl, secrets }: Pick<PartnerEntry, 'webhookUrl' | 'secrets'>,
  event: OutgoingEvent,
  limits?: Limits,
): Promise<Attempt> {
  const post: Post = {
    ...{ url: webhookUrl, id: event.eventId, type: event.type, attempt: event.attempt, body: event.body },
    headers(now) {
      if (secrets.signing === '') throw new TargetRefused('noSecret')
      return headersOf(event, secrets, now)
    },
  }
  return attemptPost(deps, post, limits)
}

type Limits = Pick<Call, 'timeoutMs' | 'cancellation'>

/** One POST. `id`, `type` and `attempt` are for traces. */
export type Post = {
  url: string | null
  id: string
  type: string
  attempt: number
  body: string
  /** Throws `TargetRefused` if it must not be sent. */
  headers: (now: Date) => Record<string, string>
}

/** POSTs once. Never throws: every outcome is an attempt. */
export async function attemptPost(
  { targets, now }: Pick<Runtime, 'now'> & { targets: Targets },
  { url, id, type, attempt, body, headers }: Post,
  limits: Limits = { timeoutMs: DELIVERY_TIMEOUT_MS },
): Promise<Attempt> {
  const attemptedAt = now()
  const startedMs = performance.now()
  const attemptOf = (outcome: Omit<Attempt, 'url' | 'attemptedAt' | 'durationMs'>): Attempt => ({
    url: url ?? '',
    attemptedAt,
    durationMs: Math.round(performance.now() - startedMs),
    ...outcome,
  })
  try {
    if (url === null) throw new TargetRefused('noUrl')
    const ownHeaders = headers(attemptedAt)
    const call = { ...limits, method: 'POST', body, maxBytes: MAX_READ_BYTES } as const
    const attributes = { 'counterfoil.event_type': type, 'counterfoil.attempt': attempt }
    const received = await tracedAttempt(id, attributes, (trace) =>
      targets.call(url, { ...call, headers: Object.assign(ownHeaders, trace) }),
    )
    const response = storable(received.body.toString('utf8', 0, MAX_STORED_BYTES))
    return attemptOf({ ...endpointResponseOf(received), response, error: null, isCanceled: false })
  } catch (error) {
    const isCanceled = error instanceof RequestCanceled
    const reason = isCanceled ? failureText('canceled') : describeError(error)
    return attemptOf({ status: null, retryAfter: null, response: null, error: reason, isCanceled })
  }
}

/** An attempt whose failure a test partner has requested. The endpoint is not called. */
export function failedAttempt(webhookUrl: string, status: number, attemptedAt: Date): Attempt {
  const response = 'This attempt failed because the sandbox was told so.'
  return {
    url: webhookUrl,
    attemptedAt,
    durationMs: 0,
    status,
    retryAfter: null,
    response,
    error: null,
    isCanceled: false,
  }
}

function headersOf(
  { eventId, type, body, attempt }: OutgoingEvent,
  secrets: PartnerEntry['secrets'],
  now: Date,
) {
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    ...signatureHeaders(secrets, eventId, body, now),
    'x-event-id': eventId,
    'x-event-type': type,
    'x-delivery-attempt': String(attempt),
  }
}

function endpointResponseOf({ status, headers }: HttpResponse): EndpointResponse {
  const retryAfter = headers['retry-after']
  return { status, retryAfter: (Array.isArray(retryAfter) ? retryAfter[0] : retryAfter) ?? null }
}

/** PostgreSQL cannot store NUL. A receiver may send it, and a certificate that an error message quotes may contain it. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD')
}

/** The partner and support read this text. The console writes it in the reader’s language. */
function describeError(error: unknown): string {
  const { name, message, code } = error as Error & { code?: string }
  if (error instanceof TargetRefused || error instanceof RequestTimedOut) return message
  const raw = message || code || name
  const text =
    name === 'HTTPParserError' ? failureText('notHttp', { text: raw }) : (textOfErrorCode(code) ?? raw)
  return storable(text.slice(0, MAX_ERROR_LENGTH))
}
