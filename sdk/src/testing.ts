import { EVENT_FIXTURES } from './event-fixtures.ts'
import { signatureHeader } from './signature.ts'
import { standardSignature } from './standard-webhook.ts'

export type SignedRequestOptions = {
  /** The secret that your receiver verifies with. */
  secret: string
  url?: string
  now?: () => Date
}

/** A request like a real delivery, for the tests of your receiver. `body` is the text that was signed. */
async function signedRequest(
  event: { id: string; type: string },
  { secret, url = 'http://localhost/hooks', now = () => new Date() }: SignedRequestOptions,
): Promise<{ request: Request; body: string; headers: Record<string, string> }> {
  const body = JSON.stringify(event)
  const timestampSeconds = Math.floor(now().getTime() / 1000)
  const headers = {
    'content-type': 'application/json',
    'x-signature': await signatureHeader({ secret, timestampSeconds, body }),
    'webhook-id': event.id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': await standardSignature({ secret, id: event.id, timestampSeconds, body }),
    'x-event-id': event.id,
    'x-event-type': event.type,
    'x-delivery-attempt': '1',
  }
  return { request: new Request(url, { method: 'POST', headers, body }), body, headers }
}

/** For the tests of your own backend: `fixtures` has one event of each type, as the service sends it. */
export const testing = { signedRequest, fixtures: EVENT_FIXTURES }
