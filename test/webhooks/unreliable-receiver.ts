import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifySignature } from '@counterfoil/contract/signature.ts'

export type Arrival = { body: string; isSigned: boolean; isAccepted: boolean }

export type UnreliableReceiver = {
  url: string
  /** Must be set before the first request. */
  secret: string
  /** The arrivals of each event id, in order. */
  arrivals: Map<string, Arrival[]>
  requests(): number
  failedOnPurpose(): number
  close(): Promise<void>
}

const FAILURE_RATE = 0.3
/** Events are signed when they are sent: an older signature means that a retry was not signed again. */
const MAX_SIGNATURE_AGE_SECONDS = 20

/** Accepts seven of ten requests and fails the others in various ways. */
export async function openUnreliableReceiver(): Promise<UnreliableReceiver> {
  let requests = 0
  let failed = 0
  const arrivals = new Map<string, Arrival[]>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      // The worker was killed while it sent the request: it does not count.
      return
    }
    requests += 1
    const body = Buffer.concat(chunks).toString()
    const isAccepted = Math.random() >= FAILURE_RATE
    const id = String(request.headers['x-event-id'])
    const arrival = { body, isSigned: isSignedNow(request, body, receiver.secret), isAccepted }
    arrivals.set(id, [...(arrivals.get(id) ?? []), arrival])
    if (isAccepted) return void response.end('ok')
    failed += 1
    failRandomly(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: UnreliableReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    secret: '',
    arrivals,
    requests: () => requests,
    failedOnPurpose: () => failed,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return receiver
}

function isSignedNow({ headers }: IncomingMessage, body: string, secret: string): boolean {
  const header = String(headers['x-signature'])
  const nowSeconds = Math.floor(Date.now() / 1000)
  const sentAt = Number(header.match(/t=(\d+)/)?.[1])
  const isFresh = Math.abs(nowSeconds - sentAt) <= MAX_SIGNATURE_AGE_SECONDS
  return isFresh && verifySignature({ header, secrets: [secret], body, nowSeconds }) === 'valid'
}

function failRandomly({ socket }: IncomingMessage, response: ServerResponse): void {
  const random = Math.random()
  if (random < 0.6) response.writeHead(500).end('no')
  else if (random < 0.8) socket.resetAndDestroy()
  else if (random < 0.9)
    response.writeHead(200, { 'content-length': '100' }).write('half', () => socket.destroy())
  // Hangs for a while, then closes the connection.
  else setTimeout(() => socket.destroy(), 200 + 300 * Math.random())
}
