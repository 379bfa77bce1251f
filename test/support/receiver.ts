import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifySignature } from '@counterfoil/contract/signature.ts'
import { afterAll } from 'vitest'

/** A request that the receiver got. */
export type Received = { headers: IncomingHttpHeaders; body: string; at: number }

export type Behavior = (
  request: IncomingMessage,
  response: ServerResponse,
  received: Received,
) => void | Promise<void>

export type Receiver = {
  url: string
  received: Received[]
  /** How requests are answered; with 200 unless it is replaced. */
  behave: Behavior
  /** Resolves once `count` requests have arrived; rejects after `timeoutMs`. */
  waitFor(count: number, timeoutMs?: number): Promise<Received[]>
  /** Whether a request has a valid signature by this secret at this time. */
  isSigned(one: Received, secret: string, now: Date): boolean
  close(): Promise<void>
}

/** A partner's webhook endpoint. */
export async function openReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    url: '',
    received: [],
    behave: (_request, response) => void response.end('ok'),
    async waitFor(count, timeoutMs = 30_000) {
      const giveUpAt = Date.now() + timeoutMs
      while (receiver.received.length < count) {
        if (Date.now() > giveUpAt) throw new Error(`${receiver.received.length} of ${count} requests arrived`)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      return receiver.received
    },
    isSigned: ({ headers, body }, secret, now) =>
      verifySignature({
        header: String(headers['x-signature']),
        secrets: [secret],
        body,
        nowSeconds: Math.floor(now.getTime() / 1000),
      }) === 'valid',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const one = { headers: request.headers, body: Buffer.concat(chunks).toString(), at: Date.now() }
    receiver.received.push(one)
    await receiver.behave(request, response, one)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  afterAll(() => receiver.close())
  return receiver
}
