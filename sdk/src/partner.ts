/** The entry point of the package. */
export type * from './contract-types.ts'
export { Counterfoil, type CounterfoilOptions } from './counterfoil.ts'
export { CounterfoilError, type CounterfoilErrorCode } from './counterfoil-error.ts'
export { type RawBody, WebhookError, type WebhookErrorCode, type WebhookHeaders } from './verify-webhook.ts'
export type { CounterfoilEvent, UnknownEvent } from './webhook-event.ts'
