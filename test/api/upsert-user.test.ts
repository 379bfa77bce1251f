import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { onboard, signedCalls, type TestPartner } from '../support/signing.ts'

const harness = await createHarness()
const { admin, clock, db } = harness
const callsOf = await signedCalls(harness)
const acme = await onboard(admin)
const USERS = '/integrations/users'
const post = (body: object | string, partner: TestPartner = acme) => callsOf(partner)('POST', USERS, body)

const stored = async (externalUserId: string, partner: TestPartner = acme) =>
  db`select id, email, display_name, phone, country_code, locale, anonymized_at, created_at, updated_at
     from users where partner_id = ${partner.id} and external_user_id = ${externalUserId}`
const countUsers = async () => (await db`select count(*) as count from users`)[0]?.count

const MEI = {
  email: 'mei.tan@example.com',
  displayName: 'Mei Tan',
  phone: '+60123456789',
  countryCode: 'MY',
  locale: 'en-MY',
}
const NO_DATA = { email: null, displayName: null, phone: null, countryCode: null, locale: null }

test('201 created true: every field is stored, countryCode in capitals', async () => {
  const response = await post({ externalUserId: 'mei', ...MEI, countryCode: 'my' })
  expect([response.status, response.body]).toEqual([201, { userId: expect.any(String), created: true }])
  const [row] = await stored('mei')
  const now = clock.now.toISOString()
  expect(row).toEqual({
    id: response.body.userId,
    ...MEI,
    anonymizedAt: null,
    createdAt: now,
    updatedAt: now,
  })
})

test('201: only externalUserId is required; unknown properties are ignored', async () => {
  const response = await post({
    externalUserId: 'bare',
    nickname: 'B',
    id: 'x',
    anonymizedAt: 'x',
    partnerId: 'x',
  })
  expect(response.status).toBe(201)
  expect((await stored('bare'))[0]).toMatchObject({ ...NO_DATA, anonymizedAt: null })
})

test('200 created false: omitted fields are unchanged, null clears a field, still one row', async () => {
  const first = await post({ externalUserId: 'tan', ...MEI })
  clock.advance(1000)
  const second = await post({ externalUserId: 'tan', displayName: null, countryCode: 'sG' })
  expect([second.status, second.body]).toEqual([200, { userId: first.body.userId, created: false }])
  expect(await stored('tan')).toMatchObject([{ ...MEI, displayName: null, countryCode: 'SG' }])
  for (const field of Object.keys(MEI)) {
    await post({ externalUserId: 'tan', ...MEI })
    await post({ externalUserId: 'tan' })
    expect((await stored('tan'))[0]).toMatchObject(MEI)
    await post({ externalUserId: 'tan', [field]: null })
    expect((await stored('tan'))[0]).toMatchObject({ ...MEI, [field]: null })
  }
  const [row] = await stored('tan')
  expect(Date.parse(row?.updatedAt) - Date.parse(row?.createdAt)).toBe(1000)
})

test('201 twice: the same id at two partners is two users', async () => {
  const other = await onboard(admin)
  const [a, b] = [await post({ externalUserId: 'same' }), await post({ externalUserId: 'same' }, other)]
  expect([a.status, b.status]).toEqual([201, 201])
  expect(a.body.userId).not.toBe(b.body.userId)
})

test('200 created false: an anonymized user is revived with only the fields of the body', async () => {
  const first = await post({ externalUserId: 'back', ...MEI })
  await callsOf(acme)('DELETE', `${USERS}/back`)
  expect((await stored('back'))[0]).toMatchObject({ ...NO_DATA, anonymizedAt: clock.now.toISOString() })
  const revived = await post({ externalUserId: 'back', email: 'new@example.com' })
  expect([revived.status, revived.body]).toEqual([200, { userId: first.body.userId, created: false }])
  expect((await stored('back'))[0]).toMatchObject({
    ...NO_DATA,
    email: 'new@example.com',
    anonymizedAt: null,
  })
})

test.each([
  ['255 code points', 'x'.repeat(255)],
  ['255 emoji', '🦊'.repeat(255)],
  ['text of many scripts', 'Zoë 李 🧾 "quoted" \\ <b>'],
  ['white space only', '  '],
  ['text that looks like SQL', "'; drop table users; --"],
  ['the name of an inherited property', 'constructor'],
])('201: an id of %s', async (_name, externalUserId) => {
  expect((await post({ externalUserId })).status).toBe(201)
  expect((await post({ externalUserId })).status).toBe(200)
  expect(await stored(externalUserId)).toHaveLength(1)
})

test.each([
  ['an e-mail address of 320 characters', { email: '🦊'.repeat(320) }],
  ['an e-mail address in no valid form', { email: 'not an address' }],
  ['a name of 200 characters', { displayName: '李'.repeat(200) }],
  ['a phone number of 40 characters', { phone: '9'.repeat(40) }],
  ['a locale of 16 characters', { locale: 'x'.repeat(16) }],
  ['empty texts', { email: '', displayName: '', phone: '', locale: '' }],
])('2xx: %s, stored as given', async (_name, data) => {
  expect((await post({ externalUserId: 'limits', ...data })).status).toBeLessThan(300)
  expect((await stored('limits'))[0]).toMatchObject(data)
})

const deep = (depth: number) => `${'['.repeat(depth)}"\\u0041"${']'.repeat(depth)}`

test.each([
  ['a JSON array', '[]', ''],
  ['a JSON string', '"user-1"', ''],
  ['null', 'null', ''],
  ['not JSON', 'externalUserId=1', ''],
  ['truncated JSON', '{"externalUserId":"a"', ''],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), ''],
  ['a poisoned prototype', '{"externalUserId":"a","__proto__":{"email":"x"}}', ''],
  ['no id', {}, '/externalUserId'],
  ['an empty id', { externalUserId: '' }, '/externalUserId'],
  ['a null id', { externalUserId: null }, '/externalUserId'],
  ['a number as id', { externalUserId: 42 }, '/externalUserId'],
  ['an id of 256 code points', { externalUserId: 'x'.repeat(256) }, '/externalUserId'],
  ['an id of 256 emoji', { externalUserId: '🦊'.repeat(256) }, '/externalUserId'],
  ['an e-mail address of 321 characters', { email: 'x'.repeat(321) }, '/email'],
  ['an e-mail address in a list', { email: ['a@example.com'] }, '/email'],
  ['a name of 201 characters', { displayName: 'x'.repeat(201) }, '/displayName'],
  ['a boolean as name', { displayName: true }, '/displayName'],
  ['a phone number of 41 characters', { phone: '9'.repeat(41) }, '/phone'],
  ['a number as phone number', { phone: 60123456789 }, '/phone'],
  ['a locale of 17 characters', { locale: 'x'.repeat(17) }, '/locale'],
  ['an object as locale', { locale: {} }, '/locale'],
  ['the country M', { countryCode: 'M' }, '/countryCode'],
  ['the country MYS', { countryCode: 'MYS' }, '/countryCode'],
  ['the country 12', { countryCode: '12' }, '/countryCode'],
  ['an empty country', { countryCode: '' }, '/countryCode'],
  ['a country with a trailing line break', { countryCode: 'MY\n' }, '/countryCode'],
  ['a country that is longer in capitals', { countryCode: 'ßß' }, '/countryCode'],
  ['a country in full-width letters', { countryCode: 'ＭＹ' }, '/countryCode'],
  ...['externalUserId', 'email', 'displayName', 'phone', 'countryCode', 'locale', 'unknown'].flatMap(
    (field): [string, object, string][] => [
      [`NUL in ${field}`, { [field]: 'a\0' }, `/${field}`],
      [`a lone high surrogate in ${field}`, { [field]: '\ud83e' }, `/${field}`],
      [`a lone low surrogate in ${field}`, { [field]: '\udd8a' }, `/${field}`],
    ],
  ),
  ['NUL in the name of a property', { 'a\0': 1 }, ''],
])('400 validation_failed: %s, nothing written', async (_name, payload, path) => {
  const before = await countUsers()
  const body = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : withId(payload)
  const response = await callsOf(acme)('POST', USERS, body)
  expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
  expect(response.body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  expect(await countUsers()).toBe(before)
})

function withId(payload: object): object {
  return Object.keys(payload).length === 0 ? payload : { externalUserId: 'refused', ...payload }
}

test('400 or 2xx, never 500: JSON nested 30,000 levels deep', async () => {
  const response = await post(`{"externalUserId":"deep","extra":${deep(30_000)}}`)
  expect(response.status).toBeLessThan(500)
})

test('201 once, 200 99 times: a hundred concurrent upserts of a new user, one row', async () => {
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      post({ externalUserId: 'crowd', displayName: `Name ${index}` }),
    ),
  )
  const statuses = responses.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(statuses.filter((status) => status === 200)).toHaveLength(99)
  expect(new Set(responses.map(({ body }) => body.userId)).size).toBe(1)
  expect(await stored('crowd')).toHaveLength(1)
})

test('200 and 204: concurrent upserts and deletions of one user leave all fields or none', async () => {
  await post({ externalUserId: 'torn', ...MEI })
  const responses = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      index % 2 === 0 ? post({ externalUserId: 'torn', ...MEI }) : callsOf(acme)('DELETE', `${USERS}/torn`),
    ),
  )
  expect([...new Set(responses.map(({ status }) => status))].sort()).toEqual([200, 204])
  const [row] = await stored('torn')
  expect(row).toMatchObject(row?.anonymizedAt ? NO_DATA : MEI)
})

test('201: a serialization failure is retried; 500 upsert_failed if every attempt fails', async () => {
  const strict = await createHarness()
  const partner = await onboard(strict.admin)
  const call = (await signedCalls(strict))(partner)
  await strict.db.unsafe(`
    create sequence losses;
    create function lose() returns trigger language plpgsql as $$
    begin
      if nextval('losses') <= current_setting('test.losses')::int then
        raise exception 'lost' using errcode = '40001';
      end if;
      return new;
    end $$;
    create trigger lose before insert on users for each row execute function lose()`)
  const failInserts = async (times: number) => {
    const [row] = await strict.db`select current_database() as name`
    await strict.db.unsafe(
      `alter sequence losses restart; alter database ${row?.name} set test.losses = ${times}`,
    )
    // Only new sessions have the new setting.
    await strict.db.unsafe(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    await strict.db`select set_config('test.losses', ${String(times)}, false)`
  }
  await failInserts(2)
  expect((await call('POST', USERS, { externalUserId: 'a' })).status).toBe(201)
  await failInserts(3)
  const failed = await call('POST', USERS, { externalUserId: 'b' })
  expect([failed.status, failed.body]).toEqual([500, { error: 'upsert_failed' }])
  expect((await call('POST', USERS, { externalUserId: 'b' })).status).toBe(201)
})

test('one row: 30 concurrent upserts on a database that defaults to repeatable read', async () => {
  const strict = await createHarness()
  const [row] = await strict.db`select current_database() as name`
  await strict.db.unsafe(`alter database ${row?.name} set default_transaction_isolation = 'repeatable read'`)
  await strict.db.unsafe(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  const call = (await signedCalls(strict))(await onboard(strict.admin))
  const responses = await Promise.all(
    Array.from({ length: 30 }, () => call('POST', USERS, { externalUserId: 'crowd' })),
  )
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const { status, body } of responses) {
    if (status !== 200 && status !== 201) expect([status, body]).toEqual([500, { error: 'upsert_failed' }])
  }
  expect(await strict.db`select from users`).toHaveLength(1)
})

test('503 unavailable with retry-after: the database is unavailable', async () => {
  const broken = await createHarness()
  const partner = await onboard(broken.admin)
  const call = (await signedCalls(broken))(partner)
  await broken.db.end({ timeout: 0 })
  const response = await call('POST', USERS, { externalUserId: 'a' })
  expect([response.status, response.body]).toEqual([503, { error: 'unavailable' }])
  expect(response.headers['retry-after']).toBe('1')
})
