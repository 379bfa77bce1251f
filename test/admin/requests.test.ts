import { createHmac, randomUUID } from 'node:crypto'
import { signatureHeader, signV1 } from '@counterfoil/contract/signature.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { maintainRequestLog } from '../../src/domain/request-log/retention.ts'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call, createHarness } from '../support/harness.ts'
import { visitorsOf } from '../support/market.ts'
import { openTwin } from '../support/sandbox-scene.ts'
import { onboard, type Signing, signedCalls } from '../support/signing.ts'
import { openTill, PIN, WRONG_PIN } from '../support/till.ts'
import { newKey, onboardIssuer, openKeyServer } from '../support/tokens.ts'

const harness = await createHarness({}, { attemptsPerMinute: 1000 })
const { db, clock, served, deps } = harness
const as = (key: string): Call => heldToContract(served, harness.as(key))
const admin = as(ADMIN_KEY)

const jwks = await openKeyServer(newKey('ES256'))
const [bank, telco] = [
  await onboardIssuer(harness, { jwtAudience: 'counterfoil' }),
  await onboardIssuer(harness, { jwksUrl: jwks.url, publicKey: null }),
]
const till = await openTill(harness)
const coffee = await till.offer()
const mei = visitorsOf(harness, bank)('mei', { aud: 'counterfoil' })
const call = (await signedCalls(harness))(bank.partner)
const USERS = '/integrations/users'
const FAR = { consumerLat: 3.1679, consumerLng: 101.7116 }

type Item = Record<string, unknown>
const list = async (query: object = {}, by = admin): Promise<Item[]> => {
  const { status, body } = await by('GET', `/admin/requests?${new URLSearchParams({ ...query })}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.items
}
const last = async (query: object = {}) => (await list({ limit: 1, ...query }))[0] as Item
const keyOf = async (partnerId: string): Promise<string> =>
  (await admin('POST', '/admin/keys', { name: 'Engineer', role: 'partner', partnerId })).body.key
const seconds = () => Math.floor(clock.now.getTime() / 1000)

// Each test starts in a new minute, in which nothing was recorded.
beforeEach(() => clock.advance(60_000))

test('200: a failed call with its facts, and not a call that succeeded', async () => {
  await call('POST', USERS, { externalUserId: 'mei' })
  const refused = await call('POST', USERS, { externalUserId: 'mei', email: 4 })
  expect(await list()).toEqual([
    {
      id: refused.headers['x-request-id'],
      at: clock.now.toISOString(),
      partnerId: bank.id,
      partnerName: 'Example Bank',
      surface: 'integration',
      method: 'POST',
      route: '/integrations/users',
      status: 400,
      code: 'validation_failed',
      help: '/docs/errors#validation_failed',
      durationMs: expect.any(Number),
      externalUserId: 'mei',
      reason: 'request: /email must be string or null',
      facts: [
        {
          ...{ sentence: 'request.invalid', details: {} },
          issues: [
            {
              ...{ path: '/email', sentence: 'issue.type.string' },
              details: { types: { type: 'NAME', value: 'string or null' } },
            },
          ],
        },
      ],
      traceId: null,
    },
  ])
})

test('200: one request by its id, with its user and the redemption that was refused', async () => {
  const refused = await till.redeem(mei, coffee.id, FAR)
  const id = refused.headers['x-request-id'] as string
  const { body } = await admin('GET', `/admin/requests/${id.toUpperCase()}`)
  const [refusal] = (await admin('GET', `/admin/refusals?requestId=${id}`)).body.items
  expect(refusal).toMatchObject({ requestId: id, code: 'too_far', voucherTitle: coffee.title })
  expect(body).toEqual({ ...(await last()), userId: refusal.userId, refusal, traceUrl: null })
})

test('200: a request without a redemption, of an unknown user, has neither user nor refusal', async () => {
  const { headers } = await call('POST', USERS, { externalUserId: 'nobody', email: 4 })
  const { body } = await admin('GET', `/admin/requests/${headers['x-request-id']}`)
  expect(body).toMatchObject({ externalUserId: 'nobody', userId: null, refusal: null })
})

test('200: a partner sees the request and the refusal of its test twin; 404 not_found: another partner', async () => {
  const { live, partner, call } = await openTwin(harness)
  const simulated = { externalUserId: 'mei', voucherId: coffee.id }
  const { headers } = await call('POST', '/integrations/test/redemptions', simulated)
  const path = `/admin/requests/${headers['x-request-id']}`
  const { body } = await as(await keyOf(live.id))('GET', path)
  expect(body).toMatchObject({ partnerId: partner.id, refusal: { code: 'voucher_out_of_scope' } })
  const foreign = await as(await keyOf(bank.id))('GET', path)
  expect([foreign.status, foreign.body.error]).toEqual([404, 'not_found'])
})

test('404 not_found: an id that no request had, and a request that succeeded', async () => {
  const { headers } = await call('POST', USERS, { externalUserId: 'mei' })
  for (const id of [randomUUID(), headers['x-request-id']]) {
    const { status, body } = await admin('GET', `/admin/requests/${id}`)
    expect([status, body.error]).toEqual([404, 'not_found'])
  }
})

describe('the reason of a refused signature', () => {
  const body = '{ "externalUserId": "mei" }\n'
  const header = (signed: string | Buffer, secret = bank.partner.secret) =>
    signatureHeader({ secret, timestampSeconds: seconds(), body: signed })
  const bare = (key: string | Buffer, text: string) =>
    `t=${seconds()},v1=${createHmac('sha256', key).update(text).digest('hex')}`
  const { secret } = bank.partner
  const signature = (value: () => string | undefined) => (): Signing => ({
    headers: { 'x-signature': value() },
  })
  const CASES: [reason: string, signing: () => Signing][] = [
    ['signature: the header x-signature is missing', signature(() => undefined)],
    [
      'signature: the header x-signature cannot be read: it has no t',
      signature(() => `v1=${signV1(secret, seconds(), body)}`),
    ],
    [
      'signature: the header x-signature cannot be read: t looks like milliseconds, expected seconds',
      signature(() => header(body).replace(/t=(\d+)/, 't=$1000')),
    ],
    [
      'signature: the header x-signature cannot be read: v1 is in upper case, expected lower case',
      signature(() => `t=${seconds()},v1=${signV1(secret, seconds(), body).toUpperCase()}`),
    ],
    [
      'signature: t is 4 s old, body of 28 bytes, the secret does not match',
      () => ({ secret: 'another secret', offsetSeconds: -4 }),
    ],
    [
      'signature: t is 0 s old, body of 28 bytes, the secret does not match; a signature over the JSON re-serialized would match',
      signature(() => header('{"externalUserId":"mei"}')),
    ],
    [
      'signature: t is 0 s old, body of 28 bytes, the secret does not match; a signature over the trimmed body would match',
      signature(() => header(body.trim())),
    ],
    [
      'signature: t is 0 s old, body of 28 bytes, the secret does not match; a signature over an empty body would match',
      signature(() => header('')),
    ],
    [
      'signature: t is 0 s old, body of 28 bytes, the secret does not match; a signature over the body alone would match: t and a dot come before the body',
      signature(() => bare(secret, body)),
    ],
    [
      'signature: t is 0 s old, body of 28 bytes, the secret does not match; a signature with the base64-decoded secret would match: the key is the secret as text',
      signature(() => bare(Buffer.from(secret.replace('whsec_', ''), 'base64'), `${seconds()}.${body}`)),
    ],
    [
      'signature: t is 0 s old, body of 28 bytes, v1 matches, v2 does not: it was made for another method, path or query',
      () => ({ v2: { method: 'POST', path: '/other' } }),
    ],
    ['signature: t is 301 s old, the maximum is 300 s', () => ({ offsetSeconds: -301 })],
    ['signature: t is 301 s ahead of our clock, the maximum is 300 s', () => ({ offsetSeconds: 301 })],
  ]
  test.each(CASES)('%s', async (reason, signing) => {
    const { status } = await call('POST', USERS, body, signing())
    expect([status, await last()]).toMatchObject([401, { reason, partnerId: bank.id, externalUserId: null }])
  })

  test('signature: both secrets of a rotation are counted', async () => {
    const rotating = await onboard(admin)
    await admin('POST', `/admin/partners/${rotating.id}/secret/rotate`)
    await (await signedCalls(harness))(rotating)('GET', '/integrations/events', undefined, { secret: 'x' })
    expect((await last()).reason).toBe('signature: t is 0 s old, body of 0 bytes, none of 2 secrets matches')
  })

  test('signature: a body on a route without one', async () => {
    await call('DELETE', `${USERS}/mei`, { a: 1 })
    expect((await last()).reason).toBe('signature: the route takes no body, and the request has one')
  })

  test('an unknown slug is recorded without a partner, which only staff see', async () => {
    await call('POST', USERS, {}, { headers: { 'x-partner-slug': 'nobody' } })
    expect(await last()).toMatchObject({ partnerId: null, reason: 'signature: no partner has this slug' })
    expect(await list({}, as(await keyOf(bank.id)))).not.toContainEqual(
      expect.objectContaining({ partnerId: null }),
    )
  })
})

describe('the reason of a refused token', () => {
  const AUD = { aud: 'counterfoil' }
  const CASES: [reason: RegExp, token: () => string, externalUserId: string | null][] = [
    [/^token: the claim aud is "web", expected "counterfoil"$/, () => bank.mint({ aud: 'web' }), null],
    [
      /^token: the claim exp is \d{13}, more than ten years ahead\. It looks like milliseconds, expected seconds$/,
      () => bank.mint({ ...AUD, exp: clock.now.getTime() + 3_600_000 }),
      'user-42',
    ],
    [
      /^token: the token expired at .*Z\. Our clock says .*Z$/,
      () => bank.mint({ ...AUD, iat: seconds() - 4000, exp: seconds() - 400 }),
      'user-42',
    ],
    [
      /^token: no key of the partner verifies the signature\. The token names the kid "key-\d+" and uses ES256/,
      () => bank.mint(AUD, { key: newKey('ES256') }),
      null,
    ],
    [
      /^token: no partner has the issuer "https:\/\/nobody.example"$/,
      () => bank.mint({ iss: 'https://nobody.example' }),
      null,
    ],
    [/^token: a signed JWT has three parts with dots between them\. This text has 1$/, () => 'hello', null],
  ]
  test.each(CASES)('%s', async (reason, mint, externalUserId) => {
    const { status } = await harness.as(mint())('GET', '/merchants')
    expect(status).toBe(401)
    expect(await last()).toMatchObject({
      surface: 'consumer',
      reason: expect.stringMatching(reason),
      externalUserId,
    })
  })

  test.each([
    ['"HS256"', () => bank.mint(AUD, { header: { alg: 'HS256' } })],
    ['"none"', () => bank.mint(AUD, { header: { alg: 'none' } }).replace(/[^.]+$/, '')],
  ])('the algorithm is %s: for the partner that the token names', async (alg, mint) => {
    expect((await harness.as(mint())('GET', '/me')).status).toBe(401)
    const reason = expect.stringContaining(`token: the algorithm is ${alg}. Accepted: RS256, `)
    expect(await last()).toMatchObject({
      partnerId: bank.id,
      code: 'invalid_token',
      externalUserId: null,
      reason,
    })
  })

  test('token: the kid is not in the JWKS, with the age of the set and its kids', async () => {
    const [published] = jwks.keys as { kid: string }[]
    const stranger = newKey('ES256')
    await harness.as(telco.mint({}, { key: stranger }))('GET', '/merchants')
    clock.advance(12_000)
    await harness.as(telco.mint({}, { key: stranger }))('GET', '/merchants')
    expect((await last()).reason).toBe(
      `token: the kid "${stranger.kid}" is not in the JWKS fetched 12 s ago (kids: ${published?.kid})`,
    )
  })

  test('no token at all', async () => {
    await harness.as(undefined)('GET', '/merchants')
    expect((await last()).reason).toBe('The Authorization header is missing or holds no bearer token.')
  })
})

test('pin: the reason counts the wrong PINs of the user at the outlet; another refusal has a sentence', async () => {
  for (let i = 0; i < 3; i += 1) {
    clock.advance(1000)
    await till.redeem(mei, coffee.id, { pin: WRONG_PIN })
  }
  const reasons = (await list({ code: 'invalid_pin' })).map(({ reason }) => reason)
  expect(reasons.sort()).toEqual(
    ['2 times', '3 times', 'for the first time'].map(
      (often) => `pin: wrong, ${often} in 24 hours by this user at this outlet`,
    ),
  )
  await till.redeem(mei, coffee.id, { consumerLat: 3.1679 })
  expect((await last()).reason).toBe('The device was 1,112 m from the outlet. The maximum is 150 m.')
})

test('unknown fields and query parameters are named, also of a call that succeeded', async () => {
  const { status } = await call('POST', `${USERS}?utm=1`, { externalUserId: 'mei', emial: 'x@example.com' })
  expect([status, await last()]).toMatchObject([
    200,
    { status: 200, code: null, reason: 'ignored unknown fields: emial, utm' },
  ])
  await mei('GET', '/merchants?lat=3&lon=4')
  expect((await last()).reason).toBe(
    'request: /lng is required together with lat; ignored unknown fields: lon',
  )
})

test('no body, PIN, token, signature or secret is in a record', async () => {
  const token = bank.mint({ aud: 'web' })
  await harness.as(token)('GET', '/merchants')
  await call('POST', USERS, { externalUserId: 'mei', email: 'private@example.com', phone: 4 })
  await call('POST', USERS, '{"broken": "private@example.com"')
  await till.redeem(mei, coffee.id, { pin: WRONG_PIN })
  // Ids and times are left out: their digits may be a PIN by chance.
  const rows = await db`select method, route, code, external_user_id, reason, facts from request_log`
  const text = JSON.stringify(rows)
  for (const secret of [token, token.split('.')[2], 'private', bank.partner.secret, PIN, WRONG_PIN, 'v1='])
    expect(text.includes(secret as string), secret).toBe(false)
})

test('an id with NUL does not block the other records', async () => {
  await call('DELETE', `${USERS}/a%00b`)
  await call('DELETE', `${USERS}/nobody`)
  const ids = (await list({ code: 'user_not_found' })).map(({ externalUserId }) => externalUserId)
  expect(ids.sort()).toEqual(['a\uFFFDb', 'nobody'])
})

describe('who sees what', () => {
  test('200: filters by partner, status, class, code, route, user, request and period', async () => {
    const from = clock.now.toISOString()
    await till.redeem(mei, coffee.id, { pin: WRONG_PIN })
    await call('GET', '/integrations/events?limit=0')
    await harness.as(telco.mint({ exp: 4 }))('GET', '/merchants')
    const count = async (query: object) => (await list({ from, ...query })).length
    const { id } = await last({ from, code: 'invalid_pin' })
    expect(await count({})).toBe(3)
    expect(await count({ partnerId: bank.id })).toBe(2)
    expect(await count({ status: '401' })).toBe(2)
    expect(await count({ status: '4xx' })).toBe(3)
    expect(await count({ status: '5xx' })).toBe(0)
    expect(await count({ code: 'validation_failed' })).toBe(1)
    expect(await count({ route: '/me/redemptions' })).toBe(1)
    expect(await count({ externalUserId: 'mei' })).toBe(1)
    expect(await count({ requestId: id })).toBe(1)
    expect(await count({ to: from })).toBe(0)
    const page = (await admin('GET', `/admin/requests?from=${from}&limit=2`)).body
    expect(await list({ from, limit: 2, cursor: page.nextCursor })).toHaveLength(1)
  })

  test('200: a partner sees its own requests; support sees all; 403 forbidden: a merchant', async () => {
    await call('GET', '/integrations/events?limit=0')
    await harness.as(telco.mint({ exp: 4 }))('GET', '/merchants')
    const ofBank = await list({}, as(await keyOf(bank.id)))
    expect(new Set(ofBank.map(({ partnerId }) => partnerId))).toEqual(new Set([bank.id]))
    expect(await list({ partnerId: telco.id }, as(await keyOf(bank.id)))).toEqual([])
    const { body } = await admin('POST', '/admin/keys', { name: 'Desk', role: 'support' })
    expect(await list({}, as(body.key))).toEqual(await list())
    const merchant = { name: 'Shop', role: 'merchant', merchantIds: [till.merchant.id] }
    const { key } = (await admin('POST', '/admin/keys', merchant)).body
    expect((await as(key)('GET', '/admin/requests')).status).toBe(403)
  })

  test.each(['status=4', 'status=abc', 'from=yesterday', 'partnerId=1', 'cursor=x'])(
    '400 validation_failed: %s',
    async (query) => {
      const { status, body } = await admin('GET', `/admin/requests?${query}`)
      expect([status, body.error]).toEqual([400, 'validation_failed'])
    },
  )
})

test('the log is kept for 7 days in daily partitions, which are created ahead', async () => {
  const partitions = async () =>
    (
      await db<{ name: string }[]>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = 'request_log'::regclass
      order by 1`
    ).map(({ name }) => name)
  const day = (offset: number) => {
    const date = new Date(clock.now.getTime() + offset * 24 * 3_600_000)
    return `request_log_${date.toISOString().slice(0, 10).replaceAll('-', '')}`
  }
  expect(await partitions()).toEqual(['request_log_default'])
  // Around midnight, the tests above left rows of the day before, which would get a partition, too.
  await db`delete from request_log where at < date_trunc('day', ${clock.now}::timestamptz, 'UTC')`
  const before = (await list({ limit: 200 })).length
  await maintainRequestLog(deps)
  expect(await partitions()).toEqual([...[0, 1, 2].map(day), 'request_log_default'])
  expect(await list({ limit: 200 })).toHaveLength(before)
  expect(await db`select from request_log_default`).toHaveLength(0)

  const today = day(0)
  clock.advance(7 * 24 * 3_600_000)
  await maintainRequestLog(deps)
  expect(await partitions()).toContain(today)
  clock.advance(24 * 3_600_000)
  await call('GET', '/integrations/events?limit=0')
  await maintainRequestLog(deps)
  expect(await partitions()).not.toContain(today)
  expect((await list()).map(({ status }) => status)).toEqual([400])
})
