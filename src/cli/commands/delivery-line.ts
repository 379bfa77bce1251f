import { styleText } from 'node:util'
import { visible } from '../../platform/visible-text.ts'
import type { Received } from './delivery-receiver.ts'

/** Describes a delivery for a person: one line, followed by the event if requested. */
export function deliveryLine(received: Received, withBody: boolean): string {
  const { at, fault, status, forwardError } = received
  const { type, eventId, attempt } = namesOf(received)
  const verdict =
    fault === null ? colored('green', 'verified ✓') : colored('red', `not verified: ${visible(fault)}`)
  const response = forwardError === null ? `→ ${status}` : `→ ${status} (${visible(forwardError)})`
  const cells = [at.toTimeString().slice(0, 8), type ?? '–', eventId ?? '–', `attempt ${attempt ?? '–'}`]
  const line = [...cells.map(visible), verdict, response].join('  ')
  return withBody ? `${line}\n${prettyBody(received.body)}` : line
}

/** Describes a delivery for a program: one JSON object per line. */
export function deliveryJson(received: Received, withBody: boolean): string {
  const { at, fault, status, forwardError, body } = received
  return JSON.stringify({
    at: at.toISOString(),
    ...namesOf(received),
    verified: fault === null,
    fault,
    status,
    forwardError,
    ...(withBody && { body: parsed(body) ?? body.toString() }),
  })
}

function namesOf({ headers }: Received) {
  const read = (name: string) => (typeof headers[name] === 'string' ? headers[name] : null)
  const attempt = read('x-delivery-attempt')
  return {
    type: read('x-event-type'),
    eventId: read('x-event-id'),
    attempt: attempt === null ? null : Number(attempt),
  }
}

function prettyBody(body: Buffer): string {
  const value = parsed(body)
  const text = value === undefined ? body.toString() : JSON.stringify(value, null, 2)
  return text.split('\n').map(visible).join('\n')
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

function colored(color: 'green' | 'red', text: string): string {
  return styleText(color, text, { stream: process.stdout })
}
