import { type RawBody, verifyWebhook, type WebhookHeaders, type WebhookSettings } from './verify-webhook.ts'
import type { CounterfoilEvent } from './webhook-event.ts'
import {
  createHandler,
  type HandlerOptions,
  type WebhookHandler,
  type WebhookHandlers,
} from './webhook-handler.ts'

export type WebhookOptions = {
  /** Several during a rotation: webhooks may be signed with any of them. */
  secrets: readonly string[]
  /** How far the timestamp of a webhook may be from the clock; 300 by default. */
  toleranceSeconds?: number | undefined
  /** For tests: the clock. */
  now?: () => Date
}

const DEFAULT_TOLERANCE_SECONDS = 300

/** Verifies and handles webhooks. A process that only receives them needs no `Counterfoil`. */
export class Webhooks {
  readonly #settings: WebhookSettings

  constructor({
    secrets,
    toleranceSeconds = DEFAULT_TOLERANCE_SECONDS,
    now = () => new Date(),
  }: WebhookOptions) {
    if (secrets.length === 0 || secrets.includes('')) {
      throw new TypeError('Webhooks needs at least one secret, and none of them may be empty')
    }
    this.#settings = { secrets, toleranceSeconds, now }
  }

  /** Returns the event if the signature is valid for exactly these bytes; throws a `WebhookError` otherwise. */
  verify(rawBody: RawBody, headers: WebhookHeaders): Promise<CounterfoilEvent> {
    return verifyWebhook(this.#settings, rawBody, headers)
  }

  /** Receives webhooks. Works with node:http, Express, Fastify (`handler.fastify`) and `Request` → `Response`. */
  handler(handlers: WebhookHandlers, options: HandlerOptions = {}): WebhookHandler {
    return createHandler((body, headers) => this.verify(body, headers), handlers, options)
  }
}
