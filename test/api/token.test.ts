import { generateKeyPairSync } from 'node:crypto'
import { compactVerify } from 'jose'
import { beforeEach, expect, test, vi } from 'vitest'
import { ALGORITHMS } from '../../src/domain/partners/public-key.ts'
import { createHarness } from '../support/harness.ts'
import { assemble, hmacWith, newKey, onboardIssuer, openKeyServer, signWith } from '../support/tokens.ts'

vi.mock('jose', async (original) => {
  const jose = await original<typeof import('jose')>()
  return { ...jose, compactVerify: vi.fn(jose.compactVerify) }
})
const signatureChecks = () => vi.mocked(compactVerify).mock.calls.length
beforeEach(() => void vi.mocked(compactVerify).mockClear())

const harness = await createHarness()
const { server, admin, as, clock, startNode } = harness
const RSA = newKey('RS256')
const acme = await onboardIssuer(harness, {
  accentColor: '#0a7d4b',
  shareUrl: 'https://acme.example/rewards/{path}',
})
const other = await onboardIssuer(harness)

const branding = (token: string | undefined, headers?: Record<string, string>) =>
  as(token)('GET', '/branding', undefined, headers)

async function verdict(token: string): Promise<[number, string | undefined]> {
  const { status, body } = await branding(token)
  return [status, body.error]
}

const seconds = () => clock.now.getTime() / 1000
const OK = [200, undefined]
const INVALID = [401, 'invalid_token']
const TEN_YEARS_SECONDS = 3653 * 24 * 60 * 60

test('200: the brand of the token’s partner', async () => {
  const { status, body } = await branding(acme.mint())
  expect(status).toBe(200)
  expect(body).toEqual({
    name: 'Example Bank',
    displayName: 'Example',
    logoPath: 'https://example.com/logo.png',
    accentColor: '#0a7d4b',
    shareUrl: 'https://acme.example/rewards/{path}',
  })
})

test.each(ALGORITHMS)('200: %s', async (alg) => {
  const key = /^[RP]S/.test(alg) ? { ...RSA, alg } : newKey(alg)
  expect(await verdict((await onboardIssuer(harness, {}, key)).mint())).toEqual(OK)
})

test('200: a static JWK, and the next key, with any kid in the token', async () => {
  const [key, next] = [newKey('ES256'), newKey('EdDSA')]
  const issuer = await onboardIssuer(harness, { publicKey: key.jwk, nextPublicKey: next.pem }, key)
  for (const kid of ['elsewhere', '', undefined]) {
    expect(await verdict(issuer.mint({}, { header: { kid } }))).toEqual(OK)
    expect(await verdict(issuer.mint({}, { key: next, header: { kid } }))).toEqual(OK)
  }
})

const WELCOME: [string, () => string][] = [
  ['a sub of 255 code points', () => acme.mint({ sub: '🎟'.repeat(255) })],
  ['a sub of one code point', () => acme.mint({ sub: '0' })],
  ['no iat', () => acme.mint({ iat: undefined })],
  ['iat 59 s ahead', () => acme.mint({ iat: seconds() + 59 })],
  ['nbf 59 s ahead', () => acme.mint({ nbf: seconds() + 59 })],
  ['expires in 10 years', () => acme.mint({ exp: seconds() + TEN_YEARS_SECONDS })],
  ['expired 59 s ago', () => acme.mint({ exp: seconds() - 59 })],
  ['an audience that the partner does not require', () => acme.mint({ aud: 'elsewhere' })],
  ['an invalid e-mail address', () => acme.mint({ email: 42, displayName: null })],
]

test.each(WELCOME)('200: %s', async (_name, craft) => {
  expect(await verdict(craft())).toEqual(OK)
})

test.each([
  ['none', undefined],
  ['another scheme', 'Basic YTpi'],
  ['no token', 'Bearer'],
  ['blank', 'Bearer  '],
  ['two tokens', 'Bearer a b'],
  ['the token alone', 'e30.e30.e30'],
])('401 missing_token: %s', async (_name, authorization) => {
  const response = await branding(undefined, authorization === undefined ? {} : { authorization })
  expect([response.status, response.body]).toEqual([401, { error: 'missing_token' }])
  expect(response.headers['www-authenticate']).toBe('Bearer')
})

test('200: the scheme in any case, and more than one space', async () => {
  const token = acme.mint()
  for (const authorization of [`bearer ${token}`, `BEARER ${token}`, `Bearer   ${token}`]) {
    expect((await branding(undefined, { authorization })).status).toBe(200)
  }
})

const none = () => Buffer.alloc(0)
const CRAFTED: [string, () => string][] = [
  ['not a token', () => 'abc'],
  ['three empty parts', () => '..'],
  ['five parts, as a JWE has', () => 'a.b.c.d.e'],
  ['not base64url', () => acme.mint().replace('.', '.=')],
  ['a header that is not JSON', () => `bm8.${acme.mint().split('.').slice(1).join('.')}`],
  ['a header that is null', () => assemble('null', acme.claims(), signWith(acme.key))],
  ['a payload that is a list', () => assemble({ alg: 'ES256' }, [], signWith(acme.key))],
  ['a payload that is not UTF-8', () => misencoded()],
  ['no algorithm', () => acme.mint({}, { header: { alg: undefined } })],
  ['alg: none, unsigned', () => assemble({ alg: 'none' }, acme.claims(), none)],
  ['alg: none, with bytes for a signature', () => assemble({ alg: 'none' }, acme.claims(), hmacWith('x'))],
  ['alg: None', () => assemble({ alg: 'None' }, acme.claims(), hmacWith('x'))],
  [
    'HS256 keyed with the public key',
    () => assemble({ alg: 'HS256' }, acme.claims(), hmacWith(acme.key.pem)),
  ],
  ['ES256K', () => assemble({ alg: 'ES256K' }, acme.claims(), signWith(acme.key))],
  ['ES384 under a key for ES256', () => assemble({ alg: 'ES384' }, acme.claims(), signWith(acme.key))],
  ['RS256 under an EC key', () => assemble({ alg: 'RS256' }, acme.claims(), signWith(RSA))],
  ['another partner’s key under this issuer', () => acme.mint({}, { key: other.key })],
  ['this partner’s key under another issuer', () => acme.mint({ iss: other.issuer })],
  ['a changed payload', () => forged(acme.mint())],
  ['a signature cut short', () => acme.mint().slice(0, -4)],
  ['crit', () => acme.mint({}, { header: { crit: ['exp'] } })],
  [
    'crit with an extension that changes nothing',
    () => acme.mint({}, { header: { crit: ['b64'], b64: true } }),
  ],
  ['an empty crit', () => acme.mint({}, { header: { crit: [] } })],
  ['jku', () => acme.mint({}, { header: { jku: 'https://evil.example/jwks' } })],
  ['x5u', () => acme.mint({}, { header: { x5u: 'https://evil.example/cert' } })],
  ['its own key in the header', () => ownKey()],
  ['a kid that is not a string', () => acme.mint({}, { header: { kid: 7 } })],
  ['9 KiB', () => acme.mint({ padding: 'x'.repeat(6700) })],
  ['no iss', () => acme.mint({ iss: undefined })],
  ['an unknown iss', () => acme.mint({ iss: 'https://nobody.example' })],
  ['an iss that differs by a slash', () => acme.mint({ iss: `${acme.issuer}/` })],
  ['iss as a list', () => acme.mint({ iss: [acme.issuer] })],
  ['no sub', () => acme.mint({ sub: undefined })],
  ['an empty sub', () => acme.mint({ sub: '' })],
  ['a sub that is a number', () => acme.mint({ sub: 42 })],
  ['a sub of 256 code points', () => acme.mint({ sub: '🎟'.repeat(256) })],
  ['the reserved user of samples as sub', () => acme.mint({ sub: 'counterfoil-sample-user' })],
  ['NUL in the sub', () => acme.mint({ sub: 'a\0b' })],
  ['half a surrogate pair in the sub', () => acme.mint({ sub: 'a\ud800' })],
  ['no exp', () => acme.mint({ exp: undefined })],
  ['exp as a string', () => acme.mint({ exp: String(seconds() + 3600) })],
  ['exp in milliseconds', () => acme.mint({ exp: (seconds() + 3600) * 1000 })],
  ['exp more than 10 years ahead', () => acme.mint({ exp: seconds() + TEN_YEARS_SECONDS + 1 })],
  ['an infinite exp', () => assemble({ alg: 'ES256' }, endless(), signWith(acme.key))],
  ['iat as a string', () => acme.mint({ iat: String(seconds()) })],
  ['iat 61 s ahead', () => acme.mint({ iat: seconds() + 61 })],
  ['nbf as a string', () => acme.mint({ nbf: 'now' })],
  ['nbf 61 s ahead', () => acme.mint({ nbf: seconds() + 61 })],
]

const forged = (token: string) => {
  const [header, , signature] = token.split('.')
  return [
    header,
    Buffer.from(JSON.stringify(acme.claims({ sub: 'admin' }))).toString('base64url'),
    signature,
  ].join('.')
}
const endless = () => JSON.stringify(acme.claims()).replace(/"exp":[\d.]+/, '"exp":1e999')
/** Valid JSON, except for one invalid UTF-8 byte in a string. */
const misencoded = () => {
  const payload = Buffer.from(JSON.stringify(acme.claims({ sub: 'user-X' })))
  payload[payload.indexOf('X')] = 0xff
  return assemble({ alg: 'ES256' }, payload, signWith(acme.key))
}
const ownKey = () => {
  const key = newKey('ES256')
  return acme.mint({}, { key, header: { jwk: key.jwk } })
}

test.each(CRAFTED)('401 invalid_token: %s', async (_name, craft) => {
  const response = await branding(craft())
  expect([response.status, response.body]).toEqual([401, { error: 'invalid_token' }])
  expect(response.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
})

test('401 invalid_token: one character more than 8 KiB', async () => {
  const padded = (length: number) => acme.mint({ padding: 'x'.repeat(length) })
  let length = 5000
  while (padded(length).length < 8190) length += 1
  const token = [0, 1, 2, 3]
    .map((more) => padded(length + more))
    .findLast((each) => each.length <= 8192) as string
  expect(token.length).toBeGreaterThan(8188)
  expect(await verdict(token)).toEqual(OK)
  expect(await verdict(padded(length + 5))).toEqual(INVALID)
})

test('401 invalid_token: the token lacks the partner’s audience', async () => {
  const strict = await onboardIssuer(harness, { jwtAudience: 'counterfoil' })
  for (const aud of ['counterfoil', ['elsewhere', 'counterfoil']])
    expect(await verdict(strict.mint({ aud }))).toEqual(OK)
  for (const aud of [
    undefined,
    'Counterfoil',
    'elsewhere',
    [],
    ['elsewhere'],
    [['counterfoil']],
    { counterfoil: 1 },
    42,
  ]) {
    expect([aud, await verdict(strict.mint({ aud }))]).toEqual([aud, INVALID])
  }
})

test('401 invalid_token: a lifetime over the partner’s maximum, or unknown', async () => {
  const brief = await onboardIssuer(harness, { maxTokenLifetimeSeconds: 600 })
  const now = Math.floor(seconds())
  expect(await verdict(brief.mint({ iat: now, exp: now + 600 }))).toEqual(OK)
  expect(await verdict(brief.mint({ iat: now, exp: now + 601 }))).toEqual(INVALID)
  expect(await verdict(brief.mint({ iat: undefined, exp: now + 60 }))).toEqual(INVALID)
})

test('401 token_expired: expired 61 s ago and otherwise valid', async () => {
  const response = await branding(acme.mint({ exp: seconds() - 61 }))
  expect([response.status, response.body]).toEqual([401, { error: 'token_expired' }])
  expect(response.headers['www-authenticate']).toMatch(/^Bearer error="invalid_token", error_description=/)
  expect(await verdict(acme.mint({ exp: seconds() - 61 }, { key: other.key }))).toEqual(INVALID)
  expect(await verdict(acme.mint({ exp: seconds() - 61, nbf: seconds() + 61 }))).toEqual(INVALID)
  expect(await verdict(acme.mint({ exp: seconds() - 61, sub: undefined }))).toEqual(INVALID)
})

test('403 partner_disabled: with a valid token only', async () => {
  const disabled = await onboardIssuer(harness, { disabled: true })
  const response = await branding(disabled.mint())
  expect([response.status, response.body]).toEqual([403, { error: 'partner_disabled' }])
  expect(response.headers['www-authenticate']).toBeUndefined()
  expect(await verdict(disabled.mint({}, { key: other.key }))).toEqual(INVALID)
  expect(await verdict(disabled.mint({ exp: seconds() - 61 }))).toEqual([401, 'token_expired'])
})

const patch = (id: string, changes: object) => admin('PATCH', `/admin/partners/${id}`, changes)

test('a cached token needs no signature check', async () => {
  const issuer = await onboardIssuer(harness)
  const token = issuer.mint()
  // The notification of the partner's creation may still arrive and clear the cache.
  await vi.waitFor(async () => {
    vi.mocked(compactVerify).mockClear()
    for (let i = 0; i < 20; i += 1) expect(await verdict(token)).toEqual(OK)
    expect(signatureChecks()).toBe(0)
  }, 20_000)
  expect(await verdict(issuer.mint({ sub: 'user-43' }))).toEqual(OK)
  expect(signatureChecks()).toBe(1)
  expect(await verdict(`${token.slice(0, -4)}AAAA`)).toEqual(INVALID)
  expect(signatureChecks()).toBe(2)
})

test('a refused token is not cached', async () => {
  const forgedToken = acme.mint({}, { key: other.key })
  for (let i = 0; i < 3; i += 1) expect(await verdict(forgedToken)).toEqual(INVALID)
  expect(signatureChecks()).toBe(3)
})

test('a cached token is refused once it expires; a token that is not valid yet is not cached', async () => {
  const issuer = await onboardIssuer(harness)
  const token = issuer.mint({ exp: seconds() + 10 })
  const early = issuer.mint({ nbf: seconds() + 100 })
  expect(await verdict(token)).toEqual(OK)
  expect(await verdict(early)).toEqual(INVALID)
  clock.advance(69_000)
  expect(await verdict(token)).toEqual(OK)
  expect(await verdict(early)).toEqual(OK)
  clock.advance(2000)
  expect(await verdict(token)).toEqual([401, 'token_expired'])
})

test('a cached token is refused once its static key is removed, and accepted while the key moves from next to current', async () => {
  const issuer = await onboardIssuer(harness)
  const next = newKey('ES256')
  const [oldToken, newToken] = [issuer.mint(), issuer.mint({}, { key: next })]
  expect(await verdict(oldToken)).toEqual(OK)
  await patch(issuer.id, { publicKey: next.pem, nextPublicKey: issuer.key.pem })
  expect([await verdict(oldToken), await verdict(newToken)]).toEqual([OK, OK])
  await patch(issuer.id, { nextPublicKey: null })
  expect([await verdict(oldToken), await verdict(newToken)]).toEqual([INVALID, OK])
})

test.each([
  ['the audience', { jwtAudience: 'elsewhere' }],
  ['the maximum lifetime', { maxTokenLifetimeSeconds: 60 }],
  ['the issuer', { jwtIssuer: 'https://moved.example.com' }],
])('a cached token is checked again when %s changes', async (_name, changes) => {
  const issuer = await onboardIssuer(harness)
  const token = issuer.mint()
  expect(await verdict(token)).toEqual(OK)
  await patch(issuer.id, changes)
  expect(await verdict(token)).toEqual(INVALID)
})

test('a token that is verified while its partner changes is not cached with the old partner', async () => {
  const issuer = await onboardIssuer(harness)
  const token = issuer.mint()
  const { compactVerify: really } = await vi.importActual<typeof import('jose')>('jose')
  vi.mocked(compactVerify).mockImplementationOnce(async (...parameters) => {
    await patch(issuer.id, { jwtAudience: 'elsewhere' })
    return really(...(parameters as Parameters<typeof really>)) as never
  })
  expect(await verdict(token)).toEqual(OK)
  expect(await verdict(token)).toEqual(INVALID)
})

test('403 partner_disabled: also with a cached token; 200 once the partner is enabled again', async () => {
  const issuer = await onboardIssuer(harness)
  const token = issuer.mint()
  expect(await verdict(token)).toEqual(OK)
  await patch(issuer.id, { disabled: true })
  expect(await verdict(token)).toEqual([403, 'partner_disabled'])
  await patch(issuer.id, { disabled: false })
  expect(await verdict(token)).toEqual(OK)
})

test('two nodes: a change on one node ends a token that the other has cached', async () => {
  const node = await startNode()
  const there = async (token: string) => (await node.as(token)('GET', '/branding')).status
  const issuer = await onboardIssuer(harness)
  const token = issuer.mint()
  await expect.poll(() => there(token)).toBe(200)
  await patch(issuer.id, { disabled: true })
  await expect.poll(() => there(token)).toBe(403)
  await patch(issuer.id, { disabled: false, publicKey: newKey('ES256').pem })
  await expect.poll(() => there(token)).toBe(401)
})

test('RSA of 1024 bits: 400 as a static key, ignored in a key set', async () => {
  const weak = newKey('RS256', { bits: 1024 })
  const refused = await patch(acme.id, { publicKey: weak.pem })
  expect(refused.body.issues).toMatchObject([
    { path: '/publicKey', message: expect.stringContaining('1024 bits') },
  ])
  const keyServer = await openKeyServer(weak)
  const issuer = await onboardIssuer(harness, { publicKey: null, jwksUrl: keyServer.url }, weak)
  expect(await verdict(issuer.mint())).toEqual(INVALID)
  expect(signatureChecks()).toBe(0)
})

test.each([
  ['a private key', () => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })],
  ['a key for encryption', () => ({ ...newKey('RS256').jwk, use: 'enc' })],
  ['a key that may only sign', () => ({ ...newKey('RS256').jwk, key_ops: ['sign'] })],
  ['an EC key with an RSA alg', () => ({ ...newKey('ES256').jwk, alg: 'RS256' })],
  ['a key for HS256', () => ({ ...newKey('RS256').jwk, alg: 'HS256' })],
  ['a shared secret', () => ({ kty: 'oct', k: 'c2VjcmV0' })],
  ['a curve that is not accepted', () => ({ ...newKey('ES256', { curve: 'P-521' }).jwk, alg: undefined })],
])('400 validation_failed: %s as a static key', async (_name, craft) => {
  const { status, body } = await patch(acme.id, { publicKey: craft() })
  expect([status, body.issues]).toEqual([400, [expect.objectContaining({ path: '/publicKey' })]])
})

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'retry-after, link, etag, idempotency-replayed, x-request-id, ratelimit, ratelimit-policy',
}

test('204: a preflight without a token', async () => {
  const response = await server.inject({
    method: 'OPTIONS',
    url: '/branding',
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  })
  expect([response.statusCode, response.body]).toEqual([204, ''])
  expect(response.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'authorization, content-type, idempotency-key, if-none-match',
    'access-control-max-age': '7200',
  })
  expect(String(response.headers['access-control-allow-methods']).split(', ').sort()).toEqual(['GET', 'HEAD'])
  expect(response.headers['access-control-allow-credentials']).toBeUndefined()
})

test('any origin may read the responses of consumer routes, including errors', async () => {
  const origin = { origin: 'https://app.example' }
  expect((await branding(acme.mint(), origin)).headers).toMatchObject(CORS)
  const refused = await branding(undefined, origin)
  expect([refused.status, refused.headers]).toEqual([401, expect.objectContaining(CORS)])
})

test('404 without CORS headers: preflights of other surfaces', async () => {
  for (const url of ['/integrations/users', '/admin/partners', '/healthz', '/unknown-path']) {
    const response = await server.inject({
      method: 'OPTIONS',
      url,
      headers: { origin: 'https://app.example' },
    })
    expect([url, response.statusCode, response.headers['access-control-allow-origin']]).toEqual([
      url,
      404,
      undefined,
    ])
  }
  expect((await admin('GET', '/admin/partners')).headers['access-control-allow-origin']).toBeUndefined()
})
