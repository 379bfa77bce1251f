import { EVENT_TYPES, type WebhookEvent } from './contract-types.ts'

/** An event of a type that this version of the SDK does not know. Answer it with 2xx and ignore it. */
export type UnknownEvent = {
  id: string
  type: 'unknown'
  /** The `type` as sent. */
  receivedType: string
  createdAt: string
  test?: true
  data: Record<string, unknown>
}

export type CounterfoilEvent = WebhookEvent | UnknownEvent

/** Narrows a parsed event. Returns null if it is not an event at all. */
export function eventOf(value: unknown): CounterfoilEvent | null {
  const event = value as { id?: unknown; type?: unknown; data?: unknown } | null
  if (typeof event?.id !== 'string' || typeof event.type !== 'string') return null
  if (typeof event.data !== 'object' || event.data === null) return null
  if ((EVENT_TYPES as readonly string[]).includes(event.type)) return event as WebhookEvent
  return { ...event, type: 'unknown', receivedType: event.type } as UnknownEvent
}
