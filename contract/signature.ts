import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export interface SignedRequest {
  method: string
  /** As on the request line, including the query. */
  path: string
}

export interface ParsedSignature {
  timestampSeconds: number
  /** The digits as received. The HMAC covers this text, so `007` differs from `7`. */
  signedTimestamp: string
  v1: string[]
  v2: string[]
  /** True even if every v2 element is malformed: a v2 that cannot be checked must be refused. */
  hasV2: boolean
}

export type SignatureVerdict = 'valid' | 'invalid_signature' | 'signature_expired'

const MAX_HEADER_LENGTH = 1024
const MAX_CANDIDATES = 5
const TIMESTAMP = /^[0-9]{1,12}$/
const DIGEST = /^[0-9a-f]{64}$/

/**
 * Without a secret, the HMAC is computed with this key, so that an unknown partner takes as long as a known one.
 * Everyone knows this key: a signature made with it never counts as valid.
 */
const DUMMY_SECRET = ''

export function signV1(secret: string, timestampSeconds: number, body: Uint8Array | string): string {
  return digestV1(signingKey(secret), timestampText(timestampSeconds), body).toString('hex')
}

/** v1 covers neither method nor path: until it expires, a captured DELETE signature works for any user. */
export function signV2(
  secret: string,
  timestampSeconds: number,
  method: string,
  pathWithQuery: string,
  body: Uint8Array | string,
): string {
  const request = { method, path: pathWithQuery }
  const digest = digestV2(signingKey(secret), timestampText(timestampSeconds), request, sha256Hex(body))
  return digest.toString('hex')
}

export function signatureHeader(input: {
  secret: string
  timestampSeconds: number
  body: Uint8Array | string
  request?: SignedRequest | undefined
}): string {
  const { secret, timestampSeconds, body, request } = input
  const v1 = `t=${timestampSeconds},v1=${signV1(secret, timestampSeconds, body)}`
  if (!request) return v1
  return `${v1},v2=${signV2(secret, timestampSeconds, request.method, request.path, body)}`
}

export function parseSignature(header: string): ParsedSignature | null {
  if (header.length > MAX_HEADER_LENGTH) return null

  const values: Record<'t' | 'v1' | 'v2', string[]> = { t: [], v1: [], v2: [] }
  for (const element of header.split(',')) {
    const [name, ...rest] = element.trim().split('=')
    if (name === 't' || name === 'v1' || name === 'v2') values[name].push(rest.join('='))
  }

  const [signedTimestamp, ...furtherTimestamps] = values.t
  if (signedTimestamp === undefined || furtherTimestamps.length > 0) return null
  if (!TIMESTAMP.test(signedTimestamp)) return null

  const v1 = values.v1.filter((value) => DIGEST.test(value))
  if (v1.length === 0) return null

  return {
    timestampSeconds: Number(signedTimestamp),
    signedTimestamp,
    v1,
    v2: values.v2.filter((value) => DIGEST.test(value)),
    hasV2: values.v2.length > 0,
  }
}

/**
 * The time it takes depends on the header and the number of secrets, never on which secret matched.
 * Checking a v2 needs `request`: without it, a header with a v2 is refused.
 */
export function verifySignature(input: {
  header: string
  secrets: readonly string[]
  body: Uint8Array | string
  nowSeconds: number
  toleranceSeconds?: number | undefined
  request?: SignedRequest | undefined
  requireV2?: boolean | undefined
}): SignatureVerdict {
  const { header, body, nowSeconds, toleranceSeconds = 300, request, requireV2 = false } = input
  const signature = parseSignature(header)
  if (!signature) return 'invalid_signature'

  const { signedTimestamp, timestampSeconds } = signature
  // An empty secret is a missing setting, and everyone knows it.
  const secrets = input.secrets.filter((secret) => secret !== '')
  const keys = secrets.length > 0 ? secrets : [DUMMY_SECRET]

  const v1Digests = keys.map((key) => digestV1(key, signedTimestamp, body))
  const v1Matches = anyEqual(v1Digests, signature.v1)

  let v2Matches = !signature.hasV2 && !requireV2
  if (signature.hasV2 && request) {
    const bodyHash = sha256Hex(body)
    const v2Digests = keys.map((key) => digestV2(key, signedTimestamp, request, bodyHash))
    v2Matches = anyEqual(v2Digests, signature.v2)
  }

  if (secrets.length === 0 || !v1Matches || !v2Matches) return 'invalid_signature'
  // In this form, a clock that returns NaN makes every signature expired instead of none.
  return Math.abs(nowSeconds - timestampSeconds) <= toleranceSeconds ? 'valid' : 'signature_expired'
}

/** No early exit: comparing every pair keeps the timing independent of which pair matched. */
function anyEqual(digests: Buffer[], candidates: string[]): boolean {
  let matches = 0
  for (const candidate of candidates.slice(0, MAX_CANDIDATES)) {
    const bytes = Buffer.from(candidate, 'hex')
    for (const digest of digests) matches += Number(timingSafeEqual(digest, bytes))
  }
  return matches > 0
}

function digestV1(key: string, timestamp: string, body: Uint8Array | string): Buffer {
  return createHmac('sha256', key).update(`${timestamp}.`).update(body).digest()
}

function digestV2(key: string, timestamp: string, request: SignedRequest, bodyHash: string): Buffer {
  const signed = `${timestamp}.${request.method.toUpperCase()}.${request.path}.${bodyHash}`
  return createHmac('sha256', key).update(signed).digest()
}

function sha256Hex(body: Uint8Array | string): string {
  return createHash('sha256').update(body).digest('hex')
}

function signingKey(secret: string): string {
  if (secret === '') throw new RangeError('The signing secret is empty')
  return secret
}

/** Milliseconds and fractions are common mistakes. Either makes a header that no receiver accepts. */
function timestampText(timestampSeconds: number): string {
  const text = String(timestampSeconds)
  if (!TIMESTAMP.test(text)) throw new RangeError(`Not a timestamp in whole unix seconds: ${text}`)
  return text
}
