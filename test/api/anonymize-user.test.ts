import { randomUUIDv7 } from 'node:crypto'
import { signV1 } from '@counterfoil/contract/signature.ts'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { onboard, signedCalls } from '../support/signing.ts'

const harness = await createHarness()
const { admin, clock, db } = harness
const callsOf = await signedCalls(harness)
const acme = await onboard(admin)
const call = callsOf(acme)

const USERS = '/integrations/users'
const NOT_FOUND = [404, { error: 'user_not_found' }]
const PERSONAL = { email: 'a@example.com', displayName: 'A', phone: '1', countryCode: 'MY', locale: 'en' }
const CLEARED = { email: null, displayName: null, phone: null, countryCode: null, locale: null }

const create = (externalUserId: string) => call('POST', USERS, { externalUserId, ...PERSONAL })
const remove = (externalUserId: string) => call('DELETE', `${USERS}/${encodeURIComponent(externalUserId)}`)
const stored = async (externalUserId: string) =>
  (
    await db`
      select email, display_name, phone, country_code, locale, anonymized_at, updated_at
      from users where partner_id = ${acme.id} and external_user_id = ${externalUserId}`
  )[0]

test('204 without a body: personal data is cleared and anonymizedAt is set', async () => {
  await create('mei')
  clock.advance(5000)
  const response = await remove('mei')
  expect([response.status, response.body]).toEqual([204, ''])
  const now = clock.now.toISOString()
  expect(await stored('mei')).toEqual({ ...CLEARED, anonymizedAt: now, updatedAt: now })
})

test('204 again: anonymizedAt is unchanged', async () => {
  await create('twice')
  expect((await remove('twice')).status).toBe(204)
  const first = await stored('twice')
  clock.advance(60_000)
  expect((await remove('twice')).status).toBe(204)
  expect(await stored('twice')).toEqual(first)
})

test('204: claims, redemptions and favorites are kept', async () => {
  const userId = (await create('keeps')).body.userId
  const ids = await seedActivity(userId)
  expect((await remove('keeps')).status).toBe(204)
  expect(await db`select user_id, id from claims`).toEqual([{ userId, id: ids.claim }])
  expect(await db`select user_id, id from redemptions`).toEqual([{ userId, id: ids.redemption }])
  expect(await db`select user_id, merchant_id from favorites`).toEqual([{ userId, merchantId: ids.merchant }])
})

/** Inserts the rows directly: the test only checks that they are kept. */
async function seedActivity(userId: string) {
  const ids = {
    merchant: randomUUIDv7(),
    outlet: randomUUIDv7(),
    voucher: randomUUIDv7(),
    claim: randomUUIDv7(),
    redemption: randomUUIDv7(),
  }
  const now = clock.now
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`insert into favorites values (${userId}, ${ids.merchant}, ${now})`
    await tx`insert into claims values (${ids.claim}, ${userId}, ${ids.voucher}, ${now})`
    await tx`
      insert into redemptions (id, partner_id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name,
        remaining, cycle_key, status, gps_available, redeemed_at, statement_month)
      values (${ids.redemption}, ${randomUUIDv7()}, ${userId}, ${ids.voucher}, ${ids.outlet}, ${ids.merchant},
        'Voucher', 'Outlet', 0, 'ONE_TIME', 'SUCCESS', true, ${now}, '2026-11')`
  })
  return ids
}

test('204 for all: fifty concurrent deletions of one user', async () => {
  await create('crowd')
  const responses = await Promise.all(Array.from({ length: 50 }, () => remove('crowd')))
  expect(responses.every(({ status }) => status === 204)).toBe(true)
})

test.each([
  ['a slash', 'team/7'],
  ['two dots', '..'],
  ['one dot', '.'],
  ['several slashes', '/a//b/'],
  ['a space', 'a b'],
  ['a percent sign', '100%'],
  ['text that looks percent-encoded', '%2F'],
  ['text that looks encoded twice', '%252F%41'],
  ['a plus', 'a+b'],
  ['a question mark', 'what?'],
  ['a hash', 'nr#1'],
  ['an ampersand and an equals sign', 'a=1&b=2'],
  ['a semicolon and a colon', 'a;b:c'],
  ['a backslash', 'a\\b'],
  ['a quote', `it's "me"`],
  ['a line break', 'a\nb'],
  ['an e-mail address', 'mei.tan+vouchers@example.com'],
  ['letters beyond ASCII', 'Zoë 李'],
  ['emoji', '🦊👩‍👩‍👧'],
  ['255 letters', 'y'.repeat(255)],
  ['255 emoji', '🦊'.repeat(255)],
])('204: an id with %s', async (_name, externalUserId) => {
  expect((await create(externalUserId)).status).toBe(201)
  const response = await remove(externalUserId)
  expect([response.status, response.body]).toEqual([204, ''])
  expect(await stored(externalUserId)).toMatchObject(CLEARED)
})

test('204: a plus stays a plus, whether encoded or not', async () => {
  await create('c+d')
  await create('c d')
  expect((await call('DELETE', `${USERS}/c+d`)).status).toBe(204)
  expect(await stored('c d')).toMatchObject(PERSONAL)
})

test('204: lower-case hex digits in the percent-encoding, and an unknown query parameter', async () => {
  await create('é/x')
  expect((await call('DELETE', `${USERS}/%c3%a9%2fx?reason=left`)).status).toBe(204)
})

test.each([
  ['no content type and no length', {}],
  ['content-length 0', { 'content-length': '0' }],
  ['content type JSON', { 'content-type': 'application/json' }],
  ['content type JSON and content-length 0', { 'content-type': 'application/json', 'content-length': '0' }],
  ['content type JSON, chunked', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }],
  ['another content type', { 'content-type': 'text/plain', 'content-length': '0' }],
])('204: an empty body with %s', async (_name, headers) => {
  await create('empty')
  expect((await call('DELETE', `${USERS}/empty`, undefined, { headers })).status).toBe(204)
})

test.each(['{}', 'not JSON', ' '])(
  '401 invalid_signature: a request with the body %j, signed or not; the user is unchanged',
  async (body) => {
    await create('bodied')
    const seconds = Math.floor(clock.now.getTime() / 1000)
    const overNothing = { 'x-signature': `t=${seconds},v1=${signV1(acme.secret, seconds, '')}` }
    for (const headers of [{}, overNothing]) {
      const response = await call('DELETE', `${USERS}/bodied`, body, { headers })
      expect([response.status, response.body]).toEqual([401, { error: 'invalid_signature' }])
    }
    expect((await stored('bodied'))?.anonymizedAt).toBeNull()
  },
)

test.each([
  ['an unknown id', 'nobody'],
  ['an id of 256 letters', 'z'.repeat(256)],
  ['an id of 256 emoji', '🦊'.repeat(256)],
  ['an id that differs in case', 'MEI'],
  ['an id with a trailing space', 'mei '],
  ['an id with a NUL character', 'mei\0'],
])('404 user_not_found: %s', async (_name, externalUserId) => {
  const response = await remove(externalUserId)
  expect([response.status, response.body]).toEqual(NOT_FOUND)
})

test('404 user_not_found: an empty id', async () => {
  const response = await call('DELETE', `${USERS}/`)
  expect([response.status, response.body]).toEqual(NOT_FOUND)
})

test('404 user_not_found: a user of another partner, left unchanged', async () => {
  await create('mine')
  const other = callsOf(await onboard(admin))
  const response = await other('DELETE', `${USERS}/mine`)
  expect([response.status, response.body]).toEqual(NOT_FOUND)
  expect(await stored('mine')).toMatchObject({ ...PERSONAL, anonymizedAt: null })
})

test('400 validation_failed: invalid percent-encoding', async () => {
  for (const path of [`${USERS}/%E0%A4%A`, `${USERS}/%zz`]) {
    const response = await call('DELETE', path)
    expect([path, response.status, response.body.error]).toEqual([path, 400, 'validation_failed'])
  }
})

test('404 not_found: an unencoded slash in the id', async () => {
  const response = await call('DELETE', `${USERS}/team/7`)
  expect([response.status, response.body]).toEqual([404, { error: 'not_found' }])
})

test('401 invalid_signature with the wrong secret, for a known and an unknown user alike', async () => {
  await create('known')
  const responses = await Promise.all(
    ['known', 'unknown'].map((id) => call('DELETE', `${USERS}/${id}`, undefined, { secret: 'wrong' })),
  )
  for (const { status, body } of responses)
    expect([status, body]).toEqual([401, { error: 'invalid_signature' }])
  expect(await stored('known')).toMatchObject(PERSONAL)
})
