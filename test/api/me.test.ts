import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { signedCalls } from '../support/signing.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, as, clock, db, served, server } = harness
const issuer = await onboardIssuer(harness)
const { partner } = issuer
const visitor = visitorsOf(harness, issuer)
const partnerCall = (await signedCalls(harness))(partner)
const market = openMarket(admin)
const shop = await market.merchant()
const outlet = await market.outlet(shop.id, { pin: '4821' })
const voucher = await market.offer(shop.id)
const instant = await market.offer(shop.id, { claimFlow: 'INSTANT', redemptionCount: 1000 })

const upsert = (externalUserId: string, data: object = {}) =>
  partnerCall('POST', '/integrations/users', { externalUserId, ...data })
const anonymize = (externalUserId: string) => partnerCall('DELETE', `/integrations/users/${externalUserId}`)
const rows = (externalUserId: string) => db`
  select id, email, display_name, phone, created_at from users
  where partner_id = ${partner.id} and external_user_id = ${externalUserId}`
const me = async (sub: string, claims: object = {}) => (await visitor(sub, claims)('GET', '/me')).body

/** One valid request for every route under /me that answers 2xx to a new user. */
const ROUTES = [
  ['GET', '/me', undefined],
  ['GET', '/me/claims', undefined],
  ['POST', '/me/claims', { voucherId: voucher.id }],
  ['GET', '/me/wallet', undefined],
  ['GET', '/me/favorites', undefined],
  ['POST', '/me/favorites', { merchantId: shop.id }],
  ['DELETE', `/me/favorites/${shop.id}`, undefined],
  ['GET', '/me/redemptions', undefined],
  ['POST', '/me/redemptions', { voucherId: instant.id, outletId: outlet.id, pin: '4821' }],
  ['POST', '/me/redemptions/preview', { voucherId: instant.id }],
] as const

test('every route under /me has a row in the table above', () => {
  const all = served
    .filter(({ path }) => /^\/me(?:\/|$)/.test(path))
    // A new user has redeemed nothing, so the first answers 404; the other one needs a key: see redemption-by-key.test.ts
    // and redemption-codes.test.ts.
    .filter(({ id }) => id !== 'viewRedemptionByKey' && id !== 'issueRedemptionCode')
    .map(({ method, path }) => `${method} ${path}`)
  const listed = ROUTES.map(([method, path]) => `${method} ${path.replace(shop.id, '{merchantId}')}`)
  expect(listed.toSorted()).toEqual(all.toSorted())
})

test('200: the first request creates the user from the token, and the response has the partner’s branding', async () => {
  const response = await visitor('mei', { email: 'mei@example.com', displayName: 'Mei' })('GET', '/me')
  expect([response.status, response.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(response.body).toEqual({
    id: expect.any(String),
    email: 'mei@example.com',
    displayName: 'Mei',
    partner: {
      id: partner.id,
      name: 'Example Bank',
      slug: partner.slug,
      displayName: 'Example',
      logoPath: 'https://example.com/logo.png',
    },
  })
  expect(await rows('mei')).toEqual([
    {
      ...{ id: response.body.id, email: 'mei@example.com', displayName: 'Mei', phone: null },
      createdAt: clock.now.toISOString(),
    },
  ])
  expect((await me('mei')).id).toBe(response.body.id)
})

test('200: email and displayName are null if never given', async () => {
  expect(await me('silent')).toMatchObject({ email: null, displayName: null })
})

test('200: the token’s name overrides the stored one; its e-mail address counts only if none is stored', async () => {
  await upsert('known', { displayName: 'Stored' })
  expect(await me('known', { email: 'token@example.com', displayName: 'Token' })).toMatchObject({
    email: 'token@example.com',
    displayName: 'Token',
  })
  expect(await me('known')).toMatchObject({ email: 'token@example.com', displayName: 'Stored' })
  await upsert('known', { email: 'stored@example.com', displayName: null })
  expect(await me('known', { email: 'token@example.com' })).toMatchObject({
    email: 'stored@example.com',
    displayName: null,
  })
  expect(await rows('known')).toMatchObject([{ email: 'stored@example.com', displayName: null }])
})

test.each([
  ['too long', { email: 'x'.repeat(321), displayName: '🦊'.repeat(201) }],
  ['not text', { email: ['a@example.com'], displayName: 7 }],
  ['empty', { email: '', displayName: '' }],
  ['null', { email: null, displayName: null }],
  ['with NUL', { email: 'a\0', displayName: '\0' }],
  ['with half a surrogate pair', { email: '\ud83e', displayName: 'a\udd8a' }],
])('200: token claims that are %s are ignored', async (name, claims) => {
  const sub = `odd ${name}`
  expect(await me(sub, claims)).toMatchObject({ email: null, displayName: null })
  await upsert(sub, { displayName: 'Stored' })
  expect(await me(sub, claims)).toMatchObject({ displayName: 'Stored' })
})

test('200: token claims of maximum length are stored', async () => {
  const claims = { email: '🦊'.repeat(320), displayName: '🦊'.repeat(200) }
  expect(await me('long', claims)).toMatchObject(claims)
  expect(await rows('long')).toMatchObject([claims])
})

test('200: the same sub at two partners is two users', async () => {
  const other = await onboardIssuer(harness)
  const [here, there] = [await me('twin'), (await visitorsOf(harness, other)('twin')('GET', '/me')).body]
  expect(here.id).not.toBe(there.id)
  expect(there.partner.id).toBe(other.id)
})

test('200: a token finds the user that an upsert created', async () => {
  const { body } = await upsert('early', { displayName: 'Early' })
  expect(await me('early')).toMatchObject({ id: body.userId, displayName: 'Early' })
})

test('200: concurrent first requests on every route create one user', async () => {
  for (const round of [1, 2, 3]) {
    const visit = visitor(`crowd ${round}`, { displayName: 'Crowd' })
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => ROUTES.map(([method, path, body]) => visit(method, path, body))).flat(),
    )
    expect(responses.every(({ status }) => status < 300)).toBe(true)
    const users = responses.flatMap(({ body }) => body.userId ?? (body.partner && body.id) ?? [])
    expect(new Set(users).size).toBe(1)
    expect(await rows(`crowd ${round}`)).toMatchObject([{ displayName: 'Crowd' }])
  }
})

test.each(ROUTES)('2xx: %s %s creates the user too, and has no-store', async (method, path, body) => {
  const sub = `first by ${method} ${path.replace(shop.id, '')}`
  const response = await visitor(sub, { email: 'first@example.com', displayName: 'First' })(
    method,
    path,
    body,
  )
  expect(response.status).toBeLessThan(300)
  expect(response.headers['cache-control']).toBe('no-store')
  expect(await rows(sub)).toMatchObject([{ email: 'first@example.com', displayName: 'First' }])
})

test.each([
  ['POST', '/me/claims', { voucherId: randomUUIDv7() }, 404],
  ['POST', '/me/favorites', { merchantId: randomUUIDv7() }, 404],
  ['DELETE', '/me/favorites/nobody', undefined, 204],
] as const)('%s %s with an unknown id creates the user anyway', async (method, path, body, status) => {
  const sub = `refused by ${method} ${path}`
  expect((await visitor(sub)(method, path, body)).status).toBe(status)
  expect(await rows(sub)).toHaveLength(1)
})

test.each(ROUTES)(
  '404 user_not_found: %s %s of an anonymized user, until the partner revives them',
  async (method, path, body) => {
    const sub = `gone-${method}-${path.length}`
    await visitor(sub, { displayName: 'Gone' })('GET', '/me')
    await anonymize(sub)
    const visit = visitor(sub, { email: 'gone@example.com', displayName: 'Gone' })
    const response = await visit(method, path, body)
    expect([response.status, response.body]).toEqual([404, { error: 'user_not_found' }])
    expect(response.headers['cache-control']).toBe('no-store')
    expect(await rows(sub)).toMatchObject([{ email: null, displayName: null }])
    for (const browse of [
      '/merchants',
      `/merchants/${shop.id}`,
      '/categories',
      `/vouchers/${voucher.id}`,
      '/branding',
    ])
      expect((await visit('GET', browse)).status, browse).toBe(200)
    await upsert(sub)
    expect((await visit(method, path, body)).status).toBeLessThan(300)
  },
)

test('400, 401 and 404 under /me have no-store too, and any origin may read them', async () => {
  const token = issuer.mint()
  for (const [status, response] of [
    [401, await as(undefined)('GET', '/me')],
    [401, await as('nonsense')('GET', '/me/claims')],
    [400, await as(token)('GET', '/me/claims?limit=0')],
    [400, await as(token)('POST', '/me/claims', {})],
    [404, await as(token)('POST', '/me/claims', { voucherId: randomUUIDv7() })],
  ] as const) {
    expect(response.status).toBe(status)
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    })
  }
})

test('preflights under /me need no token and list the methods', async () => {
  const methodsOf = async (url: string) =>
    (await server.inject({ method: 'OPTIONS', url, headers: { origin: 'https://app.example.com' } })).headers[
      'access-control-allow-methods'
    ]
  expect(await methodsOf('/me')).toBe('GET, HEAD')
  expect(await methodsOf(`/me/favorites/${shop.id}`)).toBe('DELETE')
  expect(
    String(await methodsOf('/me/claims'))
      .split(', ')
      .toSorted(),
  ).toEqual(['GET', 'HEAD', 'POST'])
})

test('200: an unknown query parameter is ignored, even with NUL', async () => {
  expect((await visitor()('GET', '/me?x=%00')).status).toBe(200)
})
