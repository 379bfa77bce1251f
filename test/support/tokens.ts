import { constants, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import type { Algorithm } from '../../src/domain/partners/public-key.ts'
import type { Harness } from './harness.ts'
import { onboard, type TestPartner } from './signing.ts'

/** A partner's key pair, with its public half in both forms that can be registered. */
export type TestKey = {
  alg: Algorithm
  kid: string
  privateKey: KeyObject
  pem: string
  jwk: Record<string, unknown>
}

const CURVES = { ES256: 'P-256', ES384: 'P-384' } as const
let count = 0

export function newKey(
  alg: Algorithm,
  { bits = 2048, curve }: { bits?: number; curve?: string } = {},
): TestKey {
  count += 1
  const kid = `key-${count}`
  const { privateKey, publicKey } =
    alg === 'EdDSA'
      ? generateKeyPairSync('ed25519')
      : alg === 'ES256' || alg === 'ES384'
        ? generateKeyPairSync('ec', { namedCurve: curve ?? CURVES[alg] })
        : rsaPair(bits)
  return {
    alg,
    kid,
    privateKey,
    pem: publicKey.export({ type: 'spki', format: 'pem' }) as string,
    jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' },
  }
}

/** Generating a pair takes a fifth of a second, so tests reuse a few in rotation. Two in a row differ. */
const RSA_PAIRS = 3
const rsaPairs: ReturnType<typeof rsaPair>[] = []

function rsaPair(bits: number): { privateKey: KeyObject; publicKey: KeyObject } {
  if (bits !== 2048) return generateKeyPairSync('rsa', { modulusLength: bits })
  const pair =
    rsaPairs.length < RSA_PAIRS ? generateKeyPairSync('rsa', { modulusLength: bits }) : rsaPairs.shift()
  if (pair) rsaPairs.push(pair)
  return pair as NonNullable<typeof pair>
}

const base64url = (value: unknown) =>
  (Buffer.isBuffer(value)
    ? value
    : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
  ).toString('base64url')

/** Builds a token from any header, payload and signature, without the library that verifies tokens. */
export function assemble(header: unknown, payload: unknown, signature: (input: Buffer) => Buffer): string {
  const input = `${base64url(header)}.${base64url(payload)}`
  return `${input}.${signature(Buffer.from(input)).toString('base64url')}`
}

export function signWith({
  alg,
  privateKey,
}: Pick<TestKey, 'alg' | 'privateKey'>): (input: Buffer) => Buffer {
  if (alg === 'EdDSA') return (input) => sign(null, input, privateKey)
  const digest = `sha${alg.slice(2)}`
  if (alg.startsWith('ES')) {
    return (input) => sign(digest, input, { key: privateKey, dsaEncoding: 'ieee-p1363' })
  }
  const padding = alg.startsWith('PS') ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING
  return (input) =>
    sign(digest, input, {
      key: privateKey,
      padding,
      ...(alg.startsWith('PS') && { saltLength: constants.RSA_PSS_SALTLEN_DIGEST }),
    })
}

export function hmacWith(secret: string): (input: Buffer) => Buffer {
  return (input) => createHmac('sha256', secret).update(input).digest()
}

export type TestIssuer = {
  id: string
  slug: string
  issuer: string
  /** The partner with the secret that its backend signs with. */
  partner: TestPartner
  key: TestKey
  /** The claims of an ordinary token: one hour from the app's clock. */
  claims(changes?: object): Record<string, unknown>
  /** A token of this partner; undefined omits a claim or a header. */
  mint(changes?: object, options?: { key?: TestKey; header?: object }): string
}

/** Creates a partner, by default with a static key that no other partner has. */
export async function onboardIssuer(
  { admin, clock }: Pick<Harness, 'admin' | 'clock'>,
  changes: object = {},
  key: TestKey = newKey('ES256'),
): Promise<TestIssuer> {
  const partner = await onboard(admin, { publicKey: key.pem, ...changes })
  const claims = (claimed: object = {}) => {
    const now = clock.now.getTime() / 1000
    return { iss: partner.jwtIssuer, sub: 'user-42', iat: now, exp: now + 3600, ...claimed }
  }
  return {
    id: partner.id,
    slug: partner.slug,
    issuer: partner.jwtIssuer,
    partner,
    key,
    claims,
    mint: (claimed = {}, { key: signer = key, header = {} } = {}) =>
      assemble(
        { typ: 'JWT', alg: signer.alg, kid: signer.kid, ...header },
        claims(claimed),
        signWith(signer),
      ),
  }
}

export type KeyServer = {
  url: string
  /** The published keys. */
  keys: object[]
  /** The number of requests so far. */
  requests: number
  /** How to misbehave; null publishes the keys. */
  misbehave: ((response: ServerResponse) => void) | null
}

export const MISBEHAVIOUR = {
  down: (response: ServerResponse) => void response.destroy(),
  slow: () => {},
  trickle: (response: ServerResponse) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write(' '), 200)
    response.on('close', () => clearInterval(timer))
  },
  error: (response: ServerResponse) => void response.writeHead(500).end('{"keys": []}'),
  page: (response: ServerResponse) => void response.writeHead(200).end('<!doctype html>'),
  noSet: (response: ServerResponse) => void response.writeHead(200).end('{"keys": {}}'),
  huge: (response: ServerResponse) =>
    void response.writeHead(200).end(`{"keys": []}${' '.repeat(5 * 1024 * 1024)}`),
}

/** A partner's JWKS endpoint that misbehaves on demand. */
export async function openKeyServer(...keys: TestKey[]): Promise<KeyServer> {
  const http = createServer((_request, response) => {
    keyServer.requests += 1
    if (keyServer.misbehave) return keyServer.misbehave(response)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ keys: keyServer.keys }))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const keyServer: KeyServer = {
    url: `http://127.0.0.1:${port}/jwks.json`,
    keys: keys.map(({ jwk }) => jwk),
    requests: 0,
    misbehave: null,
  }
  afterAll(() => {
    http.closeAllConnections()
    http.close()
  })
  return keyServer
}
