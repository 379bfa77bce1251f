import { generateKeyPairSync } from 'node:crypto'
import { type IncomingMessage, request as sendRequest } from 'node:http'
import { signatureHeader } from '@counterfoil/contract/signature.ts'
import type { ApiResponse, Call, Harness } from './harness.ts'

export type TestPartner = { id: string; slug: string; secret: string; version: number; jwtIssuer: string }

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const PEM = publicKey.export({ type: 'spki', format: 'pem' })

let count = 0

export async function onboard(admin: Call, changes: object = {}): Promise<TestPartner> {
  count += 1
  const { status, body } = await admin('POST', '/admin/partners', {
    slug: `signer-${count}`,
    name: 'Example Bank',
    displayName: 'Example',
    logoPath: 'https://example.com/logo.png',
    jwtIssuer: `https://signer-${count}.example.com`,
    publicKey: PEM,
    ...changes,
  })
  if (status !== 201) throw new Error(`onboarding answered ${status}: ${JSON.stringify(body)}`)
  return body
}

export type Signing = {
  secret?: string
  /** Whole seconds added to the app's clock for the timestamp of the signature; negative is in the past. */
  offsetSeconds?: number
  /** The request that the v2 signature covers; undefined sends no v2 signature. */
  v2?: { method: string; path: string }
  /** Added to the headers that a partner sends, or overriding them; undefined removes one. */
  headers?: Record<string, string | undefined>
}

/** An object is sent as JSON, text and bytes as they are; undefined sends no body. */
export type Payload = object | string | Buffer | undefined

export type SignedCall = (
  method: string,
  path: string,
  payload?: Payload,
  signing?: Signing,
) => Promise<ApiResponse>

/** Calls as a partner's backend, over a socket: paths and bytes arrive unchanged. */
export async function signedCalls({ server, clock }: Harness): Promise<(partner: TestPartner) => SignedCall> {
  if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' })
  const origin = new URL(server.listeningOrigin)
  return (partner) =>
    (method, path, payload, signing = {}) => {
      const body = bytesOf(payload)
      const timestampSeconds = Math.floor(clock.now.getTime() / 1000) + (signing.offsetSeconds ?? 0)
      const signature = signatureHeader({
        secret: signing.secret ?? partner.secret,
        timestampSeconds,
        body,
        request: signing.v2,
      })
      const headers = {
        'x-partner-slug': partner.slug,
        'x-signature': signature,
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        // Node omits content-length for DELETE, and the server would read the body as another request.
        ...(body.length > 0 && { 'content-length': String(body.length) }),
        ...signing.headers,
      }
      return exchange(origin, method, path, headers, body)
    }
}

function bytesOf(payload: Payload): Buffer {
  if (payload === undefined) return Buffer.alloc(0)
  if (Buffer.isBuffer(payload)) return payload
  return Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload))
}

function exchange(
  { hostname, port }: URL,
  method: string,
  path: string,
  headers: Record<string, string | undefined>,
  body: Buffer,
): Promise<ApiResponse> {
  const defined = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
  return new Promise((resolve, reject) => {
    const options = { hostname, port, method, path, headers: defined as Record<string, string> }
    const outgoing = sendRequest(options, (incoming) => resolve(responseOf(incoming)))
    outgoing.on('error', reject)
    outgoing.end(body.length > 0 ? body : undefined)
  })
}

async function responseOf(incoming: IncomingMessage): Promise<ApiResponse> {
  const text = Buffer.concat(await incoming.toArray()).toString()
  const isJson = incoming.headers['content-type']?.startsWith('application/json')
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers as Record<string, string>,
    // The response to HEAD has a content type and no body.
    body: isJson && text !== '' ? JSON.parse(text) : text,
  }
}
