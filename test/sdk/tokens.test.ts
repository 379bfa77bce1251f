import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseMarkup, plainText } from '@counterfoil/contract/markup.ts'
import { afterAll, expect, test } from 'vitest'
import { plainTitle, titleToHtml, tokens } from '../../sdk/src/partner.ts'
import { createHarness } from '../support/harness.ts'
import { onboard } from '../support/signing.ts'
import { failureOf } from './sdk-scene.ts'

const harness = await createHarness({ allowPrivateTargets: true })
const now = () => harness.clock.now
const pem = { type: 'pkcs8', format: 'pem' } as const
const KEYS = {
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  EdDSA: () => generateKeyPairSync('ed25519').privateKey,
}
const me = (token: string) => harness.as(token)('GET', '/me')
const kidOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid

test.each(['RS256', 'ES256', 'EdDSA'] as const)(
  'the service accepts tokens with %s, from PEM and JWK',
  async (alg) => {
    const key = KEYS[alg]()
    const issuer = `https://${alg}.example.com`
    const privateKeys = [key.export(pem) as string, { ...key.export({ format: 'jwk' }), kid: 'mine' }]
    for (const [i, privateKey] of privateKeys.entries()) {
      const minter = tokens({ issuer: `${issuer}/${i}`, audience: 'counterfoil', keys: [privateKey], now })
      const [published] = (await minter.jwks()).keys
      expect(published).toMatchObject({
        alg,
        use: 'sig',
        kid: i === 1 ? 'mine' : expect.stringMatching(/^[\w-]{43}$/),
      })
      expect(published).not.toHaveProperty('d')
      await onboard(harness.admin, {
        jwtIssuer: `${issuer}/${i}`,
        jwtAudience: 'counterfoil',
        publicKey: published,
      })
      const token = await minter.mint({ externalUserId: 'user-42', displayName: 'Aïna' })
      expect(await me(token)).toMatchObject({ status: 200, body: { displayName: 'Aïna' } })
    }
  },
)

test('401 token_expired: an expired token', async () => {
  const issuer = 'https://short.example.com'
  const minter = tokens({ issuer, keys: [KEYS.ES256().export(pem) as string], now })
  await onboard(harness.admin, { jwtIssuer: issuer, publicKey: (await minter.jwks()).keys[0] })
  const token = await minter.mint('user-42', { expiresIn: -61 })
  expect(await me(token)).toMatchObject({ status: 401, body: { error: 'token_expired' } })
})

test('a new key is published at once, signs after 30 s, and old tokens stay valid', async () => {
  let time = harness.clock.now.getTime()
  const issuer = 'https://rotating.example.com'
  const minter = tokens({
    issuer,
    keys: [{ ...KEYS.ES256().export({ format: 'jwk' }), kid: 'first' }],
    now: () => new Date(time),
  })
  const server = createServer(async (_, response) => response.end(JSON.stringify(await minter.jwks())))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close())
  const jwksUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`
  await onboard(harness.admin, { jwtIssuer: issuer, jwksUrl, publicKey: null })
  const before = await minter.mint('user-42')
  expect((await me(before)).status).toBe(200)

  expect(await minter.rotate({ ...KEYS.EdDSA().export({ format: 'jwk' }), kid: 'second' })).toBe('second')
  expect((await minter.jwks()).keys.map(({ kid }) => kid)).toEqual(['second', 'first'])
  time += 29_999
  expect(kidOf(await minter.mint('user-42'))).toBe('first')
  time += 1
  harness.clock.advance(30_001)
  const after = await minter.mint('user-42')
  expect(kidOf(after)).toBe('second')
  expect([(await me(before)).status, (await me(after)).status]).toEqual([200, 200])
})

test('keys that cannot sign are refused with the reason', async () => {
  const mintWith = (key: string | object) =>
    failureOf(tokens({ issuer: 'x', keys: [key as string] }).mint('u'))
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pkcs1 = rsa.privateKey.export({ type: 'pkcs1', format: 'pem' })
  expect((await mintWith(pkcs1)).message).toContain('openssl pkcs8 -topk8')
  expect((await mintWith(rsa.publicKey.export({ format: 'jwk' }))).message).toContain('not private')
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey
  expect((await mintWith(p384.export(pem))).message).toContain('RSA, P-256 or Ed25519')
  expect(() => tokens({ issuer: 'x', keys: [] })).toThrow('at least one')
})

test.each([
  '{b}1-for-1{/b} <latte> & "tea"',
  '{b}{b}x{/b}y{/b}z',
  '{r}a{b}b{/r}c',
  '{{b}b}',
  '{/s}x{S}y',
  '',
])('titles follow the markup of the contract: %s', (title) => {
  expect(plainTitle(title)).toBe(plainText(title))
  const runs = titleToHtml(title).replaceAll(/<\/(strong|s|span)><(?:strong|s|span)[^>]*>/g, '')
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  const text = runs
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&([a-z0-9#]+);/g, (_, name) => entities[name] ?? '?')
  expect(text).toBe(plainText(title))
  expect(titleToHtml(title).includes('<strong>')).toBe(
    JSON.stringify(parseMarkup(title)).includes('"tag":"b"'),
  )
})

test('html of a title is escaped', () => {
  expect(titleToHtml('{b}Free{/b} <script> & {s}RM 5{/s}')).toBe(
    '<strong>Free</strong> &lt;script&gt; &amp; <s>RM 5</s>',
  )
})
