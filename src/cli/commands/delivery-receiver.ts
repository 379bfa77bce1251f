import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { parseSignature, verifySignature } from '@counterfoil/contract/signature.ts'
import { request as send } from 'undici'
import { DELIVERY_TIMEOUT_MS } from '../../domain/webhooks/dispatch/deliver.ts'
import { UsageError } from '../terminal/failure.ts'

/** One delivery as received, with our response. */
export type Received = {
  at: Date
  headers: IncomingHttpHeaders
  body: Buffer
  /** Why its signature is invalid; null when it is valid. */
  fault: string | null
  status: number
  /** Why the URL to which it was forwarded did not respond. */
  forwardError: string | null
}

export type ReceiverOptions = {
  port: number
  /** The secrets that a delivery may be signed with now. */
  secrets: () => Promise<string[]>
  forwardTo: string | null
  onReceived: (received: Received) => void
}

export type DeliveryReceiver = { origin: string; close(): Promise<void> }

type Reply = { status: number; headers: Record<string, string>; body: Buffer; error: string | null }

/** A webhook endpoint that only this machine can reach. */
export async function openDeliveryReceiver(options: ReceiverOptions): Promise<DeliveryReceiver> {
  const { port, secrets, forwardTo, onReceived } = options
  const server = createServer(async (request, response) => {
    try {
      const at = new Date()
      const body = await buffer(request)
      const { headers } = request
      const fault = faultOf(headers['x-signature'], body, await secrets(), at)
      const reply = forwardTo === null ? replyTo(fault) : await forward(forwardTo, request, body)
      response.writeHead(reply.status, reply.headers).end(reply.body)
      onReceived({ at, headers, body, fault, status: reply.status, forwardError: reply.error })
    } catch {
      // The sender disconnected before the end of the request.
      response.destroy()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code = '' }: NodeJS.ErrnoException) =>
      reject(new UsageError(`cannot listen on port ${port} (${code}): choose another with --port`)),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function faultOf(
  header: string | string[] | undefined,
  body: Buffer,
  secrets: string[],
  at: Date,
): string | null {
  if (typeof header !== 'string') return 'the x-signature header is missing'
  const signature = parseSignature(header)
  if (!signature) return 'x-signature is not t=<seconds>,v1=<hex>'
  const nowSeconds = Math.floor(at.getTime() / 1000)
  const verdict = verifySignature({ header, secrets, body, nowSeconds })
  if (verdict === 'valid') return null
  if (verdict === 'invalid_signature') return 'signed with another secret, or changed on the way'
  return `its timestamp differs from this clock by ${Math.abs(nowSeconds - signature.timestampSeconds)} s`
}

/** The response of the reference receiver in the guide. */
function replyTo(fault: string | null): Reply {
  return { status: fault === null ? 200 : 401, headers: {}, body: Buffer.alloc(0), error: null }
}

/** These headers belong to this connection. The forwarded request has its own. */
const HOP_BY_HOP = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding'])

async function forward(url: string, { method = 'POST', headers }: IncomingMessage, body: Buffer) {
  const kept = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name))
  try {
    const answered = await send(url, {
      method,
      headers: Object.fromEntries(kept),
      body,
      signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
    } as Parameters<typeof send>[1])
    const content = Buffer.from(await answered.body.arrayBuffer())
    return {
      status: answered.statusCode,
      headers: forwardedHeaders(answered.headers),
      body: content,
      error: null,
    }
  } catch (error) {
    const { name, code, message } = error as Error & { code?: string }
    const why =
      name === 'TimeoutError' ? `no response within ${DELIVERY_TIMEOUT_MS / 1000} s` : (code ?? message)
    return { status: 502, headers: {}, body: Buffer.alloc(0), error: why }
  }
}

/** The headers of a response that the service acts on, or shows with the attempt. */
function forwardedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const names = ['content-type', 'retry-after', 'location']
  return Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  )
}
