import { generateLoad } from './generate-load.ts'

const HERE = { consumerLat: 3.1501, consumerLng: 101.7 }

type Redemption = { token: string; voucherId: string | undefined; outletId: string; pin: string }

/** The bytes of a request that redeems, as `generateLoad` sends them. `key` is its idempotency key. */
export function redemptionRequest({ token, ...redemption }: Redemption, key?: string): string {
  return postRequest('/me/redemptions', token, { ...redemption, ...HERE }, key)
}

export function postRequest(path: string, token: string, content: object, key?: string): string {
  const body = JSON.stringify(content)
  return [
    `POST ${path} HTTP/1.1`,
    'host: bench',
    `authorization: Bearer ${token}`,
    ...(key === undefined ? [] : [`idempotency-key: ${key}`]),
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}

export function getRequest(path: string, token: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n\r\n`
}

/** Sends every token once, so that no signature is verified during the measurement. */
export async function verifyTokens({ port, tokens }: { port: number; tokens: string[] }): Promise<void> {
  const requests = tokens.map((token) => getRequest('/me', token))
  await generateLoad({ port, connections: 64, seconds: 600, requests, total: tokens.length })
}
