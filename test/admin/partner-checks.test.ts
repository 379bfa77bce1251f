import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call, createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { MISBEHAVIOUR, newKey, onboardIssuer, openKeyServer } from '../support/tokens.ts'

const harness = await createHarness()
const { clock, db, logs, served } = harness
const as = (key: string): Call => heldToContract(served, harness.as(key))
const admin = as(ADMIN_KEY)
const market = openMarket(admin)

describe('check-token', async () => {
  const bank = await onboardIssuer(harness, { jwtAudience: 'counterfoil', maxTokenLifetimeSeconds: 7200 })
  const other = await onboardIssuer(harness)
  const AUD = { aud: 'counterfoil' }
  const seconds = () => Math.floor(clock.now.getTime() / 1000)
  const path = `/admin/partners/${bank.id}/check-token`
  const check = async (token: string) => {
    const { status, body } = await admin('POST', path, { token })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }

  test('200: an accepted token passes every check; its claims are shown and not stored', async () => {
    const token = bank.mint({ ...AUD, sub: 'somebody-new' })
    const { ok, error, checks, header, claims } = await check(` Bearer ${token}\n`)
    expect([ok, error, checks.length]).toEqual([true, null, 10])
    expect(checks.every((one: { ok: boolean }) => one.ok)).toBe(true)
    expect([header.alg, claims.sub]).toEqual(['ES256', 'somebody-new'])
    expect(await db`select from users where external_user_id = 'somebody-new'`).toHaveLength(0)
    expect(logs.some((line) => line.includes(token) || line.includes('somebody-new'))).toBe(false)
  })

  const unsigned = (header: object, claims: object) =>
    `${[header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.c2ln`
  const CASES: [what: string, token: () => string, check: string, message: RegExp][] = [
    ['no JWT', () => 'hello', 'format', /three parts.* has 1\./],
    ['a padded part', () => 'e30=.e30.c2ln', 'format', /not base64url/],
    ['a header that is no JSON', () => 'aGVsbG8.e30.c2ln', 'format', /header is not a JSON object/],
    ['alg none', () => unsigned({ alg: 'none' }, bank.claims(AUD)), 'format', /algorithm is "none"/],
    ['HS256', () => unsigned({ alg: 'HS256' }, bank.claims(AUD)), 'format', /Accepted: RS256/],
    ['its own key', () => bank.mint(AUD, { header: { jku: 'https://x.example' } }), 'format', /jku/],
    ['no issuer', () => bank.mint({ ...AUD, iss: undefined }), 'format', /iss is missing/],
    ['a token over 8 KiB', () => bank.mint({ ...AUD, more: 'x'.repeat(9000) }), 'format', /maximum is 8,192/],
    ['another partner’s token', () => other.mint(AUD), 'issuer', /the partner’s issuer is/],
    ['no subject', () => bank.mint({ ...AUD, sub: undefined }), 'subject', /sub is missing/],
    ['a subject that is too long', () => bank.mint({ ...AUD, sub: 'x'.repeat(256) }), 'subject', /too long/],
    ['no expiry', () => bank.mint({ ...AUD, exp: undefined }), 'times', /exp is missing/],
    ['an expiry in words', () => bank.mint({ ...AUD, exp: 'soon' }), 'times', /exp is "soon"/],
    ['no audience', () => bank.mint(), 'audience', /aud is missing.*"counterfoil"/],
    [
      'a lifetime that is too long',
      () => bank.mint({ ...AUD, exp: seconds() + 9000 }),
      'lifetime',
      /lives 9,000 seconds. The maximum is 7,200/,
    ],
    ['a foreign key', () => bank.mint(AUD, { key: newKey('ES256') }), 'signature', /No key of the partner/],
    [
      'a token that is not valid yet',
      () => bank.mint({ ...AUD, nbf: seconds() + 3600 }),
      'notBefore',
      /valid from/,
    ],
    [
      'an expired token',
      () => bank.mint({ ...AUD, iat: seconds() - 4000, exp: seconds() - 400 }),
      'expiry',
      /expired at/,
    ],
  ]

  test.each(CASES)(
    '200: %s fails, with the reason and the error that a request would get',
    async (_what, mint, failing, message) => {
      const token = mint()
      const { ok, error, checks } = await check(token)
      const failed = checks.filter((one: { ok: boolean | null }) => one.ok === false)
      expect([ok, failed.map((one: { check: string }) => one.check)]).toEqual([false, [failing]])
      expect(failed[0].message).toMatch(message)
      const request = await harness.as(token)('GET', '/categories')
      // A request with another partner's token is checked against that partner, so its error can differ.
      if (failing !== 'issuer') expect(request.body.error).toBe(error)
      else expect(error).toBe('invalid_token')
    },
  )

  test('200: an expiry in milliseconds is named, even if the partner has no maximum lifetime', async () => {
    const token = other.mint({ exp: clock.now.getTime() + 3_600_000 })
    const { body } = await admin('POST', `/admin/partners/${other.id}/check-token`, { token })
    expect(body.error).toBe('invalid_token')
    expect(JSON.stringify(body.checks)).toContain('looks like milliseconds, expected seconds')
  })

  test('200: a disabled partner is the last check', async () => {
    await market.change(`/admin/partners/${other.id}`, { disabled: true })
    const { body } = await admin('POST', `/admin/partners/${other.id}/check-token`, { token: other.mint() })
    expect([body.ok, body.error, body.checks.at(-1).message]).toEqual([
      false,
      'partner_disabled',
      'The partner is disabled.',
    ])
  })

  test('404 not_found: an unknown partner; 400 validation_failed: no token', async () => {
    const unknown = `/admin/partners/${randomUUID()}/check-token`
    expect((await admin('POST', unknown, { token: 'x' })).status).toBe(404)
    expect((await admin('POST', path, { token: '' })).status).toBe(400)
  })
})

describe('check-jwks', async () => {
  const [good, next] = [newKey('ES256'), newKey('RS256')]
  const server = await openKeyServer(good)
  const bank = await onboardIssuer(harness, { publicKey: null, jwksUrl: server.url }, good)
  const check = async (id = bank.id) => (await admin('POST', `/admin/partners/${id}/check-jwks`)).body

  test('200: the keys found, before and after tokens are verified with them', async () => {
    const found = await check()
    expect(found).toMatchObject({ ok: true, url: server.url, error: null, cachedAt: null })
    expect(found.keys).toMatchObject([{ kid: good.kid, algorithms: ['ES256'], issue: null, isNew: true }])
    expect((await harness.as(bank.mint())('GET', '/categories')).status).toBe(200)
    await expect.poll(async () => (await check()).keys[0].isNew).toBe(false)
    expect((await check()).cachedAt).toBe(clock.now.toISOString())
  })

  test('200: an unusable key has the reason; an added key is marked as new', async () => {
    server.keys.push({ ...(next.jwk as object), use: 'enc', kid: 'enc' }, { ...(next.jwk as object) })
    const { ok, keys } = await check()
    expect(ok).toBe(true)
    expect(keys.map(({ issue, isNew }: Record<string, unknown>) => [issue, isNew])).toEqual([
      [null, false],
      ['is not meant for verifying signatures', false],
      [null, true],
    ])
  })

  test.each([
    ['error', 'the endpoint answered 500'],
    ['page', 'the endpoint answered something other than a key set'],
    ['noSet', 'the endpoint answered something other than a key set'],
    ['huge', 'the endpoint answered more than 65536 bytes'],
  ] as const)('200: an endpoint that misbehaves (%s): %s', async (kind, error) => {
    server.misbehave = MISBEHAVIOUR[kind]
    expect(await check()).toMatchObject({ ok: false, error, keys: [] })
    server.misbehave = null
  })

  test('200: a partner with a registered key shows that key', async () => {
    const { id } = await onboardIssuer(harness)
    expect(await check(id)).toMatchObject({
      ok: true,
      url: null,
      keys: [{ kty: 'EC', algorithms: ['ES256'] }],
    })
  })
})

describe('scope-diff', async () => {
  const { slug } = await market.category()
  const shops = await Promise.all(
    Array.from({ length: 22 }, (_, i) => market.merchant({ name: `Shop ${10 + i}`, category: slug })),
  )
  const extra = await market.merchant({ name: 'Extra' })
  await market.merchant({ name: 'Closed', category: slug, isActive: false })
  const bank = await onboardIssuer(harness, { scope: { merchantIds: [extra.id], categories: [] } })
  for (const name of ['mei', 'ali']) await visitorsOf(harness, bank)(name)('GET', '/me')
  const diff = (scope: unknown) => admin('POST', `/admin/partners/${bank.id}/scope-diff`, { scope })

  test('200: merchants that appear and disappear, the first 20 by name, and the users; nothing changed', async () => {
    const { body } = await diff({ merchantIds: [], categories: [slug] })
    expect([body.appear.count, body.appear.first.length, body.users]).toEqual([22, 20, 2])
    expect(body.appear.first[0]).toEqual({ id: shops[0].id, name: 'Shop 10' })
    expect(body.disappear).toEqual({ count: 1, first: [{ id: extra.id, name: 'Extra' }] })
    const { scope } = (await admin('GET', `/admin/partners/${bank.id}`)).body
    expect(scope).toEqual({ merchantIds: [extra.id], categories: [] })
  })

  test('200: no difference for an unchanged scope; without a scope, every active merchant appears', async () => {
    const same = (await diff({ merchantIds: [extra.id.toUpperCase()], categories: [] })).body
    expect([same.appear.count, same.disappear.count]).toEqual([0, 0])
    const [{ count }] = await db<[{ count: number }]>`select count(*) from merchants where is_active`
    const all = (await diff(null)).body
    expect([all.appear.count, all.disappear.count]).toEqual([count - 1, 0])
  })

  test('400 validation_failed: an unknown category', async () => {
    const { status, body } = await diff({ merchantIds: [], categories: ['NO_SUCH'] })
    expect([status, body.issues[0].path]).toEqual([400, '/scope/categories'])
  })
})
