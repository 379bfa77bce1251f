import { setTimeout as sleep } from 'node:timers/promises'
import { signatureHeader } from '@counterfoil/contract/signature.ts'
import { PARTNER_SLUG, type Request, send, type World } from './partner-world.ts'
import { HUNG_MS } from './redemption-load.ts'

/** Users who look around, staff who work and the partner's backend, beside those who redeem. No request is repeated. */
export type BrowsingLoad = {
  /** `GET /merchants 200`, with the number of such responses. */
  responses: Map<string, number>
  end(): Promise<void>
}

const PAUSE_MS = 200

/** `secret` is what the partner signs with now. */
export function startBrowsing(
  origins: string[],
  world: World,
  clients: number,
  secret: () => string,
): BrowsingLoad {
  const responses = new Map<string, number>()
  let isOver = false
  const client = async (number: number) => {
    for (let i = number; !isOver; i += 1) {
      const requests = requestsOf(world, i, secret())
      const request = requests[i % requests.length] as Request
      const { status, timedOut, body } = await send(origins[i % origins.length] as string, request, HUNG_MS)
      const result = timedOut ? 'no response' : `${status || 'cut off'}${body?.error ? ` ${body.error}` : ''}`
      const label = `${request.method ?? 'GET'} ${request.path.replace(/[0-9a-f-]{36}/, ':id')} ${result}`
      responses.set(label, (responses.get(label) ?? 0) + 1)
      await sleep(PAUSE_MS)
    }
  }
  const running = Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  return {
    responses,
    async end() {
      isOver = true
      await running
    },
  }
}

function requestsOf({ merchants, tokenOf }: World, i: number, secret: string): Request[] {
  const token = tokenOf(`browser-${i % 50}`)
  const merchantId = merchants[0]?.id
  const description = { description: `Change ${i}` }
  return [
    { path: '/merchants', token },
    { path: `/merchants/${merchantId}/vouchers`, token },
    { path: '/me/redemptions', token },
    { method: 'POST', path: '/me/favorites', token, body: { merchantId } },
    { method: 'DELETE', path: `/me/favorites/${merchantId}`, token },
    { path: '/admin/redemptions?limit=20' },
    { path: '/admin/stats' },
    { method: 'PATCH', path: `/admin/merchants/${merchantId}`, body: description },
    signed(secret, 'GET', '/integrations/events?limit=20'),
    signed(secret, 'POST', '/integrations/users', { externalUserId: `browser-${i % 50}`, locale: 'ms' }),
  ]
}

function signed(secret: string, method: string, path: string, body?: object): Request {
  const timestampSeconds = Math.floor(Date.now() / 1000)
  const bytes = Buffer.from(body ? JSON.stringify(body) : '')
  const signature = signatureHeader({ secret, timestampSeconds, body: bytes })
  const headers = { 'x-partner-slug': PARTNER_SLUG, 'x-signature': signature }
  return { method, path, token: null, headers, ...(body && { body }) }
}
