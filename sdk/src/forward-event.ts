import { testing } from './testing.ts'
import type { CounterfoilEvent } from './webhook-event.ts'

export type Receiver = { secret: string; target: URL; print: (line: string) => void }

const RETRY_MS = 2_000
const MAX_ATTEMPTS = 5
/** As long as the service waits for a receiver. */
const RESPONSE_MS = 10_000
const MAX_REASON_LENGTH = 200

/** The service would try for hours. Here, a few seconds are enough to restart a receiver. */
export async function forwardUntilAccepted(event: CounterfoilEvent, receiver: Receiver): Promise<void> {
  for (let number = 1; number <= MAX_ATTEMPTS; number += 1) {
    if (number > 1) await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    if (await forward(event, number, receiver)) return
  }
  receiver.print(`${event.id} was refused ${MAX_ATTEMPTS} times, and is left out`)
}

/** Sends an event as the service does, prints the response, and returns whether it is 2xx. */
export async function forward(
  event: CounterfoilEvent,
  attempt: number,
  { secret, target, print }: Receiver,
): Promise<boolean> {
  const sent = asDelivered(event)
  const { headers, body } = await testing.signedRequest(sent, { secret })
  const { isAccepted, outcome } = await post(target, body, {
    ...headers,
    'x-delivery-attempt': String(attempt),
  })
  const time = new Date().toTimeString().slice(0, 8)
  print(`${time}  ${sent.type}  ${event.id}  attempt ${attempt}  → ${outcome}`)
  return isAccepted
}

/** The reason of a failed fetch stands in its cause, and for two addresses of one name only in the code of the cause. */
export function reasonOf(error: unknown): string {
  const { name, message, cause } = error as { name?: string; message?: string; cause?: unknown }
  if (name === 'TimeoutError') return `nothing within ${RESPONSE_MS / 1000} s`
  if (cause !== undefined) return reasonOf(cause)
  return message || (error as { code?: string }).code || String(error)
}

async function post(target: URL, body: string, headers: Record<string, string>) {
  try {
    const response = await fetch(target, {
      ...{ method: 'POST', headers, body },
      // The service does not follow redirects either.
      redirect: 'manual',
      signal: AbortSignal.timeout(RESPONSE_MS),
    })
    const [line = ''] = (await response.text()).trim().split('\n')
    const reason = response.ok || line === '' ? '' : ` (${line.slice(0, MAX_REASON_LENGTH)})`
    return { isAccepted: response.ok, outcome: `${response.status}${reason}` }
  } catch (error) {
    return { isAccepted: false, outcome: `no response: ${reasonOf(error)}` }
  }
}

/** The event with the type that the service sent, also if this version of the SDK does not know the type. */
function asDelivered(event: CounterfoilEvent): { id: string; type: string } {
  if (event.type !== 'unknown') return event
  const { receivedType, ...rest } = event
  return { ...rest, type: receivedType }
}
