export type SignedRequest = {
  method: string
  /** As on the request line, including the query. */
  path: string
}

export type SignatureVerdict = 'valid' | 'invalid_signature' | 'signature_expired'

type ParsedSignature = { timestamp: string; v1: string[]; hasV2: boolean }

/** Typed arrays over an ArrayBuffer, which is what WebCrypto accepts. */
type Bytes = Uint8Array<ArrayBuffer>

const MAX_HEADER_LENGTH = 1024
const MAX_CANDIDATES = 5
const TIMESTAMP = /^[0-9]{1,12}$/
const DIGEST = /^[0-9a-f]{64}$/
const HMAC = { name: 'HMAC', hash: 'SHA-256' }

const encoder = new TextEncoder()

export function bytesOf(body: string | Uint8Array | ArrayBuffer): Bytes {
  if (typeof body === 'string') return encoder.encode(body)
  return ArrayBuffer.isView(body)
    ? new Uint8Array(body.buffer.slice(body.byteOffset, body.byteOffset + body.byteLength) as ArrayBuffer)
    : new Uint8Array(body)
}

/** The value of `x-signature`. With `request` it has a v2, which also covers the method and the path. */
export async function signatureHeader(input: {
  secret: string
  timestampSeconds: number
  body: string | Uint8Array
  request?: SignedRequest | undefined
}): Promise<string> {
  const timestamp = String(input.timestampSeconds)
  if (!TIMESTAMP.test(timestamp)) throw new RangeError(`Not a timestamp in whole unix seconds: ${timestamp}`)
  const body = bytesOf(input.body)
  const key = await importSecret(input.secret)
  const hmac = async (text: Bytes) => hex(await crypto.subtle.sign(HMAC, key, text))
  const v1 = `t=${timestamp},v1=${await hmac(signedByV1(timestamp, body))}`
  if (!input.request) return v1
  const { method, path } = input.request
  const bodyHash = hex(await crypto.subtle.digest('SHA-256', body))
  return `${v1},v2=${await hmac(bytesOf(`${timestamp}.${method.toUpperCase()}.${path}.${bodyHash}`))}`
}

/**
 * Verifies the signature of a webhook. Every secret is compared with every candidate, so the duration does not depend
 * on which one matched. Webhooks have no v2: a header with one was captured from one of your requests.
 */
export async function verifySignature(input: {
  header: string
  secrets: readonly string[]
  body: Uint8Array
  nowSeconds: number
  toleranceSeconds: number
}): Promise<SignatureVerdict> {
  const signature = parseSignature(input.header)
  if (!signature || signature.hasV2) return 'invalid_signature'

  const signed = signedByV1(signature.timestamp, input.body)
  let matches = 0
  for (const secret of input.secrets) {
    const key = await importSecret(secret)
    for (const candidate of signature.v1.slice(0, MAX_CANDIDATES)) {
      // The platform compares in constant time.
      matches += Number(await crypto.subtle.verify(HMAC, key, fromHex(candidate), signed))
    }
  }
  if (matches === 0) return 'invalid_signature'
  // In this form, a clock that returns NaN makes every signature expired instead of none.
  const isFresh = Math.abs(input.nowSeconds - Number(signature.timestamp)) <= input.toleranceSeconds
  return isFresh ? 'valid' : 'signature_expired'
}

function parseSignature(header: string): ParsedSignature | null {
  if (header.length > MAX_HEADER_LENGTH) return null
  const values: Record<'t' | 'v1' | 'v2', string[]> = { t: [], v1: [], v2: [] }
  for (const element of header.split(',')) {
    const [name, ...rest] = element.trim().split('=')
    if (name === 't' || name === 'v1' || name === 'v2') values[name].push(rest.join('='))
  }
  const [timestamp, ...furtherTimestamps] = values.t
  if (timestamp === undefined || furtherTimestamps.length > 0 || !TIMESTAMP.test(timestamp)) return null
  const v1 = values.v1.filter((value) => DIGEST.test(value))
  return v1.length === 0 ? null : { timestamp, v1, hasV2: values.v2.length > 0 }
}

function signedByV1(timestamp: string, body: Uint8Array): Bytes {
  const prefix = encoder.encode(`${timestamp}.`)
  const signed = new Uint8Array(prefix.length + body.length)
  signed.set(prefix)
  signed.set(body, prefix.length)
  return signed
}

/** An empty secret is a missing setting, and everyone knows it. */
function importSecret(secret: string): Promise<CryptoKey> {
  if (secret === '') throw new RangeError('The secret is empty')
  return crypto.subtle.importKey('raw', encoder.encode(secret), HMAC, false, ['sign', 'verify'])
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function fromHex(text: string): Bytes {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
