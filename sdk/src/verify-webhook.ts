import { bytesOf, verifySignature } from './signature.ts'
import { type CounterfoilEvent, eventOf } from './webhook-event.ts'

export type WebhookErrorCode =
  /** The body was parsed before it was verified: pass the raw bytes. */
  | 'body_not_raw'
  | 'body_too_large'
  | 'missing_signature'
  | 'invalid_signature'
  | 'signature_expired'
  /** The signature is valid, but the body is not an event. */
  | 'not_an_event'

/** A webhook that must not be trusted. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly code: WebhookErrorCode

  constructor(code: WebhookErrorCode, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

export type RawBody = string | Uint8Array | ArrayBuffer

/** A `Headers` object, or the headers of a Node request. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Record<string, string | string[] | undefined>

export type WebhookSettings = { secrets: readonly string[]; toleranceSeconds: number; now: () => Date }

/** Returns the event if one of the secrets signed exactly these bytes within the tolerance; throws otherwise. */
export async function verifyWebhook(
  { secrets, toleranceSeconds, now }: WebhookSettings,
  rawBody: RawBody,
  headers: WebhookHeaders,
): Promise<CounterfoilEvent> {
  const body = bytesOf(refuseParsedBody(rawBody))
  const header = headerOf(headers, 'x-signature')
  if (!header) throw new WebhookError('missing_signature', 'the request has no x-signature header')

  const nowSeconds = now().getTime() / 1000
  const verdict = await verifySignature({ header, secrets, body, nowSeconds, toleranceSeconds })
  if (verdict !== 'valid') throw new WebhookError(verdict, REASONS[verdict])

  const event = eventOf(parse(body))
  if (!event) throw new WebhookError('not_an_event', 'the body is not a JSON object with id, type and data')
  return event
}

const REASONS = {
  invalid_signature:
    'no secret matches these bytes; check that the secret is the current one and that the body is passed unchanged',
  signature_expired: 'the timestamp differs from the clock of this machine by more than the tolerance',
}

/** The most common mistake. JSON that is serialized again has other bytes, so its signature never matches. */
function refuseParsedBody(body: unknown): RawBody {
  if (typeof body === 'string' || body instanceof ArrayBuffer || ArrayBuffer.isView(body))
    return body as RawBody
  const kind = body === null ? 'null' : Array.isArray(body) ? 'an array' : `a value of type ${typeof body}`
  throw new WebhookError(
    'body_not_raw',
    `verify needs the raw body (string or bytes) and got ${kind}. A body parser ran first: use ` +
      'express.raw({ type: "application/json" }) in Express, the plugin `handler.fastify` in Fastify, ' +
      '`await request.text()` with a Request',
  )
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name)
  return [entry?.[1]].flat()[0] as string | undefined
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return null
  }
}
