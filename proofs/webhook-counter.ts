import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { verifySignature } from '@counterfoil/contract/signature.ts'
import { isTrueWithin } from '../test/support/process.ts'

/** A partner's webhook endpoint. It answers 200 and remembers which events arrived. */
export type WebhookCounter = {
  url: string
  arrived: Set<string>
  /** The first body of each event that was accepted. */
  bodies: Map<string, string>
  /** How many later deliveries of an event had another body. */
  differing: number
  /** Deliveries must be signed with one of them. Empty: signatures are not checked. */
  secrets: string[]
  wronglySigned: number
  /** While true, it answers 503 and accepts nothing. */
  isBroken: boolean
  requests(): number
  /** Whether at least `count` events arrive within the time. */
  waitFor(count: number, withinMs: number): Promise<boolean>
  close(): void
}

function isSigned({ headers }: IncomingMessage, body: string, secrets: string[]): boolean {
  if (secrets.length === 0) return true
  const nowSeconds = Math.floor(Date.now() / 1000)
  return verifySignature({ header: String(headers['x-signature']), secrets, body, nowSeconds }) === 'valid'
}

export async function openWebhookCounter(): Promise<WebhookCounter> {
  const arrived = new Set<string>()
  const bodies = new Map<string, string>()
  let requests = 0
  const server = createServer(async (request, response) => {
    requests += 1
    const body = await text(request).catch(() => null)
    if (body === null || counter.isBroken) return void response.writeHead(503).end()
    const id = String(request.headers['x-event-id'])
    if (!isSigned(request, body, counter.secrets)) counter.wronglySigned += 1
    arrived.add(id)
    if (bodies.has(id) && bodies.get(id) !== body) counter.differing += 1
    if (!bodies.has(id)) bodies.set(id, body)
    response.end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const counter: WebhookCounter = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    arrived,
    bodies,
    differing: 0,
    secrets: [],
    wronglySigned: 0,
    isBroken: false,
    requests: () => requests,
    waitFor: (count, withinMs) => isTrueWithin(() => arrived.size >= count, withinMs),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return counter
}
