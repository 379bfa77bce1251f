import { createHmac } from 'node:crypto'
import { signV1, signV2 } from '@counterfoil/contract/signature.ts'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { onboard, type Signing, signedCalls, type TestPartner } from '../support/signing.ts'

const harness = await createHarness()
const { admin, clock, db } = harness
const callsOf = await signedCalls(harness)
const acme = await onboard(admin)
const call = callsOf(acme)

const DAY_MS = 24 * 60 * 60 * 1000
const USERS = '/integrations/users'
const seconds = () => Math.floor(clock.now.getTime() / 1000)
const upsert = (partner: TestPartner, signing: Signing = {}) =>
  callsOf(partner)('POST', USERS, { externalUserId: 'user-1' }, signing)
const usersOf = async ({ id }: TestPartner) =>
  (await db`select count(*) as count from users where partner_id = ${id}`)[0]?.count

const INVALID = [401, { error: 'invalid_signature' }]
const EXPIRED = [401, { error: 'signature_expired' }]

test('2xx: header elements in any order, spaces around commas, unknown elements, several v1', async () => {
  const body = JSON.stringify({ externalUserId: 'user-order' })
  const v1 = signV1(acme.secret, seconds(), body)
  const wrong = '0'.repeat(64)
  for (const signature of [
    `t=${seconds()},v1=${v1}`,
    `v1=${v1},t=${seconds()}`,
    ` t=${seconds()} , v1=${v1} `,
    `v0=abc,t=${seconds()},v9=x,v1=${v1},hello`,
    `t=${seconds()},v1=${wrong},v1=${v1}`,
    `t=${seconds()},v1=${v1},v1=${wrong}`,
  ]) {
    const response = await call('POST', USERS, body, { headers: { 'x-signature': signature } })
    expect([signature, Math.floor(response.status / 100)]).toEqual([signature, 2])
  }
})

test.each([-300, 0, 300])('2xx: signed %d s from our clock', async (offsetSeconds) => {
  expect((await upsert(acme, { offsetSeconds })).status).toBeLessThan(300)
})

test.each([
  ['301 s ago', -301],
  ['301 s ahead', 301],
  ['a day ahead', 86_400],
])('401 signature_expired: %s, nothing written', async (_name, offsetSeconds) => {
  const partner = await onboard(admin)
  const response = await upsert(partner, { offsetSeconds })
  expect([response.status, response.body]).toEqual(EXPIRED)
  expect(await usersOf(partner)).toBe(0)
})

test('401 signature_expired: a recorded request, sent again 301 s later', async () => {
  const partner = await onboard(admin)
  expect((await upsert(partner)).status).toBe(201)
  const recorded = {
    offsetSeconds: 0,
    headers: {
      'x-signature': `t=${seconds()},v1=${signV1(partner.secret, seconds(), '{"externalUserId":"user-1"}')}`,
    },
  }
  clock.advance(300_000)
  expect((await upsert(partner, recorded)).status).toBe(200)
  clock.advance(1000)
  const response = await upsert(partner, recorded)
  expect([response.status, response.body]).toEqual(EXPIRED)
})

const BODY = '{"externalUserId":"user-1"}'
const v1 = () => signV1(acme.secret, seconds(), BODY)
const refused: [string, () => Record<string, string | undefined>][] = [
  ['no headers at all', () => ({ 'x-partner-slug': undefined, 'x-signature': undefined })],
  ['no slug', () => ({ 'x-partner-slug': undefined })],
  ['no signature', () => ({ 'x-signature': undefined })],
  ['an empty signature', () => ({ 'x-signature': '' })],
  ['an unknown slug', () => ({ 'x-partner-slug': 'nobody' })],
  [
    'an unknown slug, signed with an empty secret',
    () => ({
      'x-partner-slug': 'nobody',
      'x-signature': `t=${seconds()},v1=${createHmac('sha256', '').update(`${seconds()}.${BODY}`).digest('hex')}`,
    }),
  ],
  ['a slug in capitals', () => ({ 'x-partner-slug': acme.slug.toUpperCase() })],
  ['a slug that is a property of every object', () => ({ 'x-partner-slug': '__proto__' })],
  ['a wrong signature', () => ({ 'x-signature': `t=${seconds()},v1=${'0'.repeat(64)}` })],
  ['uppercase hex', () => ({ 'x-signature': `t=${seconds()},v1=${v1().toUpperCase()}` })],
  ['no t', () => ({ 'x-signature': `v1=${v1()}` })],
  ['two t', () => ({ 'x-signature': `t=${seconds()},t=${seconds()},v1=${v1()}` })],
  ['no v1', () => ({ 'x-signature': `t=${seconds()}` })],
  ['another t than the one signed', () => ({ 'x-signature': `t=${seconds() + 1},v1=${v1()}` })],
  ['t in milliseconds', () => ({ 'x-signature': `t=${clock.now.getTime()},v1=${v1()}` })],
  ['only the first half of v1', () => ({ 'x-signature': `t=${seconds()},v1=${v1().slice(0, 32)}` })],
  ['v1 followed by more digits', () => ({ 'x-signature': `t=${seconds()},v1=${v1()}00` })],
  [
    'a v2 alone',
    () => ({ 'x-signature': `t=${seconds()},v2=${signV2(acme.secret, seconds(), 'POST', USERS, BODY)}` }),
  ],
  [
    'a correct v1 with a wrong v2',
    () => ({ 'x-signature': `t=${seconds()},v1=${v1()},v2=${'0'.repeat(64)}` }),
  ],
  ['a correct v1 with a malformed v2', () => ({ 'x-signature': `t=${seconds()},v1=${v1()},v2=` })],
  ['a header of 2 KiB', () => ({ 'x-signature': `t=${seconds()},v1=${v1()},${'x'.repeat(2048)}` })],
]

test.each(refused)('401 invalid_signature: %s, with the same body as all others', async (_name, headers) => {
  const reference = await call('POST', USERS, BODY, { secret: 'not-the-secret' })
  const response = await call('POST', USERS, BODY, { headers: headers() })
  expect([response.status, response.body]).toEqual(INVALID)
  expect(varyingHeaders(response.headers)).toEqual(varyingHeaders(reference.headers))
})

function varyingHeaders({ 'x-request-id': _id, date: _date, ...rest }: Record<string, string>) {
  return rest
}

test('401 invalid_signature: the secret of another partner, in both directions', async () => {
  const other = await onboard(admin)
  for (const [partner, secret] of [
    [acme, other.secret],
    [other, acme.secret],
  ] as const) {
    const response = await upsert(partner, { secret })
    expect([response.status, response.body]).toEqual(INVALID)
  }
})

test('401 invalid_signature: the body was serialized again after signing', async () => {
  const body = '{"externalUserId": "user-1", "email": null}'
  const signed = JSON.stringify(JSON.parse(body))
  const signature = `t=${seconds()},v1=${signV1(acme.secret, seconds(), signed)}`
  const response = await call('POST', USERS, body, { headers: { 'x-signature': signature } })
  expect([response.status, response.body]).toEqual(INVALID)
  expect((await call('POST', USERS, body)).status).toBeLessThan(300)
})

test.each([
  ['malformed JSON', '{"externalUserId":', 'application/json', 400],
  ['a body outside the schema', '{"externalUserId":1}', 'application/json', 400],
  ['an empty body', '', 'application/json', 400],
  ['another content type', '{"externalUserId":"user-1"}', 'text/plain', 415],
  ['no content type', '{"externalUserId":"user-1"}', undefined, 415],
])('%s: 401 with a wrong signature, reported only with a valid one', async (_name, body, type, status) => {
  const headers = { 'content-type': type }
  const wrong = await call('POST', USERS, body, { headers, secret: 'not-the-secret' })
  expect([wrong.status, wrong.body]).toEqual(INVALID)
  const late = await call('POST', USERS, body, { headers, offsetSeconds: -301 })
  expect([late.status, late.body]).toEqual(EXPIRED)
  expect((await call('POST', USERS, body, { headers })).status).toBe(status)
})

test('400 validation_failed: neither body nor content type', async () => {
  const response = await call('POST', USERS)
  expect([response.status, response.body]).toMatchObject([
    400,
    { error: 'validation_failed', issues: [{ path: '', message: 'a JSON body is needed' }] },
  ])
})

test('2xx: content type with a charset, in capitals', async () => {
  for (const type of [
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;charset="UTF-8"',
  ]) {
    const wrong = await call('POST', USERS, { externalUserId: 1 }, { headers: { 'content-type': type } })
    expect([type, wrong.status]).toEqual([type, 400])
    const right = await call(
      'POST',
      USERS,
      { externalUserId: 'user-1' },
      { headers: { 'content-type': type } },
    )
    expect([type, right.status < 300]).toEqual([type, true])
  }
})

const WEBHOOK = JSON.stringify({
  id: 'e',
  type: 'CLAIM_CREATED',
  createdAt: '2026-11-15T00:00:00Z',
  data: {},
})

test('401 invalid_signature: a captured webhook sent as a DELETE, the user stays', async () => {
  const partner = await onboard(admin)
  expect((await upsert(partner)).status).toBe(201)
  for (const type of ['application/json', 'text/plain', undefined]) {
    const response = await callsOf(partner)('DELETE', `${USERS}/user-1`, WEBHOOK, {
      headers: { 'content-type': type },
    })
    expect([type, response.status, response.body]).toEqual([type, ...INVALID])
  }
  const late = await callsOf(partner)('DELETE', `${USERS}/user-1`, WEBHOOK, { offsetSeconds: -301 })
  expect([late.status, late.body]).toEqual(INVALID)
  const [user] = await db`select anonymized_at from users where partner_id = ${partner.id}`
  expect(user?.anonymizedAt).toBeNull()
  expect((await callsOf(partner)('DELETE', `${USERS}/user-1`)).status).toBe(204)
})

test.each(['GET', 'HEAD', 'DELETE'])(
  '401 invalid_signature: %s with a body, signed in any way',
  async (method) => {
    const path = method === 'DELETE' ? `${USERS}/user-1` : '/integrations/events'
    const overNothing = { 'x-signature': `t=${seconds()},v1=${signV1(acme.secret, seconds(), '')}` }
    for (const headers of [
      {},
      overNothing,
      { ...overNothing, 'content-length': undefined, 'transfer-encoding': 'chunked' },
    ]) {
      const response = await call(method, path, WEBHOOK, { headers })
      expect([headers, response.status]).toEqual([headers, 401])
      if (method !== 'HEAD') expect(response.body).toEqual({ error: 'invalid_signature' })
    }
  },
)

test('2xx: a route without a body, called with a content type and content-length 0', async () => {
  await call('POST', USERS, { externalUserId: 'user-empty' })
  const headers = { 'content-type': 'application/json', 'content-length': '0' }
  expect((await call('GET', '/integrations/events', undefined, { headers })).status).toBe(200)
  expect((await call('DELETE', `${USERS}/user-empty`, undefined, { headers })).status).toBe(204)
  const chunked = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
  expect((await call('DELETE', `${USERS}/user-empty`, undefined, { headers: chunked })).status).toBe(204)
})

test('403 partner_disabled: with a valid signature only, and before the body is validated', async () => {
  const partner = await onboard(admin)
  expect((await upsert(partner)).status).toBe(201)
  await admin('PATCH', `/admin/partners/${partner.id}`, { disabled: true })
  for (const payload of [{ externalUserId: 'user-1' }, { externalUserId: 1 }, '{']) {
    const response = await callsOf(partner)('POST', USERS, payload)
    expect([response.status, response.body]).toEqual([403, { error: 'partner_disabled' }])
  }
  const deletion = await callsOf(partner)('DELETE', `${USERS}/user-1`)
  expect([deletion.status, deletion.body]).toEqual([403, { error: 'partner_disabled' }])
  const wrong = await upsert(partner, { secret: 'not-the-secret' })
  expect([wrong.status, wrong.body]).toEqual(INVALID)
  const late = await upsert(partner, { offsetSeconds: 301 })
  expect([late.status, late.body]).toEqual(EXPIRED)
  await admin('PATCH', `/admin/partners/${partner.id}`, { disabled: false })
  expect((await upsert(partner)).status).toBe(200)
})

test('413 payload_too_large: a body over 64 KiB, before its signature is computed', async () => {
  const response = await call(
    'POST',
    USERS,
    { externalUserId: 'x'.repeat(65_536) },
    { secret: 'not-the-secret' },
  )
  expect([response.status, response.body]).toEqual([413, { error: 'payload_too_large' }])
})

test('rotation: both secrets are accepted until a day after promotion, then the new one only', async () => {
  const partner = await onboard(admin)
  const path = `/admin/partners/${partner.id}/secret`
  const first = partner.secret
  const statuses = async (...secrets: string[]) =>
    Promise.all(secrets.map(async (secret) => (await upsert(partner, { secret })).status < 300))

  const replaced = (await admin('POST', `${path}/rotate`)).body.secret
  expect(await statuses(first, replaced)).toEqual([true, true])
  const second = (await admin('POST', `${path}/rotate`)).body.secret
  expect(await statuses(first, replaced, second)).toEqual([true, false, true])

  expect((await admin('POST', `${path}/promote`)).status).toBe(200)
  expect(await statuses(first, second)).toEqual([true, true])
  expect((await harness.deps.partners.byId(partner.id))?.secrets.signing).toBe(second)
  clock.advance(DAY_MS - 1)
  expect(await statuses(first, second)).toEqual([true, true])
  clock.advance(1)
  expect(await statuses(first, second)).toEqual([false, true])
  const response = await upsert(partner, { secret: first })
  expect([response.status, response.body]).toEqual(INVALID)
})

test('two rotations within a day: all three secrets are accepted, each until its own end', async () => {
  const partner = await onboard(admin)
  const path = `/admin/partners/${partner.id}/secret`
  const works = async (secret: string) => (await upsert(partner, { secret })).status < 300
  const second = (await admin('POST', `${path}/rotate`)).body.secret
  await admin('POST', `${path}/promote`)
  clock.advance(DAY_MS / 2)
  const third = (await admin('POST', `${path}/rotate`)).body.secret
  await admin('POST', `${path}/promote`)
  const fourth = (await admin('POST', `${path}/rotate`)).body.secret
  const all = [partner.secret, second, third, fourth]
  expect(await Promise.all(all.map(works))).toEqual([true, true, true, true])
  clock.advance(DAY_MS / 2)
  expect(await Promise.all(all.map(works))).toEqual([false, true, true, true])
  clock.advance(DAY_MS / 2)
  expect(await Promise.all(all.map(works))).toEqual([false, false, true, true])
})

test('v2: signs the method and the path with its query, as sent', async () => {
  const body = { externalUserId: 'a b/ü' }
  const path = `${USERS}/a%20b%2F%c3%BC`
  expect((await call('POST', USERS, body, { v2: { method: 'POST', path: USERS } })).status).toBe(201)
  for (const [method, signedPath] of [
    ['POST', path],
    ['DELETE', `${USERS}/a%20b%2f%c3%bc`],
    ['DELETE', `${USERS}/a b/ü`],
    ['DELETE', `${path}?`],
    ['DELETE', `${USERS}/someone-else`],
  ] as const) {
    const response = await call('DELETE', path, undefined, { v2: { method, path: signedPath } })
    expect([method, signedPath, response.status, response.body]).toEqual([method, signedPath, ...INVALID])
  }
  const query = `${path}?reason=left&x=%20`
  expect((await call('DELETE', query, undefined, { v2: { method: 'DELETE', path } })).status).toBe(401)
  expect((await call('DELETE', query, undefined, { v2: { method: 'DELETE', path: query } })).status).toBe(204)
  expect((await call('DELETE', path, undefined, { v2: { method: 'DELETE', path } })).status).toBe(204)
})

test('401 invalid_signature: a v1 alone, once requireV2 is set', async () => {
  const partner = await onboard(admin)
  const v2 = { method: 'POST', path: USERS }
  expect((await upsert(partner)).status).toBe(201)
  await admin('PATCH', `/admin/partners/${partner.id}`, { requireV2: true })
  const response = await upsert(partner)
  expect([response.status, response.body]).toEqual(INVALID)
  expect((await upsert(partner, { v2 })).status).toBe(200)
  expect((await upsert(partner, { v2: { method: 'DELETE', path: USERS } })).status).toBe(401)
})

test('404 not_found: an unknown path, without a signature', async () => {
  const response = await call('GET', '/integrations/nothing', undefined, {
    headers: { 'x-signature': undefined },
  })
  expect([response.status, response.body]).toEqual([404, { error: 'not_found' }])
})

test('no header and no body is logged', () => {
  const logged = harness.logs.join('')
  expect(logged).toContain('/integrations/users')
  for (const word of [acme.secret, 'v1=', 'someone-else', 'user-order']) expect(logged).not.toContain(word)
})

test('the log line names the partner only if its signature is valid', async () => {
  const partnerIn = ({ headers }: { headers: Record<string, unknown> }) =>
    JSON.parse(harness.logs.find((line) => line.includes(`${headers['x-request-id']}`)) ?? '{}').partner
  expect(partnerIn(await upsert(acme))).toBe(acme.slug)
  expect(partnerIn(await upsert(acme, { secret: 'another secret' }))).toBeUndefined()
})
