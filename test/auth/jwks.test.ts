import { compactVerify } from 'jose'
import { beforeEach, expect, test, vi } from 'vitest'
import { upsertKeySet } from '../../src/domain/partners/key-queries.ts'
import type { Jwk } from '../../src/domain/partners/public-key.ts'
import { transaction } from '../../src/platform/database/db.ts'
import { createHarness } from '../support/harness.ts'
import {
  type KeyServer,
  MISBEHAVIOUR,
  newKey,
  onboardIssuer,
  openKeyServer,
  type TestIssuer,
  type TestKey,
} from '../support/tokens.ts'

vi.mock('jose', async (original) => {
  const jose = await original<typeof import('jose')>()
  return { ...jose, compactVerify: vi.fn(jose.compactVerify) }
})
const signatureChecks = () => vi.mocked(compactVerify).mock.calls.length
beforeEach(() => void vi.mocked(compactVerify).mockClear())

const harness = await createHarness({ allowPrivateTargets: true })
const { admin, as, clock, db, startNode } = harness
const SECOND = 1000
const MINUTE = 60 * SECOND

type Publisher = { issuer: TestIssuer; keyServer: KeyServer; key: TestKey }

/** A partner with published keys that have not been fetched yet. */
async function publisher(key: TestKey = newKey('ES256')): Promise<Publisher> {
  const keyServer = await openKeyServer(key)
  const issuer = await onboardIssuer(harness, { publicKey: null, jwksUrl: keyServer.url }, key)
  return { issuer, keyServer, key }
}

async function verdict(token: string, call = as): Promise<[number, string | undefined]> {
  const { status, body } = await call(token)('GET', '/branding')
  return [status, body.error]
}

const stored = async ({ issuer }: Publisher) =>
  (await db`select * from partner_key_sets where partner_id = ${issuer.id}`)[0]
const untilStored = (published: Publisher) =>
  expect.poll(async () => (await stored(published))?.keys.length).toBe(published.keyServer.keys.length)

const OK = [200, undefined]
const INVALID = [401, 'invalid_token']
const UNAVAILABLE = [503, 'keys_unavailable']

/** A token that stays valid whenever a test moves the clock. */
const LASTING = { iat: undefined, exp: Math.floor(Date.now() / 1000) + 5 * 366 * 24 * 3600 }

test('200: one fetch for many tokens, and another after 10 minutes', async () => {
  const { issuer, keyServer } = await publisher()
  const tokens = Array.from({ length: 30 }, (_, i) => issuer.mint({ ...LASTING, sub: `user-${i}` }))
  expect(await Promise.all(tokens.map((token) => verdict(token)))).toEqual(tokens.map(() => OK))
  expect(keyServer.requests).toBe(1)
  clock.advance(10 * MINUTE)
  expect(await verdict(tokens[0] as string)).toEqual(OK)
  expect(keyServer.requests).toBe(1)
  clock.advance(1)
  await Promise.all(tokens.map((token) => verdict(token)))
  expect(keyServer.requests).toBe(2)
})

test.each(['RS256', 'PS384', 'ES384', 'EdDSA'] as const)(
  '200: %s from a key set that also has invalid keys',
  async (alg) => {
    const key = newKey(alg)
    const published = await publisher(key)
    published.keyServer.keys = [
      null as never,
      'text' as never,
      [] as never,
      {},
      { kty: 'oct', k: 'c2VjcmV0', kid: key.kid },
      { ...newKey('RS256').jwk, kid: key.kid, use: 'enc' },
      { kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA', kid: key.kid },
      { ...newKey('ES256').jwk, kid: 'a\0b' },
      key.jwk,
    ]
    expect(await verdict(published.issuer.mint())).toEqual(OK)
    await expect
      .poll(async () => (await stored(published))?.keys)
      .toEqual([expect.objectContaining({ kid: key.kid, alg })])
  },
)

test('200: a key set without alg, use and kid, for a token with and without kid', async () => {
  const key = newKey('RS256')
  const { issuer, keyServer } = await publisher(key)
  const { alg: _alg, use: _use, kid: _kid, ...bare } = key.jwk
  keyServer.keys = [bare]
  expect(await verdict(issuer.mint())).toEqual(OK)
  expect(await verdict(issuer.mint({}, { header: { kid: undefined } }))).toEqual(OK)
  expect(await verdict(issuer.mint({}, { key: { ...key, alg: 'PS512' } }))).toEqual(OK)
})

test('200: a token without kid is tried with up to five matching keys', async () => {
  const { issuer, keyServer, key } = await publisher()
  keyServer.keys = [newKey('EdDSA').jwk, newKey('ES384').jwk, newKey('ES256').jwk, key.jwk]
  expect(await verdict(issuer.mint({}, { header: { kid: undefined } }))).toEqual(OK)
  expect(signatureChecks()).toBeLessThanOrEqual(2)

  const crowded = await publisher()
  crowded.keyServer.keys = Array.from({ length: 20 }, () => newKey('ES256').jwk)
  vi.mocked(compactVerify).mockClear()
  expect(await verdict(crowded.issuer.mint({}, { header: { kid: undefined } }))).toEqual(INVALID)
  expect(signatureChecks()).toBe(5)
})

test.each([
  ['an EC key under the kid of an RSA token', () => ({ ...newKey('ES256').jwk, alg: undefined })],
  ['a key for another algorithm', (key: TestKey) => ({ ...key.jwk, alg: 'PS256' })],
  ['a key for encryption', (key: TestKey) => ({ ...key.jwk, use: 'enc' })],
  ['a key of 1024 bits', () => newKey('RS256', { bits: 1024 }).jwk],
  ['another key', () => newKey('RS256').jwk],
])('401 invalid_token: %s', async (_name, craft) => {
  const key = newKey('RS256')
  const { issuer, keyServer } = await publisher(key)
  keyServer.keys = [{ ...craft(key), kid: key.kid }]
  expect(await verdict(issuer.mint())).toEqual(INVALID)
})

test('401 invalid_token: an unknown kid causes no signature check and at most one fetch in 30 s', async () => {
  const { issuer, keyServer } = await publisher()
  const flood = async (size: number) => {
    const forged = Array.from({ length: size }, (_, i) => issuer.mint({}, { header: { kid: `forged-${i}` } }))
    expect(await Promise.all(forged.map((token) => verdict(token)))).toEqual(forged.map(() => INVALID))
  }
  await flood(50)
  expect(keyServer.requests).toBe(1)
  clock.advance(29 * SECOND)
  await flood(50)
  expect(keyServer.requests).toBe(1)
  clock.advance(SECOND)
  await flood(50)
  await flood(50)
  expect(keyServer.requests).toBe(2)
  keyServer.misbehave = MISBEHAVIOUR.down
  clock.advance(30 * SECOND)
  await flood(50)
  clock.advance(29 * SECOND)
  await flood(50)
  expect(keyServer.requests).toBe(3)
  expect(signatureChecks()).toBe(0)
  expect(await verdict(issuer.mint())).toEqual(OK)
})

test('200: a newly published key, with and without a kid in the token', async () => {
  for (const header of [{}, { kid: undefined }]) {
    const { issuer, keyServer, key } = await publisher()
    expect(await verdict(issuer.mint())).toEqual(OK)
    const next = newKey('ES256')
    keyServer.keys = [key.jwk, next.jwk]
    clock.advance(30 * SECOND)
    expect(await verdict(issuer.mint({}, { key: next, header }))).toEqual(OK)
    expect(await verdict(issuer.mint())).toEqual(OK)
    expect(keyServer.requests).toBe(2)
  }
})

test('401 invalid_token: a known kid under a wrong signature causes no fetch', async () => {
  const { issuer, keyServer, key } = await publisher()
  expect(await verdict(issuer.mint())).toEqual(OK)
  clock.advance(30 * SECOND)
  expect(await verdict(issuer.mint({}, { key: { ...newKey('ES256'), kid: key.kid } }))).toEqual(INVALID)
  expect(keyServer.requests).toBe(1)
})

test.each(['down', 'slow', 'trickle', 'error', 'page', 'noSet', 'huge'] as const)(
  '503 keys_unavailable: the first fetch fails (%s), the next is after 30 s',
  async (misbehaviour) => {
    const { issuer, keyServer } = await publisher()
    keyServer.misbehave = MISBEHAVIOUR[misbehaviour]
    const startedAt = performance.now()
    const { status, body, headers } = await as(issuer.mint(LASTING))('GET', '/branding')
    expect(performance.now() - startedAt).toBeLessThan(3500)
    expect([status, body, headers['retry-after']]).toEqual([503, { error: 'keys_unavailable' }, '30'])
    expect(headers['access-control-allow-origin']).toBe('*')
    keyServer.misbehave = null
    clock.advance(29 * SECOND)
    expect(await verdict(issuer.mint(LASTING))).toEqual(UNAVAILABLE)
    expect((await as(issuer.mint())('GET', '/branding')).headers['retry-after']).toBe('1')
    expect(keyServer.requests).toBe(1)
    clock.advance(SECOND)
    expect(await verdict(issuer.mint(LASTING))).toEqual(OK)
    expect(keyServer.requests).toBe(2)
  },
)

test('200: never two fetches at the same time', async () => {
  const { issuer, keyServer, key } = await publisher()
  const requested = Promise.withResolvers<() => void>()
  keyServer.misbehave = (response) => {
    requested.resolve(() => response.end(JSON.stringify({ keys: [key.jwk] })))
  }
  const first = verdict(issuer.mint(LASTING))
  const release = await requested.promise
  clock.advance(31 * SECOND)
  const second = verdict(issuer.mint(LASTING))
  await new Promise((resolve) => setTimeout(resolve, 100))
  release()
  expect([await first, await second, keyServer.requests]).toEqual([OK, OK, 1])
})

test('503 keys_unavailable: redirects are not followed', async () => {
  const { issuer, keyServer, key } = await publisher()
  const elsewhere = await openKeyServer(key)
  keyServer.misbehave = (response) => void response.writeHead(302, { location: elsewhere.url }).end()
  expect(await verdict(issuer.mint())).toEqual(UNAVAILABLE)
  expect(elsewhere.requests).toBe(0)
})

test('200 while the endpoint is down, up to an hour; then 503; then 200 when it is back', async () => {
  const { issuer, keyServer } = await publisher()
  const [cached, fresh] = [issuer.mint(LASTING), issuer.mint({ ...LASTING, sub: 'user-43' })]
  expect(await verdict(cached)).toEqual(OK)
  keyServer.misbehave = MISBEHAVIOUR.down
  clock.advance(11 * MINUTE)
  expect([await verdict(cached), await verdict(fresh)]).toEqual([OK, OK])
  expect(keyServer.requests).toBe(2)
  clock.advance(49 * MINUTE)
  expect([await verdict(cached), await verdict(fresh)]).toEqual([OK, OK])
  clock.advance(1)
  expect([await verdict(cached), await verdict(fresh)]).toEqual([UNAVAILABLE, UNAVAILABLE])
  keyServer.misbehave = null
  clock.advance(30 * SECOND)
  expect([await verdict(cached), await verdict(fresh)]).toEqual([OK, OK])
})

test('no request waits for a hanging endpoint while its cached keys are valid', async () => {
  const { issuer, keyServer } = await publisher()
  expect(await verdict(issuer.mint(LASTING))).toEqual(OK)
  keyServer.misbehave = MISBEHAVIOUR.slow
  clock.advance(11 * MINUTE)
  expect(await verdict(issuer.mint(LASTING))).toEqual(OK)
  clock.advance(30 * SECOND)
  const startedAt = performance.now()
  for (let i = 0; i < 10; i += 1)
    expect(await verdict(issuer.mint({ ...LASTING, sub: `user-${i}` }))).toEqual(OK)
  // A request that waited for the endpoint would take three seconds.
  expect(performance.now() - startedAt).toBeLessThan(2900)
  expect(keyServer.requests).toBe(3)
})

test('a restart during an outage: the last good key set is used for the rest of its hour', async () => {
  const published = await publisher()
  const token = published.issuer.mint(LASTING)
  expect(await verdict(token)).toEqual(OK)
  await untilStored(published)
  published.keyServer.misbehave = MISBEHAVIOUR.down
  clock.advance(59 * MINUTE)
  const second = await startNode()
  expect(await verdict(token, second.as)).toEqual(OK)
  clock.advance(2 * MINUTE)
  const third = await startNode()
  expect(await verdict(token, third.as)).toEqual(UNAVAILABLE)
})

test('a starting node uses the key set that another node has just fetched', async () => {
  const published = await publisher()
  expect(await verdict(published.issuer.mint())).toEqual(OK)
  await untilStored(published)
  const node = await startNode()
  const tokens = Array.from({ length: 10 }, (_, i) => published.issuer.mint({ sub: `user-${i}` }))
  expect(await Promise.all(tokens.map((token) => verdict(token, node.as)))).toEqual(tokens.map(() => OK))
  expect(published.keyServer.requests).toBe(1)
})

test('the stored key set is written when it changes, otherwise only to confirm it', async () => {
  const published = await publisher()
  const { issuer, keyServer, key } = published
  expect(await verdict(issuer.mint(LASTING))).toEqual(OK)
  await untilStored(published)
  const first = await stored(published)
  clock.advance(4 * MINUTE)
  expect(await verdict(issuer.mint({}, { header: { kid: 'unknown' } }))).toEqual(INVALID)
  keyServer.keys = [newKey('ES256').jwk, key.jwk]
  clock.advance(30 * SECOND)
  expect(await verdict(issuer.mint({}, { header: { kid: 'unknown' } }))).toEqual(INVALID)
  await untilStored(published)
  const second = await stored(published)
  expect(Date.parse(second?.fetchedAt) - Date.parse(first?.fetchedAt)).toBe(4.5 * MINUTE)
  // The order of the keys does not matter.
  keyServer.keys.reverse()
  clock.advance(4 * MINUTE)
  expect(await verdict(issuer.mint({}, { header: { kid: 'unknown' } }))).toEqual(INVALID)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await stored(published)).toEqual(second)
  clock.advance(10 * MINUTE + 1)
  expect(await verdict(issuer.mint(LASTING))).toEqual(OK)
  await expect.poll(() => stored(published)).not.toEqual(second)
  expect(await stored(published)).toMatchObject({ keys: second?.keys })
})

test('a cached token is refused once a fetch lacks its key, whether age or an unknown kid caused the fetch', async () => {
  for (const waitMs of [10 * MINUTE + 1, 30 * SECOND]) {
    const { issuer, keyServer } = await publisher()
    const token = issuer.mint(LASTING)
    expect(await verdict(token)).toEqual(OK)
    const next = newKey('ES256')
    keyServer.keys = [next.jwk]
    clock.advance(waitMs)
    if (waitMs < MINUTE) expect(await verdict(issuer.mint({}, { key: next }))).toEqual(OK)
    expect(await verdict(token)).toEqual(INVALID)
  }
})

test('401 invalid_token: an empty key set ends every token', async () => {
  const { issuer, keyServer } = await publisher()
  const token = issuer.mint(LASTING)
  expect(await verdict(token)).toEqual(OK)
  keyServer.keys = []
  clock.advance(10 * MINUTE + 1)
  expect(await verdict(token)).toEqual(INVALID)
})

test('two nodes: a key that one node finds removed is removed on the other, without a fetch there', async () => {
  const node = await startNode()
  const published = await publisher()
  const { issuer, keyServer } = published
  const token = issuer.mint(LASTING)
  await expect.poll(() => verdict(token, node.as)).toEqual(OK)
  expect(await verdict(token)).toEqual(OK)
  const next = newKey('ES256')
  keyServer.keys = [next.jwk]
  clock.advance(30 * SECOND)
  expect(await verdict(issuer.mint({}, { key: next }))).toEqual(OK)
  const requests = keyServer.requests
  await expect.poll(() => verdict(token, node.as)).toEqual(INVALID)
  expect(keyServer.requests).toBe(requests)
})

test('two nodes: a slow response does not restore a key that the other node has found removed', async () => {
  const node = await startNode()
  const published = await publisher()
  const { issuer, keyServer, key } = published
  const [oldToken, next] = [issuer.mint(LASTING), newKey('ES256')]
  const requested = Promise.withResolvers<() => void>()
  keyServer.misbehave = (response) => {
    requested.resolve(() => response.end(JSON.stringify({ keys: [key.jwk] })))
  }
  const waiting = verdict(oldToken)
  const release = await requested.promise
  keyServer.misbehave = null
  keyServer.keys = [next.jwk]
  clock.advance(SECOND)
  const newToken = issuer.mint(LASTING, { key: next })
  await expect.poll(() => verdict(newToken, node.as)).toEqual(OK)
  await untilStored(published)
  harness.deps.partners.changed(issuer.id)
  expect(await verdict(newToken)).toEqual(OK)
  release()
  expect(await waiting).toEqual(INVALID)
  expect([await verdict(oldToken), await verdict(newToken)]).toEqual([INVALID, OK])
})

test('an older key set never replaces a newer one', async () => {
  const published = await publisher()
  const write = (fetchedAt: string, keys: Jwk[]) =>
    transaction(db, (tx) =>
      upsertKeySet(tx, published.issuer.id, {
        url: 'https://a.example/',
        keys,
        fetchedAt: new Date(fetchedAt),
      }),
    )
  expect(await write('2026-11-15T00:00:01Z', [])).toBe(true)
  expect(await write('2026-11-15T00:00:00Z', [{ kty: 'EC' }])).toBe(false)
  expect(await write('2026-11-15T00:00:01Z', [{ kty: 'EC' }])).toBe(false)
  expect(await stored(published)).toMatchObject({ keys: [], fetchedAt: '2026-11-15T00:00:01.000Z' })
  expect(await write('2026-11-15T00:00:02Z', [{ kty: 'EC' }])).toBe(true)
})

test('after a change of the JWKS URL, or to a static key, the old key set is not used', async () => {
  const published = await publisher()
  const { issuer } = published
  const token = issuer.mint(LASTING)
  expect(await verdict(token)).toEqual(OK)
  await untilStored(published)
  const [moved, fixed] = [newKey('ES256'), newKey('ES256')]
  const { url: jwksUrl } = await openKeyServer(moved)
  await admin('PATCH', `/admin/partners/${issuer.id}`, { jwksUrl })
  expect(await verdict(token)).toEqual(INVALID)
  expect(await verdict(issuer.mint({}, { key: moved }))).toEqual(OK)
  await admin('PATCH', `/admin/partners/${issuer.id}`, { jwksUrl: null, publicKey: fixed.pem })
  expect(await verdict(issuer.mint({}, { key: moved }))).toEqual(INVALID)
  expect(await verdict(issuer.mint({}, { key: fixed }))).toEqual(OK)
})
