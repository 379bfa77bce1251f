import { type RawBody, verifyWebhook, type WebhookHeaders, type WebhookSettings } from './verify-webhook.ts'
import type { CounterfoilEvent } from './webhook-event.ts'
import {
  createHandler,
  type HandlerOptions,
  type WebhookHandler,
  type WebhookHandlers,
} from './webhook-handler.ts'

export class Webhooks {
  readonly #settings: WebhookSettings

  constructor(settings: WebhookSettings) {
    this.#settings = settings
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
